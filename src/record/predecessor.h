/*
 * predecessor - the result before, in the series that a schedule makes: the
 * newest older one of the same schedule, suite, ref and variant of the head.
 *
 * What belongs to a pull request or only continues another result is in no
 * series.
 */
#ifndef RECORD_PREDECESSOR_H
#define RECORD_PREDECESSOR_H

#include "git/repo.h"
#include "record/result.h"

/* All borrowed; NULL where a result has none. */
struct series {
	const char *schedule, *suite, *ref, *variant;
	const char *before; /* a result's date; NULL: any is older */
};

/* Is that result in the series, and older than `before`? */
bool series_has(const struct series *series, const struct result *result);
/* The series that a result belongs to, up to that result itself. */
void series_of(struct series *out, const struct result *result);
/*
 * *path, owned, and its head's commit; ERR_NOTFOUND when there is none, as
 * for a result that no schedule asked for.
 */
int predecessor_find(char **path, struct oid *head, struct repo *repo,
		     const struct series *series);

#endif
