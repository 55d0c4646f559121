/*
 * couple - the results by which two commits are compared.
 *
 * Best is one result in which both were measured side by side; else the
 * newest result of the head, and the newest of the base in the same suite.
 *
 *	AUTO(couple) couple = { 0 };
 *	int rc = couple_find(&couple, repo, "main", "topic", NULL);
 *	if (couple.together) ...	side number couple.side of couple.head
 *	else ...			the heads of couple.base, couple.head
 */
#ifndef RECORD_COUPLE_H
#define RECORD_COUPLE_H

#include <stdbool.h>
#include <stddef.h>

#include "git/repo.h"

struct couple {
	char *base; /* paths, as of history_resolve(); NULL: together */
	char *head;
	bool together; /* the base is a side of the head's result */
	size_t side;
};

/*
 * Names as history_resolve() takes them, and with its errors; what is no
 * commit is that result. With a `suite` (NULL: any) only its results count,
 * of commits.
 */
int couple_find(struct couple *out, struct repo *repo, const char *base,
		const char *head, const char *suite);
void couple_release(struct couple *couple);

#endif
