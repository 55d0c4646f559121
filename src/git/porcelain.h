/*
 * porcelain - what `git push --porcelain` says of each ref.
 *
 *	To <address>
 *	<mark> TAB <from>:<to> TAB <summary> [(<reason>)]
 *	Done
 *
 * The mark is the stable part; words are those of LC_ALL=C. Lines of any
 * other form are passed over: servers and newer gits may add some.
 */
#ifndef GIT_PORCELAIN_H
#define GIT_PORCELAIN_H

#include <stddef.h>

#include "base/alloc.h"

enum push_mark {
	PUSH_NONE = 0,	       /* nothing was said of it */
	PUSH_NEW = '*',
	PUSH_FAST_FORWARD = ' ',
	PUSH_FORCED = '+',
	PUSH_DELETED = '-',
	PUSH_UP_TO_DATE = '=', /* it holds this value already */
	PUSH_REJECTED = '!',
};

struct porcelain_line {
	enum push_mark mark;
	char *ref;     /* the remote's, whole name */
	char *summary; /* "[rejected]", "0123456..789abcd" */
	char *reason;  /* what stands in the brackets behind it; "" if none */
};

struct porcelain {
	struct porcelain_line *items;
	size_t nr;
	size_t cap;
};

#define PORCELAIN_INIT { 0 }

void porcelain_parse(struct porcelain *out, const char *text, size_t len);
/* Borrowed; NULL when nothing was said of that ref. */
const struct porcelain_line *porcelain_find(const struct porcelain *porcelain,
					    const char *ref);
void porcelain_release(struct porcelain *porcelain);

#endif
