#include "service/reuse.h"

#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "git/config.h"
#include "record/history.h"

static bool same_text(const char *a, const char *b)
{
	return !strcmp(a ? a : "", b ? b : "");
}

static bool same_sides(const struct request *request,
		       const struct result *result)
{
	if (request->nr_sides != result->nr_sides)
		return false;
	for (size_t i = 0; i < request->nr_sides; i++) {
		const struct request_side *wanted = &request->sides[i];
		const struct result_side *side = &result->sides[i];

		if (!oid_equal(&wanted->sha, &side->sha) ||
		    !same_text(wanted->variant, side->variant))
			return false;
	}
	return true;
}

/*
 * The filter stands among the options of a result; what was not reached
 * changed nothing.
 */
static bool same_options(const struct request *request,
			 const struct result *result)
{
	json_auto_t *wanted = json_deep_copy(request->options);
	json_auto_t *had = result->options ? json_deep_copy(result->options) :
					     json_object();

	if (request->filter)
		json_set_string(wanted, "filter", request->filter);
	json_object_del(wanted, "max_time");
	json_object_del(had, "max_time");
	return json_equal(wanted, had);
}

/* What times depend on, as far as a machine tells it. */
static bool same_machine(const json_t *a, const json_t *b)
{
	static const char *const members[] = {
		"class", "kernel", "governor", "turbo", "smt", "virtual",
	};

	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		json_t *x = json_object_get(a, members[i]);
		json_t *y = json_object_get(b, members[i]);

		if (x != y && !json_equal(x, y))
			return false;
	}
	return true;
}

static bool will_do(const struct result *result, const struct request *request,
		    const json_t *machine)
{
	return !strcmp(result->suite, request->suite) &&
	       same_text(result->config, request->config) &&
	       same_sides(request, result) && same_options(request, result) &&
	       !result->nr_missing && !result->continues &&
	       (!machine || same_machine(machine, result->runner));
}

/* Does it ask for samples of its own, whatever there is? */
static bool wants_samples(const struct request *request)
{
	return request->fresh || request->schedule || request->round ||
	       !request->config ||
	       json_object_get(request->options, "continue");
}

static int look_at(struct reuse *out, struct repo *repo, const char *path,
		   const struct request *request, const json_t *machine)
{
	AUTO(result) result = RESULT_INIT;
	int rc = history_load(&result, repo, path);

	if (rc || !will_do(&result, request, machine))
		return rc;
	out->path = xstrdup(path);
	out->result = result;
	result = (struct result)RESULT_INIT;
	return history_tip(&out->commit, repo);
}

int reuse_find(struct reuse *out, struct repo *repo,
	       const struct request *request, const struct machine *machine)
{
	json_auto_t *json = machine ? machine_to_json(machine) : NULL;
	AUTO(strlist) paths = STRLIST_INIT;
	double age;

	*out = (struct reuse)REUSE_INIT;
	if (wants_samples(request))
		return 0;
	int rc = config_duration(&age, repo, "bench.reuse", REUSE_AGE);
	if (!rc && age > 0)
		rc = history_measured(&paths, repo,
				      &request_head(request)->sha,
				      clock_now() - (int64_t)age);
	for (size_t i = 0; !rc && !out->path && i < paths.nr; i++)
		rc = look_at(out, repo, paths.items[i], request, json);
	return rc;
}

void reuse_release(struct reuse *reuse)
{
	free(reuse->path);
	result_release(&reuse->result);
	*reuse = (struct reuse)REUSE_INIT;
}
