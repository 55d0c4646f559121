/* [gate]: which limit counts, and in which words the rest is refused. */
#include "suite/gate.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "tap.h"

#define SUITES                                                             \
	"[suite \"micro\"]\ndriver = command\ntarget = fib = ./fib\n"      \
	"[suite \"nightly\"]\ndriver = command\ntarget = zip = ./zip\n"

static int read(struct gates *out, const char *text)
{
	AUTO(suites) suites = SUITES_INIT;
	auto_free char *all = xstrfmt(SUITES "%s", text);
	int rc = suites_parse(&suites, all, strlen(all));

	return rc ? rc : gates_read(out, &suites);
}

static double most(const struct gates *gates, const char *suite,
		   const char *target, const char *metric, bool decides)
{
	const struct gate_rule *rule =
		gates_limit(gates, suite, target, metric, decides);

	return rule ? rule->most : -1;
}

static void the_last_that_matches(void)
{
	AUTO(gates) g = GATES_INIT;

	works(read(&g, "[gate]\nlimit = 5%\nlimit = maxrss 10%\n"
		       "limit = gc.* 20 %\nlimit = code size 2 %\n"
		       "[gate \"micro\"]\nlimit = 3%\nlimit = gc.heap* none\n"
		       "[gate \"micro/fib*\"]\nlimit = wall 8%\n"
		       "missing = allow\n"),
	      "limits are read");
	is_near(most(&g, "nightly", "zip", "seconds", true), 0.05, 1e-12,
		"one for all suites");
	is_near(most(&g, "micro", "sort", "seconds", true), 0.03, 1e-12,
		"one for a suite, behind it");
	is_near(most(&g, "micro", "fib.40", "seconds", true), 0.08, 1e-12,
		"one for some targets; wall is seconds");
	is_near(most(&g, "micro", "fib.40", "ops", true), 0.03, 1e-12,
		"of another metric that decides wall seconds say nothing");
	is_near(most(&g, "micro", "fib.40", "maxrss", false), 0.1, 1e-12,
		"each metric by itself");
	is_near(most(&g, "micro", "x", "gc.minor_words", false), 0.2, 1e-12,
		"a pattern of metrics, a share with a blank");
	is_near(most(&g, "micro", "x", "code size", false), 0.02, 1e-12,
		"a metric's name with a blank");
	ok(isinf(most(&g, "micro", "x", "gc.heap_words", false)),
	   "none is no limit");
	is_near(most(&g, "micro", "x", "user_seconds", false), -1, 0,
		"nothing is said of others");
}

static void other_keys(void)
{
	AUTO(gates) g = GATES_INIT;

	works(read(&g, "[gate]\naccept = signed\naccept-limit = 50%\n"
		       "[gate \"micro/old*\"]\nmissing = allow\n"
		       "unknown = fail\n"),
	      "the other keys are read");
	const struct gate_rule *rule =
		gates_find(&g, GATE_MISSING, "micro", "old.1");
	ok(rule && rule->word == 1, "what is allowed to be missing");
	is(rule ? rule->where : "", ".gitbench, line 11", "and where it says");
	ok(!gates_find(&g, GATE_MISSING, "micro", "new"), "and what is not");
	rule = gates_find(&g, GATE_ACCEPT_LIMIT, "nightly", "zip");
	is_near(rule ? rule->most : 0, 0.5, 1e-12, "how much a trailer may do");
	ok(gates_has(&g, GATE_ACCEPT, ACCEPT_SIGNED) &&
		   !gates_has(&g, GATE_ACCEPT, ACCEPT_NOBODY),
	   "who may");
}

static void refuses(const char *text, const char *message, const char *hint)
{
	AUTO(gates) gates = GATES_INIT;

	is_int(read(&gates, text), ERR_BADDATA, message);
	is(error_message(), message, "in these words");
	is(error_hint(), hint, "with this hint");
}

static void refusals(void)
{
	refuses("[gate]\nlimit = 5\n",
		".gitbench, line 8: limit = '5' is no limit such as 5%, "
		"maxrss 10% or gc.* none", "");
	refuses("[gate]\nlimit\n",
		".gitbench, line 8: limit = '' is no limit such as 5%, "
		"maxrss 10% or gc.* none", "");
	refuses("[gate]\nlimit = maxrss -3%\n",
		".gitbench, line 8: limit = 'maxrss -3%' is no limit such as "
		"5%, maxrss 10% or gc.* none", "");
	refuses("[gate]\naccept-limit = maxrss 3%\n",
		".gitbench, line 8: accept-limit = 'maxrss 3%' is no limit "
		"such as 5%, maxrss 10% or gc.* none", "");
	refuses("[gate \"mirco\"]\nlimit = 5%\n",
		".gitbench, line 8: there is no suite 'mirco'",
		"did you mean 'micro'?");
	refuses("[gate]\nlimits = 5%\n",
		".gitbench, line 8: unknown key 'limits' in [gate]",
		"did you mean 'limit'?");
	refuses("[gate]\nmissing = maybe\n",
		".gitbench, line 8: missing = 'maybe' is none of: fail, allow",
		"");
}

int main(void)
{
	the_last_that_matches();
	other_keys();
	refusals();
	return done();
}
