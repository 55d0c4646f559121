/*
 * retry - how often and how fast a lost race is run again.
 *
 *	struct retry retry = RETRY_INIT;
 *	do {
 *		... return when it is won
 *	} while (retry_again(&retry));
 *
 * Waits a random time that grows with the tries, so that rivals do not stay
 * in step; gives up after RETRY_MAX tries or when interrupted.
 */
#ifndef RECORD_RETRY_H
#define RECORD_RETRY_H

#include <stdbool.h>

#define RETRY_MAX 200

struct retry {
	int tries;
};

#define RETRY_INIT { 0 }

bool retry_again(struct retry *retry);

#endif
