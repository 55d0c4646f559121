#include "service/checkup.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "measure/valgrind.h"
#include "service/premises.h"
#include "suite/driver.h"
#include "suite/suite.h"

static void check_program(struct findings *out, const char *what,
			  const char *program)
{
	auto_free char *path = file_find_program(program);

	if (!path)
		findings_add(out, FINDING_PROBLEM, what,
			     xstrfmt("there is no '%s' in PATH", program),
			     "install it, or put it into PATH");
}

/* The first word of a shell line, where it plainly names a program. */
static void check_line(struct findings *out, const char *what,
		       const char *line)
{
	static const char *const builtins[] = {
		"cd", "eval", "exec", "export", "for", "if", "set", "while",
	};
	size_t len = line ? strcspn(line, " \t\n") : 0;

	if (!len || strcspn(line, "/=$\"'`|&;<>(){}") < len)
		return;
	auto_free char *word = xmemdupz(line, len);
	for (size_t i = 0; i < ARRAY_SIZE(builtins); i++)
		if (!strcmp(word, builtins[i]))
			return;
	check_program(out, what, word);
}

static void check_tools(struct findings *out, const struct suite *suite,
			const char *what)
{
	const char *const *tool = suite->driver->tools;

	for (; tool && *tool; tool++)
		check_program(out, what, *tool);
	check_line(out, what, suite->prepare);
	check_line(out, what, suite->build);
}

static void check_pinning(struct findings *out, const struct suite *suite,
			  const struct machine *machine, const char *what)
{
	if (suite->pin && machine->cores < 2)
		findings_add(out, FINDING_WARNING, what,
			     xstrdup("wants a CPU of its own; there is but "
				     "one for everything"),
			     "expect noise, or measure elsewhere");
}

static void check_suite(struct findings *out, const struct suite *suite,
			const struct machine *machine)
{
	auto_free char *what = xstrfmt("suite %s", suite->name);
	size_t before = out->nr;

	check_tools(out, suite, what);
	check_pinning(out, suite, machine, what);
	if (suite->valgrind && valgrind_check())
		findings_take_error(out, what);
	if (out->nr == before)
		findings_add(out, FINDING_OK, what,
			     xstrfmt("driver %s has what it needs",
				     suite->driver->name),
			     NULL);
}

static void check_suites(struct findings *out, struct repo *repo,
			 const struct machine *machine)
{
	AUTO(suites) suites = SUITES_INIT;

	if (suites_load(&suites, repo, NULL)) {
		findings_take_error(out, "configuration");
		return;
	}
	for (size_t i = 0; i < suites.nr; i++)
		check_suite(out, &suites.items[i], machine);
}

void checkup(struct findings *out, struct repo *repo)
{
	AUTO(machine) machine = { 0 };

	machine_read(&machine);
	machine_examine(out, &machine, repo ? repo_common_dir(repo) : "/");
	if (!repo)
		return;
	premises_examine(out, repo);
	check_suites(out, repo, &machine);
}
