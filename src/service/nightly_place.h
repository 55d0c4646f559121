/*
 * nightly_place - where the commit is that an entry of sandmark-nightly's
 * configuration speaks of, brought here.
 *
 * A branch of the repository under test stays a branch: a schedule follows
 * it. All else is one commit: a tag, a pull request's head, a fork's branch
 * as it is now.
 */
#ifndef SERVICE_NIGHTLY_PLACE_H
#define SERVICE_NIGHTLY_PLACE_H

#include "service/source.h"
#include "suite/nightly_config.h"

struct nightly_place {
	bool is_branch; /* of the source */
	char *ref;	/* its whole name, or a pull request's; else NULL */
	struct oid commit;
};

/*
 * ERR_NOTFOUND when it cannot be had from there; ERR_OFFLINE and the like
 * when that could not be asked.
 */
int nightly_place(struct nightly_place *out, const struct source *source,
		  const struct nightly_entry *entry);
void nightly_place_release(struct nightly_place *place);

#endif
