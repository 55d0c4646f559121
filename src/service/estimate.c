#include "service/estimate.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/regex.h"
#include "measure/machine.h"
#include "record/history.h"

struct search {
	const struct request *request;
	struct regex *filter;
	char *class;
	int rank; /* of what was taken last; 0: nothing */
	struct estimate *out;
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

/* Oldest first: a later result replaces an earlier one that is no better. */
static int consider(void *data, const char *path, const struct result *result)
{
	struct search *search = data;
	double build = json_get_number(result->stages, "build_seconds", NAN);
	double measure =
		json_get_number(result->stages, "measure_seconds", NAN);

	if (strcmp(result->suite, search->request->suite) ||
	    !isfinite(build) || !isfinite(measure) || !result->nr_sides)
		return 0;
	int rank = rank_of(search, result);
	if (rank < search->rank)
		return 0;
	search->rank = rank;
	estimate_from(search, path, result, build, measure);
	return 0;
}

int estimate_request(struct estimate *out, struct repo *repo,
		     const struct request *request)
{
	AUTO(machine) machine = { 0 };
	AUTO_PTR(regex) filter = NULL;

	machine_read(&machine);
	if (request->filter) {
		int rc = regex_compile(&filter, request->filter, "filter");
		if (rc)
			return rc;
	}
	struct search search = {
		.request = request,
		.filter = filter,
		.class = machine.class,
		.out = out,
	};
	*out = (struct estimate){ 0 };
	return history_each(repo, consider, &search);
}

void estimate_release(struct estimate *estimate)
{
	free(estimate->path);
	*estimate = (struct estimate){ 0 };
}
