/*
 * prefix - the one path that all compilers of a repository are configured
 * for, and that means one of them at a time.
 *
 * A compiler has its prefix in its binaries, in its bytecode tools' first
 * lines and in what it links. Changing it rebuilds everything, and two sides
 * with different ones differ in bytes that nobody changed. So all are
 * configured for <cache>/builds/prefix, installed elsewhere
 * (`make install prefix=…`), and that path is a link to the compiler at work:
 *
 *	AUTO(prefix) p = PREFIX_INIT;
 *	rc = prefix_take(&p, repo, entry.prefix);	waits for others
 *	... build with PATH=<p.path>/bin ...
 *	prefix_release(&p);
 *
 * Native programs do not need it any more once they are linked.
 */
#ifndef SUITE_PREFIX_H
#define SUITE_PREFIX_H

#include "git/repo.h"

struct prefix {
	char *path; /* the common path, as prefix_path() says */
	int lock;
};

#define PREFIX_INIT { .lock = -1 }

/* What to configure with; nothing needs to be there. Owned. */
char *prefix_path(struct repo *repo);
/*
 * Makes the common path mean `dir` until prefix_release(). ERR_INTERRUPTED
 * while waiting for another process.
 */
int prefix_take(struct prefix *out, struct repo *repo, const char *dir);
void prefix_release(struct prefix *prefix);

#endif
