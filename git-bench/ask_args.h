/*
 * ask_args - the options by which people say what is to be measured; the
 * same for `git bench request` and `git bench run`.
 *
 *	struct run_args { struct ask_args ask; ... };
 *	static const struct option options[] = {
 *		ASK_OPTIONS(struct run_args, ask),
 *		...
 *	};
 *	ask_args_get(&ask, &args.ask, revision);	borrows from args
 */
#ifndef GIT_BENCH_ASK_ARGS_H
#define GIT_BENCH_ASK_ARGS_H

#include "option.h"
#include "service/ask.h"

struct ask_args {
	bool no_base, fresh, control;
	const char *suite, *base, *variant, *filter, *continues;
	struct strlist versus;
	int samples;
	double max_time, budget;
};

#define ASK_OPTIONS(type, member)                                            \
	OPT_STRING('s', "suite", type, member.suite, "<name>",               \
		   "which suite of .gitbench"),                              \
	OPT_STRING('b', "base", type, member.base, "<side>",                 \
		   "compare with that revision (+variant)"),                 \
	OPT_BOOL(0, "no-base", type, member.no_base,                         \
		 "compare with nothing but --vs"),                           \
	OPT_STRING(0, "variant", type, member.variant, "<variant>",          \
		   "build the head so: +fp, NAME=value"),                    \
	OPT_LIST(0, "vs", type, member.versus, "<side>",                     \
		 "a further side (repeatable)"),                             \
	OPT_STRING('f', "filter", type, member.filter, "<regex>",            \
		   "only targets that match"),                               \
	OPT_INT(0, "samples", type, member.samples, 1, 10000, "<n>",         \
		"samples a side, not the suite's"),                          \
	OPT_DURATION(0, "max-time", type, member.max_time, "<time>",         \
		     "it may take no longer than that"),                     \
	OPT_BOOL(0, "fresh", type, member.fresh,                             \
		 "measure even what is known or identical"),                 \
	OPT_DURATION(0, "budget", type, member.budget, "<time>",             \
		     "for looks at undecided targets, not the suite's"),     \
	OPT_BOOL(0, "control", type, member.control,                         \
		 "measure the base twice: does it differ from itself?"),     \
	OPT_STRING(0, "continue", type, member.continues, "<result>",        \
		   "only what an earlier result misses")

/* `revision` may be NULL: HEAD. */
void ask_args_get(struct ask *out, const struct ask_args *args,
		  const char *revision);
void ask_args_release(struct ask_args *args);

#endif
