#include "service/estimate.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/regex.h"
#include "measure/machine.h"
#include "record/history.h"

/* The best that a result can be: same class, all that is asked for. */
#define RANK_BEST 4

struct search {
	const struct request *request;
	struct regex *filter;
	const char *class;
	int rank; /* of what was taken last; 0: nothing */
	struct estimate *out;
};

struct searches {
	struct search *items;
	size_t nr;
};

/* Median seconds of a target over its sides, and how many sampled it. */
static double sample_seconds(const struct result *result,
			     const struct result_target *target, int *samples)
{
	double sum = 0;
	int sides = 0;

	for (size_t i = 0; i < result->nr_sides; i++) {
		const struct result_cell *cell = &target->cells[i];

		if (!cell->measured || !isfinite(cell->seconds))
			continue;
		sum += cell->seconds;
		sides++;
		if (cell->samples > *samples)
			*samples = cell->samples;
	}
	return sides ? sum / sides : 0;
}

static void estimate_from(struct search *search, const char *path,
			  const struct result *result, double build,
			  double measure)
{
	const struct request *request = search->request;
	struct estimate *out = search->out;
	double all = 0, wanted = 0;
	int samples = 1;

	out->targets = 0;
	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_target *target = &result->targets[i];
		double seconds = sample_seconds(result, target, &samples);

		all += seconds;
		if (search->filter &&
		    !regex_matches(search->filter, target->name))
			continue;
		wanted += seconds;
		out->targets++;
	}
	out->samples = json_get_int(request->options, "samples", samples);
	double share = all > 0 ? wanted / all : 1;
	double scale = (double)request->nr_sides / result->nr_sides;
	out->seconds = scale * (build + measure * share * out->samples /
						samples);
	out->known = true;
	free(out->path);
	out->path = xstrdup(path);
}

/* Was all of it measured that the request asks for? */
static bool covers(const struct request *request, const struct result *result)
{
	const char *filter = json_get_string(result->options, "filter", NULL);

	return !result->continues &&
	       (!filter ||
		(request->filter && !strcmp(filter, request->filter)));
}

static int rank_of(const struct search *search, const struct result *result)
{
	const char *class = json_get_string(result->runner, "class", "");

	return 1 + 2 * !strcmp(class, search->class) +
	       covers(search->request, result);
}

/* One of identical programs says nothing of what running them takes. */
static bool was_sampled(const struct result *result)
{
	for (size_t i = 0; i < result->nr_targets; i++)
		if (!result->targets[i].identical)
			return true;
	return false;
}

/* Newest first: an older result must be better to take its place. */
static void consider(struct search *search, const char *path,
		     const struct result *result)
{
	double build = json_get_number(result->stages, "build_seconds", NAN);
	double measure =
		json_get_number(result->stages, "measure_seconds", NAN);

	if (strcmp(result->suite, search->request->suite) ||
	    !isfinite(build) || !isfinite(measure) || !result->nr_sides)
		return;
	if (!was_sampled(result))
		return;
	int rank = rank_of(search, result);
	if (rank <= search->rank)
		return;
	search->rank = rank;
	estimate_from(search, path, result, build, measure);
}

/* Until nothing better can come. */
static int consider_all(void *data, const char *path,
			const struct result *result)
{
	struct searches *searches = data;
	bool done = true;

	for (size_t i = 0; i < searches->nr; i++) {
		struct search *search = &searches->items[i];

		if (search->rank < RANK_BEST)
			consider(search, path, result);
		done = done && search->rank == RANK_BEST;
	}
	return done;
}

static void searches_release(struct searches *searches)
{
	for (size_t i = 0; i < searches->nr; i++)
		regex_free(searches->items[i].filter);
	free(searches->items);
}

static int add_search(struct searches *searches, struct estimate *out,
		      const struct estimate_query *query)
{
	struct search *search = &searches->items[searches->nr++];
	const char *filter = query->request->filter;

	*search = (struct search){
		.request = query->request,
		.class = query->class,
		.out = out,
	};
	return filter ? regex_compile(&search->filter, filter, "filter") : 0;
}

int estimate_all(struct estimate *out, struct repo *repo,
		 const struct estimate_query *queries, size_t nr)
{
	AUTO(searches) searches = {
		.items = xcalloc(nr + 1, sizeof(*searches.items)),
	};

	if (!nr)
		return 0;
	for (size_t i = 0; i < nr; i++)
		/* A stranger's filter may be none: the job will say so. */
		if (add_search(&searches, &out[i], &queries[i]))
			error_clear();
	int rc = history_each_newest(repo, ESTIMATE_LOOKS, consider_all,
				     &searches);
	return rc < 0 ? rc : 0;
}

int estimate_request(struct estimate *out, struct repo *repo,
		     const struct request *request)
{
	AUTO(machine) machine = { 0 };

	machine_read(&machine);
	const struct estimate_query query = { request, machine.class };
	*out = (struct estimate){ 0 };
	return estimate_all(out, repo, &query, 1);
}

void estimate_release(struct estimate *estimate)
{
	free(estimate->path);
	*estimate = (struct estimate){ 0 };
}
