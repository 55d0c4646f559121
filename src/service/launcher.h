/*
 * launcher - bench.launcher: what the owner of this machine puts in front of
 * everything that is built and measured here ("srun --exclusive -n1",
 * "bwrap ... --unshare-net").
 *
 * The launcher is started once for a job, with the recorder behind it, which
 * then runs every build and sample: all sides are measured where the first
 * one was, and no sample pays for the launcher's own start. What is cloned
 * and fetched, and the results, stay on this side.
 *
 * The setting comes from git's own configuration alone, never from .gitbench.
 */
#ifndef SERVICE_LAUNCHER_H
#define SERVICE_LAUNCHER_H

#include "git/repo.h"
#include "measure/recorder.h"

/* Its words, none where there is no launcher. ERR_BADDATA: a quote is open. */
int launcher_words(struct strlist *out, struct repo *repo);
/*
 * Starts a recorder, behind the launcher if there is one; `wanted` is asked
 * every second, now and while a program runs, and stops it with its code.
 */
int launcher_open(struct recorder **out, struct repo *repo,
		  const struct strlist *words, int (*wanted)(void *data),
		  void *data);

#endif
