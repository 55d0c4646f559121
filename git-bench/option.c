#include "option.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"

const char *const color_choices[] = { "auto", "always", "never", NULL };

/* What is left of argv while it is read. */
struct words {
	char **next;
	char **end;
};

/* One spelling found in the table. */
struct match {
	const struct option *option;
	bool negated;
	const char *value; /* behind "=", or NULL */
};

static bool takes_value(const struct option *option)
{
	return option->kind != OPTION_BOOL;
}

static int bad_value(const struct option *option, const char *value,
		     const char *wanted)
{
	return fail(ERR_USAGE, "option --%s wants %s, not '%s'", option->name,
		    wanted, value);
}

static int set_choice(int *out, const struct option *option,
		      const char *value)
{
	for (int i = 0; option->choices[i]; i++)
		if (!strcmp(option->choices[i], value)) {
			*out = i;
			return 0;
		}
	AUTO(buf) known = BUF_INIT;
	for (int i = 0; option->choices[i]; i++)
		buf_addf(&known, "%s%s", i ? ", " : "", option->choices[i]);
	auto_free char *wanted = xstrfmt("one of %s", known.ptr);
	return bad_value(option, value, wanted);
}

static int set_int(int *out, const struct option *option, const char *value)
{
	int64_t number;

	if (!text_to_int64(&number, value) || number < option->low ||
	    number > option->high) {
		auto_free char *wanted = xstrfmt("a number from %d to %d",
						 option->low, option->high);
		return bad_value(option, value, wanted);
	}
	*out = (int)number;
	return 0;
}

static int set(void *values, const struct option *option, const char *value)
{
	void *at = (char *)values + option->at;

	switch (option->kind) {
	case OPTION_BOOL:
		*(bool *)at = true;
		return 0;
	case OPTION_STRING:
		*(const char **)at = value;
		return 0;
	case OPTION_LIST:
		strlist_add(at, value);
		return 0;
	case OPTION_INT:
		return set_int(at, option, value);
	case OPTION_DURATION:
		if (!text_to_duration(at, value))
			return bad_value(option, value,
					 "a duration such as 90s, 5m or 2h");
		return 0;
	case OPTION_CHOICE:
	case OPTION_COLOR:
		return set_choice(at, option, value);
	case OPTION_END:
		break;
	}
	return fail(ERR_USAGE, "unknown option");
}

/* Back to how the command's struct began: all zero bits. */
static void unset(void *values, const struct option *option)
{
	void *at = (char *)values + option->at;

	switch (option->kind) {
	case OPTION_BOOL:
		*(bool *)at = false;
		break;
	case OPTION_STRING:
		*(const char **)at = NULL;
		break;
	case OPTION_LIST:
		strlist_clear(at);
		break;
	case OPTION_DURATION:
		*(double *)at = 0;
		break;
	case OPTION_COLOR:
		*(int *)at = COLOR_NEVER;
		break;
	case OPTION_INT:
	case OPTION_CHOICE:
		*(int *)at = 0;
		break;
	case OPTION_END:
		break;
	}
}

static const struct option *find_letter(const struct option *options,
					char letter)
{
	for (const struct option *o = options; o->kind; o++)
		if (o->letter && o->letter == letter)
			return o;
	return NULL;
}

/*
 * Finds `name` (of `len` bytes) whole or, if `may_abbreviate`, as the
 * beginning of exactly one option; *rival is set when there are two.
 */
static const struct option *find_name(const struct option *options,
				      const char *name, size_t len,
				      const struct option **rival)
{
	const struct option *found = NULL;

	*rival = NULL;
	for (const struct option *o = options; o->kind; o++) {
		if (strncmp(o->name, name, len))
			continue;
		if (!o->name[len]) {
			*rival = NULL;
			return o;
		}
		if (found)
			*rival = o;
		else
			found = o;
	}
	return found;
}

