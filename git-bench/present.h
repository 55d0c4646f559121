/*
 * present - a result or a comparison, in the format that was asked for.
 *
 *	struct show_args { struct present_args present; };
 *	static const struct option options[] = {
 *		OPT_PRESENT(struct show_args, present),
 *		OPT_END,
 *	};
 *	const struct view view = { .result = &result, .path = path };
 *	return present(context, &view, &args.present);
 */
#ifndef GIT_BENCH_PRESENT_H
#define GIT_BENCH_PRESENT_H

#include "command.h"
#include "record/result.h"
#include "report/since.h"
#include "report/table.h"

struct present_args {
	int format; /* index into format_choices */
	bool json;  /* the same as --format json */
	int color;
};

extern const char *const format_choices[];

#define OPT_PRESENT(type, member)                                          \
	OPT_CHOICE(0, "format", type, member.format, format_choices,       \
		   "<format>", "text, markdown, csv or json"),             \
	OPT_JSON(type, member.json), OPT_COLOR(type, member.color)

/* What is presented; all borrowed. */
struct view {
	const struct result *result;
	const struct since *since; /* the result before, or NULL */
	const char *path;     /* where it is recorded; NULL: nowhere */
	/* Id of a request that it has answered, though measured for another
	 * one; or NULL. */
	const char *answers;
	const char *obstacle; /* why there can be no verdicts, or NULL */
	bool apart;   /* two results measured apart, not one that was made */
	bool metrics; /* every metric of every target as well */
};

/* Prints a listing likewise. */
int present_table(struct context *context, const struct table *table,
		  const struct present_args *args);
/* Every target by one metric beside that which decides; ERR_NOTFOUND. */
int present_metric(struct context *context, const struct result *result,
		   const char *metric, const struct present_args *args);
/* Prints it, through the pager if need be. */
int present(struct context *context, const struct view *view,
	    const struct present_args *args);

#endif
