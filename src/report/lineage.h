/*
 * lineage - for each result of a schedule the one before, while results go
 * by, oldest first: what predecessor.h finds for one.
 *
 *	AUTO(lineage) lineage = LINEAGE_INIT;
 *	lineage_next(&step, &lineage, path, &result);	oldest first
 *	log_row(&table, path, &result, &step);
 */
#ifndef REPORT_LINEAGE_H
#define REPORT_LINEAGE_H

#include <jansson.h>

#include "record/result.h"

/* From the result before to this one; all zero bits: there is none. */
struct lineage_step {
	char *path; /* of the one before; NULL: none */
	char *date;
	double change; /* ratio of the totals; NaN: not known, or not of the
			* same targets */
	const char *obstacle; /* "another machine" of the class, or NULL */
};

/* The newest result of each series so far. */
struct lineage_end {
	char *schedule, *suite, *ref, *variant;
	char *path, *date;
	double total;
	struct oid targets; /* a hash of what the head was measured on */
	json_t *runner;
};

struct lineage {
	struct lineage_end *items;
	size_t nr, cap;
};

#define LINEAGE_INIT { 0 }

void lineage_next(struct lineage_step *out, struct lineage *lineage,
		  const char *path, const struct result *result);
void lineage_step_release(struct lineage_step *step);
void lineage_release(struct lineage *lineage);

#endif
