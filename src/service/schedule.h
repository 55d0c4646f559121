/*
 * schedule - what is due becomes a request: the schedules of .gitbench, as
 * every runner looks at them.
 *
 * schedule_look() is called once for each look at the queue, and mostly does
 * nothing. When a slot has come (the newest one: what was missed before it
 * is not made up), it looks at the source, reads .gitbench there, and asks
 * for what that schedule wants (occasion.h). All runners do; the ids are
 * derived, so that it is asked for once. A slot that a schedule did not live
 * to see, for it came into .gitbench later, is left out; one that is left to
 * a runner with another clock (clocks.h) is looked at again.
 *
 * What cannot be served (no such ref, a source that is away) is told once,
 * and tried again every SCHEDULE_PAUSE; the others go on, and so does the
 * runner. With `only` such trouble is an error: there is nothing else to do.
 *
 *	struct scheduler scheduler = { .runner = name, .say = say };
 *	rc = schedule_look(&made, repo, &scheduler);	with each look
 *	scheduler_release(&scheduler);
 */
#ifndef SERVICE_SCHEDULE_H
#define SERVICE_SCHEDULE_H

#include "service/bundle.h"
#include "service/clocks.h"
#include "suite/suite.h"

/* A remote source is looked at this often, and whenever something is due. */
#define SCHEDULE_PAUSE 300.0 /* seconds */

struct scheduler {
	const char *runner; /* our own name */
	const char *only;   /* a schedule's name; NULL: all */
	/* Something worth a line: what was asked for, or why it was not. */
	void (*say)(void *data, const char *text);
	void *data;
	/* Kept from look to look: */
	struct clocks clocks;
	struct suites suites; /* as last read */
	bool loaded;
	bool is_remote; /* is the source one? */
	struct oid tip; /* of the default branch, where they were read */
	double looked; /* monotonic: when the source was looked at */
	struct schedule_state *states;
	size_t nr, cap;
	char *told; /* what was said last of all of them */
};

/*
 * *made: how many requests were added. ERR_NOTFOUND when there is no schedule
 * of the name `only`; errors of git and of .gitbench with that alone.
 */
int schedule_look(size_t *made, struct repo *repo,
		  struct scheduler *scheduler);
void scheduler_release(struct scheduler *scheduler);

/*
 * The requests of a schedule as somebody asks for them now, whatever is due:
 * the caller adds them to the queue. What cannot be made is an error if it
 * was all, otherwise a sentence in `problems`.
 */
int schedule_dispatch(struct bundle *out, struct strlist *problems,
		      struct repo *repo, const char *name);

#endif
