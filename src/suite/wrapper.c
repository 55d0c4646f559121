#include "suite/wrapper.h"

#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/text.h"

/* Stand-ins that no configuration can hold by chance. */
#define OUTPUT "\x01output"
#define PROGRAM "\x01program"

/* ==== Templates ========================================================= */

/* Puts values for the three variables that are Sandmark's own. */
static char *substitute(const char *template, const char *paramwrapper,
			const char *command)
{
	const struct {
		const char *name, *value;
	} variables[] = {
		{ "%{output}", OUTPUT },
		{ "%{paramwrapper}", paramwrapper },
		{ "%{command}", command },
	};
	struct buf out = BUF_INIT;

	while (*template) {
		size_t i = 0;

		while (i < ARRAY_SIZE(variables) &&
		       !text_starts_with(template, variables[i].name))
			i++;
		if (i == ARRAY_SIZE(variables)) {
			buf_addch(&out, *template++);
			continue;
		}
		buf_addstr(&out, variables[i].value);
		template += strlen(variables[i].name);
	}
	return buf_detach(&out);
}

static int check_variables(const char *line)
{
	const char *left = strstr(line, "%{");

	if (!left)
		return 0;
	size_t len = strcspn(left, "}");
	return fail(ERR_USAGE, "only dune can fill in %.*s}", (int)len, left);
}

/* ==== Taking apart ====================================================== */

/*
 * "orun -o OUT [-i IN] --" at the front: returns the index behind it in
 * *at. Other programs that take an %{output} measure by themselves.
 */
static int skip_orun(struct wrapped *out, size_t *at,
		     const struct strlist *words)
{
	size_t i;

	*at = 0;
	if (!words->nr || strcmp(words->items[0], "orun")) {
		if (strlist_has(words, OUTPUT))
			return fail(ERR_USAGE,
				    "the wrapper measures by itself (%s); "
				    "choose one that uses orun",
				    words->items[0]);
		return 0;
	}
	for (i = 1; i < words->nr && strcmp(words->items[i], "--"); i++) {
		const char *word = words->items[i];
		bool input = !strcmp(word, "-i") || !strcmp(word, "--input");
		bool output = !strcmp(word, "-o") || !strcmp(word, "--output");

		if (!input && !output)
			break;
		if (++i >= words->nr)
			return fail(ERR_USAGE, "the wrapper ends after %s",
				    word);
		if (input) {
			free(out->input);
			out->input = xstrdup(words->items[i]);
		}
	}
	*at = i + (i < words->nr && !strcmp(words->items[i], "--"));
	return 0;
}

/* The words of "taskset -c LIST" at `i`: 3, or 0 when it is another use. */
static size_t taskset_at(const struct strlist *words, size_t i, size_t end)
{
	if (i + 3 > end || strcmp(words->items[i], "taskset"))
		return 0;
	const char *option = words->items[i + 1];
	return !strcmp(option, "-c") || !strcmp(option, "--cpu-list") ? 3 : 0;
}

/* The words of "chrt -r 1" at `i`: options and a priority; or 0. */
static size_t chrt_at(const struct strlist *words, size_t i, size_t end)
{
	size_t n = 1;

	if (strcmp(words->items[i], "chrt"))
		return 0;
	while (i + n < end && words->items[i + n][0] == '-')
		n++;
	return i + n < end ? n + 1 : 0;
}

/* The prefix words from `at` to `end`, each put where it belongs. */
static void take_prefix(struct wrapped *out, const struct strlist *words,
			size_t at, size_t end)
{
	while (at < end) {
		size_t taskset = taskset_at(words, at, end);
		size_t chrt = chrt_at(words, at, end);

		if (taskset) {
			free(out->cpus);
			out->cpus = xstrdup(words->items[at + 2]);
		} else if (chrt) {
			strlist_clear(&out->chrt);
			for (size_t i = 0; i < chrt; i++)
				strlist_add(&out->chrt, words->items[at + i]);
		} else {
			strlist_add(&out->argv, words->items[at]);
		}
		at += taskset ? taskset : chrt ? chrt : 1;
	}
}

int wrapper_apply(struct wrapped *out, const char *template,
		  const char *paramwrapper, const char *program,
		  const char *params)
{
	AUTO(strlist) words = STRLIST_INIT;
	AUTO(strlist) command = STRLIST_INIT;
	auto_free char *line = substitute(
		template, paramwrapper ? paramwrapper : "", PROGRAM);
	size_t at = 0, end;

	int rc = check_variables(line);
	if (!rc)
		rc = check_variables(params);
	if (rc)
		return rc;
	strlist_split(&words, line, " ");
	strlist_split(&command, params, " ");
	rc = skip_orun(out, &at, &words);
	if (rc)
		return rc;
	for (end = at; end < words.nr; end++)
		if (!strcmp(words.items[end], PROGRAM))
			break;
	if (end >= words.nr)
		return fail(ERR_USAGE, "the wrapper has no %%{command}");
	take_prefix(out, &words, at, end);
	out->program = out->argv.nr;
	strlist_add(&out->argv, program);
	for (size_t i = 0; i < command.nr; i++)
		strlist_add(&out->argv, command.items[i]);
	for (size_t i = end + 1; i < words.nr; i++)
		strlist_add(&out->argv, words.items[i]);
	for (size_t i = at; i < end; i++)
		strlist_add(&out->as_run, words.items[i]);
	for (size_t i = out->program; i < out->argv.nr; i++)
		strlist_add(&out->as_run, out->argv.items[i]);
	return 0;
}

void wrapped_release(struct wrapped *wrapped)
{
	strlist_release(&wrapped->argv);
	strlist_release(&wrapped->chrt);
	strlist_release(&wrapped->as_run);
	free(wrapped->cpus);
	free(wrapped->input);
	*wrapped = (struct wrapped){ 0 };
}
