#include "service/budget.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "git/config.h"
#include "measure/machine.h"
#include "record/ledger.h"
#include "service/estimate.h"

#define DAY 86400

/* ==== Who may use how much ============================================== */

/* Is `who`, as the configuration names somebody, the author `by`? */
static bool is_meant(const char *who, const char *by)
{
	const char *address = strstr(by, " <");
	size_t name = address ? (size_t)(address - by) : strlen(by);

	if (!strcmp(who, by) ||
	    (strlen(who) == name && !strncmp(who, by, name)))
		return true;
	auto_free char *end = xstrfmt(" <%s>", who);
	return text_ends_with(by, end);
}

static int bad_value(const char *value)
{
	fail(ERR_BADDATA, "bench.budget = '%s' is no time such as 90m or 8h, "
			  "nor one for somebody", value);
	fail_hint("git config --add bench.budget \"ada@example.org = 2h\"");
	return ERR_BADDATA;
}

/* *named: it speaks of somebody by name. */
static int read_value(double *out, bool *fits, bool *named, const char *value,
		      const char *by)
{
	auto_free char *copy = xstrdup(value);
	char *equals = strrchr(copy, '=');
	double seconds;

	*named = equals;
	*fits = true;
	if (equals) {
		*equals = '\0';
		*fits = is_meant(text_trim(copy), by);
	}
	if (!text_to_duration(&seconds, text_trim(equals ? equals + 1 : copy)))
		return bad_value(value);
	if (*fits)
		*out = seconds;
	return 0;
}

/* Infinite where nobody set a limit. */
static int find_limit(double *out, struct repo *repo, const char *by)
{
	AUTO(strlist) values = STRLIST_INIT;
	bool by_name = false;
	int rc = config_all(&values, repo, "bench.budget");

	*out = INFINITY;
	for (size_t i = 0; !rc && i < values.nr; i++) {
		double seconds;
		bool fits, named;

		rc = read_value(&seconds, &fits, &named, values.items[i], by);
		if (rc || !fits || (by_name && !named))
			continue;
		*out = seconds;
		by_name = named;
	}
	return rc;
}

static int find_policy(bool *refuse, struct repo *repo)
{
	auto_free char *value =
		config_string(repo, "bench.overBudget", "approve");

	*refuse = !strcmp(value, "refuse");
	if (*refuse || !strcmp(value, "approve"))
		return 0;
	return fail(ERR_BADDATA,
		    "bench.overBudget = '%s' is neither approve nor refuse",
		    value);
}

/* ==== What is used ====================================================== */

static int64_t begin_of_day(void)
{
	int64_t now = clock_now();

	return now - now % DAY;
}

static bool counts(const struct request *other, const struct request *request)
{
	return !strcmp(other->by, request->by) && !other->schedule &&
	       strcmp(other->id, request->id);
}

static int add_ended(double *used, struct repo *repo,
		     const struct request *request)
{
	AUTO(ledger) ended = { 0 };
	int rc = ledger_read_ended(&ended, repo, begin_of_day());

	for (size_t i = 0; i < ended.nr; i++)
		if (counts(&ended.requests[i], request))
			*used += ended.requests[i].spent;
	return rc;
}

/* Requests whose times are estimated together. */
struct reckoning {
	struct estimate_query *queries;
	struct estimate *found;
	size_t nr;
};

static void reckoning_release(struct reckoning *r)
{
	for (size_t i = 0; i < r->nr; i++)
		estimate_release(&r->found[i]);
	free(r->queries);
	free(r->found);
}

static bool stands_in(const struct ledger *ledger, const char *id)
{
	for (size_t i = 0; i < ledger->nr; i++)
		if (!strcmp(ledger->requests[i].id, id))
			return true;
	return false;
}

/* An estimate of those that are open and go before, and of itself. */
static int add_open(double *used, double *wanted, struct repo *repo,
		    const struct request *request)
{
	AUTO(machine) machine = { 0 };
	AUTO(ledger) live = { 0 };
	AUTO(reckoning) r = { 0 };
	int rc = ledger_read(&live, repo, LEDGER_LIVE);
	/* One that is being made comes after all that are there. */
	bool queued = stands_in(&live, request->id);

	machine_read(&machine);
	r.queries = xcalloc(live.nr + 1, sizeof(*r.queries));
	r.found = xcalloc(live.nr + 1, sizeof(*r.found));
	r.queries[r.nr++] = (struct estimate_query){ request, machine.class };
	for (size_t i = 0; i < live.nr; i++) {
		const struct request *other = &live.requests[i];

		if (!counts(other, request) || other->state != REQUEST_OPEN ||
		    (queued && request_compare(other, request) > 0))
			continue;
		*used += other->spent;
		r.queries[r.nr++] = (struct estimate_query){ other,
							     machine.class };
	}
	if (!rc)
		rc = estimate_all(r.found, repo, r.queries, r.nr);
	for (size_t i = 1; i < r.nr; i++)
		*used += r.found[i].known ? r.found[i].seconds : 0;
	*wanted = r.found[0].known ? r.found[0].seconds : 0;
	return rc;
}

/* ==== The answer ======================================================== */

static char *say(const char *by, double used, double limit, double wanted)
{
	const char *address = strstr(by, " <");
	auto_free char *name = address ? xmemdupz(by, address - by) :
					 xstrdup(by);
	if (limit <= 0)
		return xstrfmt("%s may use no machine time (bench.budget)",
			       name);
	auto_free char *had = text_from_seconds(used);
	auto_free char *most = text_from_seconds(limit);
	auto_free char *takes = text_from_seconds(wanted);

	return xstrfmt("%s has used or asked for %s of today's %s "
		       "(bench.budget)%s%s",
		       name, had, most,
		       wanted > 0 ? ", and this takes about " : "",
		       wanted > 0 ? takes : "");
}

int budget_check(struct budget *out, struct repo *repo,
		 const struct request *request, double more)
{
	double limit, used = more;

	*out = (struct budget){ 0 };
	int rc = find_policy(&out->refuse, repo);
	if (!rc)
		rc = find_limit(&limit, repo, request->by);
	if (rc || isinf(limit) || request->schedule || request->approved)
		return rc;
	used += request->spent;
	rc = add_ended(&used, repo, request);
	if (!rc)
		rc = add_open(&used, &out->wanted, repo, request);
	if (rc)
		return rc;
	out->exceeded = used >= limit || used + out->wanted > limit;
	if (out->exceeded)
		out->sentence = say(request->by, used, limit,
				    out->wanted);
	return 0;
}

void budget_release(struct budget *budget)
{
	free(budget->sentence);
	*budget = (struct budget){ 0 };
}
