/*
 * push - moves refs of a remote by compare-and-swap, all of them or none.
 *
 *	AUTO(push) push = { 0 };
 *	push_add(&push, "refs/notes/bench", &old, &new);
 *	push_add(&push, claim, &mine, NULL);		deletes it
 *	rc = push_send(&push, &remote, true);
 *	if (!rc && push.outcome == PUSH_LOST) ...look, fold, push again
 *
 * What comes of it is a value, for only the caller knows what it means.
 * PUSH_UNKNOWN is to be settled by a look (push_settle()): the connection
 * broke when the remote may already have moved the refs.
 *
 * A ref that holds the new value already counts as moved, also where it was
 * to be made: so a new value that must be ours alone has to be an object of
 * its own (two runners that push one claim would both believe to have won).
 */
#ifndef GIT_PUSH_H
#define GIT_PUSH_H

#include "git/porcelain.h"
#include "git/remote.h"

enum push_outcome {
	PUSH_DONE,	 /* every ref is where it should be */
	PUSH_LOST,	 /* one of them was not what we thought */
	PUSH_REFUSED,	 /* the remote does not want this: `why` */
	PUSH_NOT_ATOMIC, /* it cannot do all or none; nothing was done */
	PUSH_UNKNOWN,	 /* the answer got lost */
};

struct push_update {
	char *ref;	 /* the remote's, whole name */
	bool any;	 /* whatever it holds: no compare */
	struct oid old;	 /* what it must hold; "none": must not exist */
	struct oid new;	 /* "none": delete */
	enum push_mark mark; /* what became of it */
	char *reason;	     /* of PUSH_REJECTED; "" if none was given */
};

struct push {
	struct push_update *items;
	size_t nr;
	size_t cap;
	enum push_outcome outcome;
	char *why; /* in words, unless PUSH_DONE */
};

/* NULL `old`: must not exist. NULL `new`: delete. */
void push_add(struct push *push, const char *ref, const struct oid *old,
	      const struct oid *new);
/* Deletes a ref whatever it holds, and also if it is gone already. */
void push_add_drop(struct push *push, const char *ref);
/*
 * Sends them in one push; the objects must be in the repository. Without
 * `atomic` some may move and others not: marks tell. Errors as remote.h says,
 * all of which mean that nothing was moved.
 */
int push_send(struct push *push, const struct remote *remote, bool atomic);
/*
 * After PUSH_UNKNOWN: looks. PUSH_DONE when every ref is where it should be,
 * PUSH_LOST when every ref is where it was; else it stays unknown, for
 * others may have moved on from either.
 */
int push_settle(struct push *push, const struct remote *remote);
void push_release(struct push *push);

#endif
