/* [schedule]s of .gitbench: what is read, and in which words refused. */
#include "suite/suite.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "tap.h"

#define SUITES                                                            \
	"[suite \"a\"]\ndriver = command\ntarget = t = true\n"             \
	"[suite \"b\"]\ndriver = lake\n"

static struct suites suites;

static int parse(const char *text)
{
	auto_free char *whole = xstrfmt("%s%s", SUITES, text);

	suites_release(&suites);
	return suites_parse(&suites, whole, strlen(whole));
}

static const struct schedule *only(const char *text)
{
	const struct schedule *schedule = NULL;

	if (parse(text) || schedules_find(&schedule, &suites, NULL))
		ok(false, "%s", error_message());
	return schedule;
}

static void refuses(const char *text, const char *message, const char *hint)
{
	is_int(parse(text), ERR_BADDATA, message);
	is(error_message(), message, "in these words");
	is(error_hint(), hint, "with this hint");
}

static void defaults(void)
{
	const struct schedule *s = only("[schedule \"weekly\"]\n"
					"	cron = 0 6 * * 1\n");

	is(s->name, "weekly", "the only schedule needs not be named");
	ok(s->has_cron && cron_previous(&s->cron, 1796058000) == 1796018400,
	   "it is due on Mondays at six");
	ok(!s->suites.nr && !s->refs.nr && !s->pools.nr && !s->versus.nr &&
		   !s->base && !s->variant && !s->filter && !s->samples &&
		   !s->priority && s->expires == INT64_MAX && s->max_age == -1 &&
		   s->base_kind == SCHEDULE_BASE_USUAL && !s->is_local,
	   "and all else is as usual");
	s = only("[schedule \"byhand\"]\n	suite = b\n");
	ok(!s->has_cron, "without cron it is for dispatch alone");
}

static void all_keys(void)
{
	const struct schedule *s = only(
		"[schedule \"nightly\"]\n cron = 30 0 * * *\n suite = a\n"
		" suite = b\n ref = trunk\n ref = bench/*\n"
		" ref = refs/pull/*/head\n pool = big\n pool = small\n"
		" vs = +fp\n variant = +flambda\n filter = ^t\n samples = 9\n"
		" priority = -5\n max-age = 30d\n expires = 2026-11-30\n"
		" base = v5.2+fp\n");
	auto_free char *refs = strlist_join(&s->refs, " ");
	auto_free char *pools = strlist_join(&s->pools, " ");
	auto_free char *end = clock_format(s->expires);

	is_int(s->suites.nr, 2, "two suites");
	is(refs, "refs/heads/trunk refs/heads/bench/* refs/pull/*/head",
	   "refs by their whole names");
	is(pools, "big small", "two pools");
	is(s->versus.items[0], "+fp", "a further side");
	is(s->variant, "+flambda", "a variant");
	is(s->filter, "^t", "a filter");
	is_int(s->samples, 9, "samples");
	is_int(s->priority, -5, "priority");
	is_near(s->max_age, 30 * 86400.0, 0, "an age");
	is(end, "2026-12-01T00:00:00Z", "the last day counts");
	ok(s->base_kind == SCHEDULE_BASE_SIDE, "a base by name");
	is(s->base, "v5.2+fp", "as it was written");
	s = only("[schedule \"x\"]\n base = merge-base\n base = previous\n");
	ok(s->base_kind == SCHEDULE_BASE_PREVIOUS, "the last base counts");
}

static void patterns(void)
{
	ok(schedule_ref_is_pattern("refs/heads/bench/*"), "a pattern");
	ok(!schedule_ref_is_pattern("refs/heads/trunk"), "a name");
	ok(schedule_ref_fits("refs/heads/bench/*", "refs/heads/bench/a/b"),
	   "'*' goes over slashes");
	ok(!schedule_ref_fits("refs/heads/bench/*", "refs/heads/benchmark"),
	   "what is before it must be there");
	ok(schedule_ref_fits("refs/pull/*/head", "refs/pull/7/head") &&
		   !schedule_ref_fits("refs/pull/*/head", "refs/pull/7/merge"),
	   "what is behind it, too");
}

static void refusals(void)
{
	refuses("[schedule \"w\"]\n cron = 0 25 * * 1\n",
		".gitbench, line 7: cron = '0 25 * * 1': hour '25' is not "
		"from 0 to 23", "");
	refuses("[schedule \"w\"]\n cron = weekly\n",
		".gitbench, line 7: cron = 'weekly': has 1 field, not 5",
		"minute hour day-of-month month day-of-week, such as "
		"'0 6 * * 1': Mondays at 06:00 UTC");
	refuses("[schedule \"w\"]\n cron = 0 0 31 2 *\n",
		".gitbench, line 7: cron = '0 0 31 2 *': no month that it "
		"names has that day", "");
	refuses("[schedule \"w\"]\n cron\n",
		".gitbench, line 7: 'cron' needs a value", "");
	refuses("[schedule \"w\"]\n corn = 0 6 * * 1\n",
		".gitbench, line 7: unknown key 'corn' in [schedule \"w\"]",
		"did you mean 'cron'?");
	refuses("[schedule]\n cron = 0 6 * * 1\n",
		".gitbench, line 7: [schedule] needs a name: [schedule "
		"\"name\"]", "");
	refuses("[schedule \"../x\"]\n cron = 0 6 * * 1\n",
		".gitbench, line 7: the name of a schedule is made of at most "
		"64 letters, digits, '.', '_' and '-', not '../x'", "");
	refuses("[schedule \"w\"]\n suite = other\n",
		".gitbench, line 7: there is no suite 'other', only: a, b",
		"");
	refuses("[schedule \"w\"]\n ref = a..b\n",
		".gitbench, line 7: ref = 'a..b' is neither a branch, a ref "
		"nor a pattern such as bench/*", "");
	refuses("[schedule \"w\"]\n expires = tomorrow\n",
		".gitbench, line 7: expires = 'tomorrow' is no date such as "
		"2026-11-30", "");
	refuses("[schedule \"w\"]\n expires = 2026-02-30\n",
		".gitbench, line 7: expires = '2026-02-30' is no date such as "
		"2026-11-30", "");
	refuses("[schedule \"w\"]\n pool = a b\n",
		".gitbench, line 7: pool = 'a b' is no label: at most 64 "
		"letters, digits, '.', '_' and '-'", "");
	refuses("[schedule \"w\"]\n samples = 0\n",
		".gitbench, line 7: samples = '0' is no number from 1 to "
		"10000", "");
}

static void looking_up(void)
{
	const struct schedule *s;

	parse("");
	is_int(schedules_find(&s, &suites, "w"), ERR_NOTFOUND, "none at all");
	is(error_message(), "no schedule is configured", "is said");
	parse("[schedule \"weekly\"]\n cron = 0 6 * * 1\n"
	      "[schedule \"nightly\"]\n cron = 0 0 * * *\n");
	is_int(schedules_find(&s, &suites, "weakly"), ERR_NOTFOUND, "a typo");
	is(error_message(),
	   "there is no schedule 'weakly', only: weekly, nightly", "is said");
	is(error_hint(), "did you mean 'weekly'?", "with a hint");
	is_int(schedules_find(&s, &suites, NULL), ERR_NOTFOUND,
	       "which of two must be said");
	ok(!schedules_find(&s, &suites, "nightly") &&
		   !strcmp(s->name, "nightly"), "by name");
}

int main(void)
{
	defaults();
	all_keys();
	patterns();
	refusals();
	looking_up();
	suites_release(&suites);
	return done();
}
