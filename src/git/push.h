/*
 * push - moves refs of a remote by compare-and-swap, all of them or none.
 *
 *	AUTO(push) push = { 0 };
 *	push_add(&push, "refs/notes/bench", PUSH_FORWARD, &old, &new);
 *	push_add(&push, claim, PUSH_EXACT, &mine, NULL);	deletes it
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
	PUSH_BROKEN,	 /* the remote cannot now, as with a full disk: `why` */
	PUSH_NOT_ATOMIC, /* it cannot do all or none; nothing was done */
	PUSH_UNKNOWN,	 /* the answer got lost */
};

enum push_rule {
	PUSH_EXACT,   /* it must hold `old`, or not exist if that is none */
	PUSH_FORWARD, /* `new` must descend from what it holds, if it exists */
	PUSH_ANY,     /* whatever it holds */
};

struct push_update {
	char *ref; /* the remote's, whole name */
	enum push_rule rule;
	struct oid old;	 /* what we think that it holds; "none": nothing */
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

/*
 * NULL or "none" for `old`: it does not exist; for `new`: it goes. A ref that
 * is to go whatever it holds may be gone already.
 */
void push_add(struct push *push, const char *ref, enum push_rule rule,
	      const struct oid *old, const struct oid *new);
/*
 * Sends them in one push; the objects must be in the repository. Without
 * `atomic` some may move and others not: marks tell. Errors as remote.h says,
 * all of which mean that nothing was moved.
 */
int push_send(struct push *push, const struct remote *remote, bool atomic);
/*
 * After PUSH_UNKNOWN: looks. PUSH_DONE when every ref is where it should be,
 * PUSH_LOST when one of them is where it was (they move together or not at
 * all); else it stays unknown, for others may have moved on from either.
 */
int push_settle(struct push *push, const struct remote *remote);
void push_release(struct push *push);

#endif
