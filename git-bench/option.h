/*
 * option - the options of a command as data.
 *
 * One const table per command gives parsing, `-h` and completion. Values go
 * into a struct of the command's own, so nothing is global:
 *
 *	struct show_args { bool json; const char *side; };
 *	static const struct option options[] = {
 *		OPT_BOOL(0, "json", struct show_args, json, "print JSON"),
 *		OPT_STRING('s', "side", struct show_args, side, "<n>",
 *			   "only that side"),
 *		OPT_END,
 *	};
 *
 * A member of the wrong type does not compile. Parsing is git's: options and
 * arguments may be mixed, "--" ends options, short ones may be bundled,
 * long ones abbreviated while they are unambiguous, "--no-x" undoes "--x",
 * and "-5" is "-n 5" where there is an "-n".
 */
#ifndef GIT_BENCH_OPTION_H
#define GIT_BENCH_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/strlist.h"

enum option_kind {
	OPTION_END,
	OPTION_BOOL,	 /* bool */
	OPTION_STRING,	 /* const char *, borrowed from argv */
	OPTION_LIST,	 /* struct strlist, one item each time it is given */
	OPTION_INT,	 /* int, within [low, high] */
	OPTION_DURATION, /* double, seconds; "90s", "5m", "2h" */
	OPTION_CHOICE,	 /* int, index into choices; 0 is the default */
	OPTION_COLOR,	 /* enum color_when; the value may be left out */
};

struct option {
	enum option_kind kind;
	char letter; /* 0: long only */
	const char *name;
	size_t at; /* offset of the value in the command's struct */
	const char *arg; /* "<rev>" in usage; NULL for OPTION_BOOL */
	const char *help;
	const char *const *choices; /* ends with NULL */
	int low, high;
};

#define OPTION_AT(type, member, wanted) \
	_Generic(&((type *)0)->member, wanted *: offsetof(type, member))

#define OPT_END { OPTION_END }
#define OPT_BOOL(l, n, type, member, h)                          \
	{ .kind = OPTION_BOOL, .letter = (l), .name = (n),       \
	  .at = OPTION_AT(type, member, bool), .help = (h) }
#define OPT_STRING(l, n, type, member, a, h)                     \
	{ .kind = OPTION_STRING, .letter = (l), .name = (n),     \
	  .at = OPTION_AT(type, member, const char *),           \
	  .arg = (a), .help = (h) }
#define OPT_LIST(l, n, type, member, a, h)                       \
	{ .kind = OPTION_LIST, .letter = (l), .name = (n),       \
	  .at = OPTION_AT(type, member, struct strlist),         \
	  .arg = (a), .help = (h) }
#define OPT_INT(l, n, type, member, lo, hi, a, h)                \
	{ .kind = OPTION_INT, .letter = (l), .name = (n),        \
	  .at = OPTION_AT(type, member, int), .arg = (a),        \
	  .help = (h), .low = (lo), .high = (hi) }
#define OPT_DURATION(l, n, type, member, a, h)                   \
	{ .kind = OPTION_DURATION, .letter = (l), .name = (n),   \
	  .at = OPTION_AT(type, member, double),                 \
	  .arg = (a), .help = (h) }
#define OPT_CHOICE(l, n, type, member, c, a, h)                  \
	{ .kind = OPTION_CHOICE, .letter = (l), .name = (n),     \
	  .at = OPTION_AT(type, member, int), .arg = (a),        \
	  .help = (h), .choices = (c) }
#define OPT_COLOR(type, member)                                  \
	{ .kind = OPTION_COLOR, .name = "color",                 \
	  .at = OPTION_AT(type, member, int), .arg = "<when>",   \
	  .help = "colour: always, never or auto",               \
	  .choices = color_choices }
#define OPT_JSON(type, member)                                   \
	OPT_BOOL(0, "json", type, member, "print JSON for programs")

/* How OPT_COLOR's value reads; COLOR_AUTO is zero. */
enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
extern const char *const color_choices[];

/*
 * Parses argv (without the command's name) into `values` and leaves only
 * arguments in it; *argc is their number. ERR_USAGE says which word is off;
 * its message is empty when all that was asked for is the usage ("-h").
 */
int option_parse(void *values, const struct option *options, int *argc,
		 char **argv);
/* The table as lines of `-h`. */
void option_usage(struct buf *out, const struct option *options);
/*
 * The words a completion may offer, "--base= --json --no-json …", in the
 * form that git's own completion asks for (--git-completion-helper).
 */
void option_words(struct buf *out, const struct option *options);

#endif
