#include "record/comparability.h"

#include "base/json.h"
#include "example.h"
#include "tap.h"

/* Two results of one machine; the second may be changed. */
static void read_both(struct result *a, struct result *b)
{
	example_read(a, example_two);
	example_read(b, example_two);
}

static void checks(const struct result *a, const struct result *b,
		   enum obstacle obstacle, const char *note, const char *what)
{
	AUTO(comparability) found;

	comparability_of(&found, a, b);
	is_int(found.obstacle, obstacle, what);
	if (note)
		ok(strlist_has(&found.notes, note), note);
	else
		is_int(found.notes.nr, 0, "and there is nothing to note");
}

static void sides_are_no_tools(void)
{
	AUTO(result) a = RESULT_INIT;
	AUTO(result) b = RESULT_INIT;

	read_both(&a, &b);
	json_object_set_new(a.toolchain, "ocaml",
			    json_pack("{s:s}", "0123456789ab", "5.2.0"));
	json_object_set_new(b.toolchain, "ocaml",
			    json_pack("{s:s}", "89abcdef0123", "5.3.0"));
	checks(&a, &b, COMPARABLE, NULL,
	       "what was measured is no part of the toolchain");
	json_object_set_new(b.toolchain, "ocaml",
			    json_pack("{s:s}", "gcc", "12"));
	checks(&a, &b, OBSTACLE_TOOLCHAIN,
	       "toolchain ocaml differs: {\"0123456789ab\":\"5.2.0\"} and "
	       "{\"gcc\":\"12\"}",
	       "an object of other keys is");
}

static void weight(void)
{
	AUTO(result) a = RESULT_INIT;
	AUTO(result) b = RESULT_INIT;

	read_both(&a, &b);
	checks(&a, &b, COMPARABLE, NULL, "equal results are comparable");
	json_set_string(b.runner, "name", "navajo");
	checks(&a, &b, COMPARABLE, "runner differs: 'turing' and 'navajo'",
	       "another runner of that class is noted only");
	json_set_string(b.options, "pin", "yes");
	json_set_string(b.runner, "class", "xeon-8");
	checks(&a, &b, OBSTACLE_MACHINE,
	       "machine class differs: 'epyc-2' and 'xeon-8'",
	       "of several obstacles the weightiest is named");
	json_decref(b.runner);
	b.runner = NULL;
	checks(&a, &b, OBSTACLE_MACHINE_UNKNOWN,
	       "machine class differs: 'epyc-2' and not said",
	       "a machine that is not known is no machine");
}

static void configuration(void)
{
	AUTO(result) a = RESULT_INIT;
	AUTO(result) b = RESULT_INIT;

	read_both(&a, &b);
	b.config = xstrdup("1234");
	checks(&a, &b, COMPARABLE,
	       "configuration (.gitbench) differs: not said and '1234'",
	       "another .gitbench is noted only");
}

static void names(void)
{
	is(comparability_name(COMPARABLE), NULL, "comparable has no name");
	for (int i = 1; i < OBSTACLE_NR; i++)
		ok(comparability_name(i) != NULL, "every obstacle has one");
}

int main(void)
{
	sides_are_no_tools();
	weight();
	configuration();
	names();
	return done();
}
