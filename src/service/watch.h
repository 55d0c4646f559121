/*
 * watch - how calmly the samples of a program went on one side.
 *
 * A disturbed sample says something of the machine, not of the program: it
 * is left out and taken anew, at most twice in a row. What is still disturbed
 * then counts, for something must. A program that stays so is like that by
 * nature, and is left alone.
 *
 *	do {
 *		... a sample ...
 *	} while (watch_retake(&watch, &circumstance, parallel, tries++));
 *	...
 *	char *note = watch_difference(&watch_of_base, &watch_of_head);
 */
#ifndef SERVICE_WATCH_H
#define SERVICE_WATCH_H

#include <stddef.h>

#include "measure/disturbance.h"

struct watch {
	struct calm calm;
	int retaken;   /* samples left out */
	int disturbed; /* samples that count although they were */
	double *busy;  /* CPUs that each sample that counts kept busy */
	size_t nr, cap;
};

#define WATCH_INIT { .calm = CALM_INIT }

/* Is the sample to be left out and taken anew? Counts it in either case. */
bool watch_retake(struct watch *watch, const struct circumstance *c,
		  bool parallel, int tries);
/*
 * "keeps 0.62 CPUs busy, the base 0.98", where the sides differ steadily: a
 * lock, input and output, a domain that idles. NULL where they do not, or
 * there are too few samples to say. Owned.
 */
char *watch_difference(const struct watch *base, const struct watch *head);
void watch_release(struct watch *watch);

#endif
