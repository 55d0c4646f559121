/*
 * damage - can all of the ledger and the results be read?
 *
 * Reads every line and document as they are now, and walks their history:
 * for when something has failed, and for fsck.
 */
#ifndef RECORD_DAMAGE_H
#define RECORD_DAMAGE_H

#include "git/repo.h"

/*
 * ERR_BADDATA names the first object that is missing or damaged; other errors
 * mean that it could not be found out. A branch that is not there is sound.
 */
int damage_check(struct repo *repo);

#endif
