/*
 * target - what .gitbench says of one target of a suite.
 *
 *	[suite "micro"]
 *		target = fib = ./fib 30
 *	[target "micro/fib"]
 *		timeout = 2m
 *		kind = parallel
 *		domains = 4
 *
 * A target starts as a copy of its suite's defaults. One that only has a
 * [target] section and no command adds to what a program reports by itself.
 */
#ifndef SUITE_TARGET_H
#define SUITE_TARGET_H

#include "base/strlist.h"
#include "suite/key.h"

#define TARGET_NAME_MAX 200

enum target_kind { KIND_SEQUENTIAL, KIND_PARALLEL, KIND_BUILD };
/* "sequential", "parallel", "build". */
const char *target_kind_name(enum target_kind kind);

enum better { BETTER_UNSAID, BETTER_LOWER, BETTER_HIGHER };

struct target {
	char *name;
	char *command; /* NULL: none of its own */
	char *value;   /* PCRE2: its first capture in the output; or NULL */
	char *unit;    /* of `value`; NULL: a plain number */
	int better;    /* enum better */
	int kind;      /* enum target_kind */
	int domains;   /* 0: not said */
	char *input;   /* file for stdin, from the tree's top; or NULL */
	bool shell;    /* the command is a line for `sh -c` */
	int samples;   /* 0: as the suite says */
	int warmups;   /* -1: as the suite says */
	double timeout;	   /* 0: as the suite says */
	struct strlist env; /* on top of the suite's */
	const struct config_entry *origin; /* first named here; borrowed */
};

#define TARGET_INIT { .warmups = -1 }

/* Keys of [target]; those of them that [suite] may set as defaults too. */
extern const struct key target_keys[];
extern const size_t target_keys_nr;

/*
 * Is `name` fit for a target: 1 to TARGET_NAME_MAX bytes of UTF-8 that a
 * terminal simply shows, no white space at its ends? Else false and *why
 * (not owned) is the rest of the sentence "the name of a target ...".
 */
bool target_name_is_valid(const char *name, const char **why);
/*
 * A fit name for a target that a program named by any bytes: escaped, what
 * is too long cut and told apart by a hash. Owned.
 */
char *target_name_make(const char *raw);
void target_copy(struct target *out, const struct target *target);
void target_release(struct target *target);

#endif
