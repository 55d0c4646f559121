/*
 * probe - what a server lets us do, found out by doing it.
 *
 * Refs of no meaning are pushed and deleted again; nothing is left behind,
 * and what an interrupted probe left goes with the next one. Only where
 * other refs than branches are not taken is a branch tried.
 */
#ifndef RECORD_PROBE_H
#define RECORD_PROBE_H

#include <stdbool.h>

#include "git/remote.h"

struct probe {
	bool may_push; /* else nothing more could be found out */
	bool only_branches; /* refs outside heads and tags are not taken */
	bool atomic; /* several refs move all or none */
};

/*
 * ERR_REFUSED when requests and claims could live nowhere on it: branches
 * are not taken either, or may not be moved or deleted. Else errors as in
 * git/remote.h.
 */
int probe_server(struct probe *out, struct repo *repo,
		 const struct remote *remote);

#endif
