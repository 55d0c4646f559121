/*
 * play - the real decision, fed from windows: what it says of unchanged code
 * and of code made slower or faster.
 *
 *	AUTO(score) score = { 0 };
 *	score_play(&score, &runs, KIND_SEQUENTIAL, 1);
 *	... score.rates[SCORE_ALARM][PART_ALL] ...
 */
#ifndef REPLAY_PLAY_H
#define REPLAY_PLAY_H

#include "rate.h"
#include "runs.h"

enum part { PART_ALL, PART_BEFORE, PART_SINCE, PART_DISJOINT, PART_NR };

#define NR_EFFECTS 5
extern const double score_effects[NR_EFFECTS]; /* 0.02, 0.03, ... */

/* For each effect one of each; `_UP` multiplied, `_DOWN` divided. */
enum score_row {
	SCORE_ALARM,
	SCORE_EXTRA, /* looks after the first */
	SCORE_SAME,
	SCORE_SAME_CHANGED, /* `same` though 2 % slower */
	SCORE_ALONE_UP,
	SCORE_ALONE_DOWN = SCORE_ALONE_UP + NR_EFFECTS,
	SCORE_ALL_UP = SCORE_ALONE_DOWN + NR_EFFECTS,
	SCORE_ALL_DOWN = SCORE_ALL_UP + NR_EFFECTS,
	SCORE_WALL_SLOWER = SCORE_ALL_DOWN + NR_EFFECTS, /* wall only */
	SCORE_WALL_SAME = SCORE_WALL_SLOWER + NR_EFFECTS,
	SCORE_NR = SCORE_WALL_SAME + NR_EFFECTS,
};

struct score {
	struct rate rates[SCORE_NR][PART_NR];
	size_t jobs;
	size_t jobs_with_alarm;
};

/*
 * `stretch` makes the machine noisier: all ratios between runs, in windows
 * and history alike, are raised to that power. 1 leaves them as they were.
 */
void score_play(struct score *out, const struct runs *runs, enum kind kind,
		double stretch);
void score_release(struct score *score);

#endif
