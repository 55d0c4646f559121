/*
 * chain - a result and the older ones that it continues, read as one.
 *
 * `git bench request --continue` measures what an earlier result lacks; its
 * document holds only that and names the other one. For people and programs
 * the two are one: every target as the newest document that has it says.
 * Ratios are never made across documents, and each document's verdicts stay
 * as they were decided.
 */
#ifndef REPORT_CHAIN_H
#define REPORT_CHAIN_H

#include <stdbool.h>

#include "git/repo.h"
#include "record/result.h"

/* Documents followed at the most. */
#define CHAIN_MAX 100

/*
 * Adds what `older` has and `result` lacks. False, with nothing but a note
 * added, when their sides are not the same.
 */
bool chain_join(struct result *result, const struct result *older);
/*
 * Follows `continues` from document to document and joins them all. `load`
 * reads the document at a path; what it cannot read is said in a note. The
 * error of a load is cleared.
 */
void chain_follow(struct result *result,
		  int (*load)(void *data, struct result *out,
			      const char *path),
		  void *data);
/*
 * The document at a path of bench-history, with all that it continues: what
 * everybody who shows or compares a result reads it with.
 */
int chain_load(struct result *out, struct repo *repo, const char *path);
/* Joins to a result what it continues, wherever it came from. */
void chain_complete(struct result *result, struct repo *repo);

#endif
