/*
 * ledger_unite - two ledgers that went apart, as one that holds all lines.
 *
 * Private to hub and ledger.
 */
#ifndef RECORD_LEDGER_UNITE_H
#define RECORD_LEDGER_UNITE_H

#include "git/repo.h"

/*
 * Writes a commit with both as parents, whose notes are the unions of
 * theirs; moves no ref. What the two share is not read.
 */
int ledger_unite(struct oid *out, struct repo *repo, const struct oid *ours,
		 const struct oid *theirs);

#endif
