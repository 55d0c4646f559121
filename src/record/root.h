/*
 * root - the first commit of the ledger and of the history.
 *
 * Author, committer, date and message are fixed, so that two clones that
 * begin apart write the same commit and their branches can be merged.
 */
#ifndef RECORD_ROOT_H
#define RECORD_ROOT_H

#include "git/repo.h"

/*
 * Writes the object; moves no ref. `parent` NULL: the very first. The fixed
 * date is the same for all.
 */
int root_write(struct oid *out, struct repo *repo, const struct oid *tree,
	       const struct oid *parent, const char *message);

#endif
