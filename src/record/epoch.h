/*
 * epoch - how often a ledger or a history was rewritten on purpose.
 *
 * Both only grow. Who must purge something writes it anew, with a greater
 * number in the file "epoch" at the root of its tree; the file is absent in
 * the first epoch, which is 0. Every clone then takes the new one for its
 * own in place of uniting the two, and what is of an older epoch is never
 * pushed back.
 */
#ifndef RECORD_EPOCH_H
#define RECORD_EPOCH_H

#include <stdint.h>

#include "git/repo.h"

#define EPOCH_FILE "epoch"
#define EPOCH_MAX 999999999

/* 0 also when the file holds no number from 0 to EPOCH_MAX. */
int epoch_read(int64_t *out, struct repo *repo, const struct oid *tip);

#endif
