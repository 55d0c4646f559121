/*
 * transport - a git command that talks to another repository.
 *
 * Private to src/git: what remote.h and push.h share. The name of a remote
 * is all that stands in argv; addresses and settings go through the
 * environment, where other users of the machine do not read them.
 *
 *	AUTO(process) git = PROCESS_INIT;
 *	transport_init(&git, remote, "fetch");
 *	strlist_add(&git.argv, ...);
 *	rc = transport_run(&git, remote);
 */
#ifndef GIT_TRANSPORT_H
#define GIT_TRANSPORT_H

#include "base/process.h"
#include "git/remote.h"

/* "git … <verb>", and an environment in which nothing asks or waits. */
void transport_init(struct process *out, const struct remote *remote,
		    const char *verb);
/*
 * Runs it. When it ends in failure: ERR_OFFLINE when the other side cannot be
 * reached or stopped speaking, ERR_REFUSED when it does not let us in, else
 * ERR_FAILED.
 */
int transport_run(struct process *git, const struct remote *remote);
/* After a failure: is it certain that nothing was asked of the other side? */
bool transport_never_began(const struct process *git);
/* The one line of git's stderr that says why, without secrets; owned. */
char *transport_why(const struct process *git);

#endif
