/*
 * keep - the refs that hold a round's commits.
 *
 * Private to queue. A struct keep knows which refs were made through it, so
 * that they can be taken back without touching those of others.
 */
#ifndef RECORD_KEEP_H
#define RECORD_KEEP_H

#include "base/strlist.h"
#include "git/repo.h"
#include "record/request.h"

struct keep {
	struct repo *repo;
	struct strlist made; /* names of refs */
};

/* A ref for each side that is in this repository. */
int keep_add(struct keep *keep, const struct request *request, int round);
/* Deletes what keep_add() made. */
void keep_take_back(struct keep *keep);
void keep_release(struct keep *keep);

#endif