static int find_long(struct match *out, const struct option *options,
		     const char *word)
{
	const char *equals = strchr(word, '=');
	size_t len = equals ? (size_t)(equals - word) : strlen(word);
	const char *positive = text_skip_prefix(word, "no-");
	const struct option *rival;

	*out = (struct match){ .value = equals ? equals + 1 : NULL };
	out->option = find_name(options, word, len, &rival);
	if (!out->option && positive && len > 3) {
		out->negated = true;
		out->option = find_name(options, positive, len - 3, &rival);
	}
	if (!out->option)
		return fail(ERR_USAGE, "unknown option '--%.*s'", (int)len,
			    word);
	if (rival)
		return fail(ERR_USAGE,
			    "option '--%.*s' could be --%s or --%s", (int)len,
			    word, out->option->name, rival->name);
	if (out->negated && out->value)
		return fail(ERR_USAGE, "option --no-%s takes no value",
			    out->option->name);
	if (out->value && !takes_value(out->option))
		return fail(ERR_USAGE, "option --%s takes no value",
			    out->option->name);
	return 0;
}

static int parse_long(void *values, const struct option *options,
		      const char *word, struct words *words)
{
	struct match match;
	int rc = find_long(&match, options, word);

	if (rc)
		return rc;
	if (match.negated) {
		unset(values, match.option);
		return 0;
	}
	if (takes_value(match.option) && !match.value) {
		if (match.option->kind == OPTION_COLOR)
			match.value = color_choices[COLOR_ALWAYS];
		else if (words->next == words->end)
			return fail(ERR_USAGE, "option --%s wants %s",
				    match.option->name, match.option->arg);
		else
			match.value = *words->next++;
	}
	return set(values, match.option, match.value);
}

/* "-ab", "-n5", "-n 5"; and "-5" for the last of these. */
static int parse_short(void *values, const struct option *options,
		       const char *word, struct words *words)
{
	const struct option *number = find_letter(options, 'n');

	if (*word >= '0' && *word <= '9' && number &&
	    number->kind == OPTION_INT)
		return set(values, number, word);
	for (; *word; word++) {
		const struct option *option = find_letter(options, *word);

		if (!option && *word == 'h')
			return fail(ERR_USAGE, "%s", "");
		if (!option)
			return fail(ERR_USAGE, "unknown option '-%c'", *word);
		if (!takes_value(option)) {
			int rc = set(values, option, NULL);

			if (rc)
				return rc;
			continue;
		}
		if (word[1])
			return set(values, option, word + 1);
		if (words->next == words->end)
			return fail(ERR_USAGE, "option -%c wants %s", *word,
				    option->arg);
		return set(values, option, *words->next++);
	}
	return 0;
}

int option_parse(void *values, const struct option *options, int *argc,
		 char **argv)
{
	struct words words = { argv, argv + *argc };
	int kept = 0;

	while (words.next < words.end) {
		char *word = *words.next++;
		int rc = 0;

		if (word[0] != '-' || !word[1]) {
			argv[kept++] = word;
			continue;
		}
		if (!strcmp(word, "--"))
			break;
		if (word[1] == '-')
			rc = parse_long(values, options, word + 2, &words);
		else
			rc = parse_short(values, options, word + 1, &words);
		if (rc)
			return rc;
	}
	while (words.next < words.end)
		argv[kept++] = *words.next++;
	argv[kept] = NULL;
	*argc = kept;
	return 0;
}

void option_usage(struct buf *out, const struct option *options)
{
	enum { HELP_COLUMN = 30 };

	for (const struct option *o = options; o->kind; o++) {
		size_t start = out->len;

		buf_addstr(out, "    ");
		if (o->letter)
			buf_addf(out, "-%c, ", o->letter);
		buf_addf(out, "--%s", o->name);
		if (o->kind == OPTION_COLOR)
			buf_addf(out, "[=%s]", o->arg);
		else if (o->arg)
			buf_addf(out, " %s", o->arg);
		size_t width = out->len - start;
		if (width + 2 > HELP_COLUMN) {
			buf_addch(out, '\n');
			width = 0;
		}
		buf_addn(out, ' ', HELP_COLUMN - width);
		buf_addf(out, "%s\n", o->help);
	}
}

void option_words(struct buf *out, const struct option *options)
{
	for (const struct option *o = options; o->kind; o++) {
		bool wants = takes_value(o) && o->kind != OPTION_COLOR;

		buf_addf(out, "--%s%s ", o->name, wants ? "=" : "");
	}
	/* git's completion offers what follows "--" only after "--no-". */
	buf_addstr(out, "-- ");
	for (const struct option *o = options; o->kind; o++)
		if (!takes_value(o) || o->kind == OPTION_COLOR)
			buf_addf(out, "--no-%s ", o->name);
	buf_rtrim(out);
}
