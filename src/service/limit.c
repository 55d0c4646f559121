#include "service/limit.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "git/config.h"

static void lower(struct limit *limit, double seconds, const char *origin)
{
	if (seconds <= 0 || (limit->seconds > 0 && limit->seconds <= seconds))
		return;
	limit->seconds = seconds;
	limit->origin = origin;
}

int limit_set(struct limit *out, struct repo *repo, const struct suite *suite,
	      const struct request *request)
{
	double owner;
	int rc = config_duration(&owner, repo, "bench.maxTime", 0);

	*out = (struct limit){ .begin = clock_monotonic() };
	lower(out, owner, "bench.maxTime of the runner");
	lower(out, suite->max_time, "max-time of the suite");
	lower(out, json_get_number(request->options, "max_time", 0),
	      "--max-time of the request");
	return rc;
}

int limit_check(const struct limit *limit)
{
	if (limit->seconds <= 0 ||
	    clock_monotonic() - limit->begin < limit->seconds)
		return 0;
	auto_free char *time = text_from_seconds(limit->seconds);
	return fail(ERR_FAILED, "it was stopped after %s (%s)", time,
		    limit->origin);
}
