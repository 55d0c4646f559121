#include "suite/compiler_plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "suite/command.h"

/* ==== Options =========================================================== */

static const char *const option_arguments[] = {
	"--with-afl",
	"--enable-flambda",
	"--enable-frame-pointers",
	"--disable-naked-pointers",
	"--disable-flat-float-array",
	"--enable-tsan",
};

const char *const compiler_options[] = {
	"afl", "flambda", "fp", "nnp", "nffa", "tsan", NULL,
};

const char *compiler_option(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(option_arguments); i++)
		if (!strcmp(compiler_options[i], name))
			return option_arguments[i];
	return NULL;
}

char *compiler_plan_line(const struct suite *suite)
{
	AUTO(strlist) lines = STRLIST_INIT;

	suite_get_all(&lines, suite, "configure");
	return strlist_join(&lines, " ");
}

int compiler_plan_options(struct strlist *out,
			  const struct compiler_plan *plan,
			  const struct variant *variant)
{
	int rc = *plan->configure ? command_argv(out, plan->configure, false,
						 &variant->params) :
				    0;

	for (size_t i = 0; !rc && i < variant->options.nr; i++) {
		const char *known = compiler_option(variant->options.items[i]);

		strlist_add(out, known ? known : variant->options.items[i]);
	}
	return rc;
}

/* ==== Reading =========================================================== */

/* CC among the options, $CC, gcc, cc: in configure's own order. */
static char *find_cc(const struct compiler_plan *plan)
{
	static const struct variant none = VARIANT_INIT;
	AUTO(strlist) words = STRLIST_INIT;
	const char *cc = NULL;

	if (!compiler_plan_options(&words, plan, &none))
		cc = environ_get(&words, "CC");
	if (!cc)
		cc = getenv("CC");
	if (cc && *cc)
		return xstrdup(cc);
	auto_free char *gcc = file_find_program("gcc");
	return xstrdup(gcc ? "gcc" : "cc");
}

static int check_tool(const char *command)
{
	auto_free char *word = xmemdupz(command, strcspn(command, " "));
	auto_free char *path = file_find_program(word);

	if (path)
		return 0;
	int rc = fail(ERR_NOTFOUND, "the compiler cannot be built without %s",
		      word);
	fail_hint("on Debian: apt install build-essential");
	return rc;
}

int compiler_plan_read(struct compiler_plan *out, struct run *run)
{
	const struct suite *suite = run->suite;
	int cpus = run->machine && run->machine->cores ? run->machine->cores :
							 1;
	int rc = suite_get_int(&out->jobs, suite, "jobs", 1, 1024, cpus);

	out->configure = compiler_plan_line(suite);
	out->cc = find_cc(out);
	out->make_target = suite_get(suite, "make-target", "world.opt");
	out->libraries = suite_get(suite, "libraries", NULL);
	out->timeout = suite->build_timeout;
	out->incremental = suite->incremental;
	json_set_string(run->toolchain, "configure", out->configure);
	if (!rc)
		rc = check_tool("make");
	return rc ? rc : check_tool(out->cc);
}

void compiler_plan_release(struct compiler_plan *plan)
{
	free(plan->configure);
	free(plan->cc);
	*plan = (struct compiler_plan){ 0 };
}
