/*
 * rivals - what other systems decide by, on the protocol of their own.
 *
 * Each two consecutive runs of one variant and one commit are a pair; what is
 * known are all changes of that target on that machine that ended before the
 * pair did, at least 20. A rule calls a change beyond its threshold.
 */
#ifndef REPLAY_RIVALS_H
#define REPLAY_RIVALS_H

#include "runs.h"

enum rival {
	RIVAL_FIXED,	 /* 5 % */
	RIVAL_QUARTILES, /* Q3 + 3 IQR of the last 30, 0.2 % at least */
	RIVAL_PERCENTILE, /* 3 times the 90th of the last 30 */
	RIVAL_DEVIATION, /* 4 standard deviations of the last 40 */
	RIVAL_NR,
};

struct rivals {
	size_t pairs;
	size_t alarms[RIVAL_NR];
	size_t finds_3[RIVAL_NR]; /* the head 3 % slower */
	size_t finds_5[RIVAL_NR];
};

void rivals_play(struct rivals *out, const struct runs *runs, enum kind kind);
const char *rival_name(enum rival rival);

#endif
