#include "record/past.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "record/comparability.h"
#include "record/history.h"

/* Results whose looks are read: not all have all targets. */
#define RESULTS_MAX (3 * NOISE_MEMORY)

/* Changes of one variant of one target in one metric, oldest first. */
struct series {
	char *target, *variant, *metric;
	double *pairs;
	size_t nr_pairs, cap_pairs;
	double *runs;
	size_t nr_runs, cap_runs;
	double last_look; /* NaN: none yet */
	double last_run;
	int last_samples;
};

/* A result of the place, as far as its looks need it. */
struct origin {
	char *variant; /* of its looks */
	bool same_code;
};

struct past {
	const struct result *like; /* while it is read */
	struct series *series;
	size_t nr, cap;
	json_t *numbers; /* of series, by what they are of */
	struct strlist paths;
	struct origin *origins; /* one a path */
	size_t cap_origins;
	size_t skipped;		/* of them: too old to matter */
	size_t nr_results;
};

/* ==== Series ============================================================ */

static const char *text_or_empty(const char *text)
{
	return text ? text : "";
}

static char *key_of(const char *target, const char *variant,
		    const char *metric)
{
	return xstrfmt("%s\x1f%s\x1f%s", target, text_or_empty(variant),
		       metric);
}

static bool texts_equal(const char *a, const char *b)
{
	return !strcmp(text_or_empty(a), text_or_empty(b));
}

static struct series *find_series(const struct past *past, const char *target,
				  const char *variant, const char *metric)
{
	auto_free char *key = key_of(target, variant, metric);
	const json_t *number = json_object_get(past->numbers, key);

	return number ? &past->series[json_integer_value(number)] : NULL;
}

static struct series *need_series(struct past *past, const char *target,
				  const char *variant, const char *metric)
{
	struct series *series = find_series(past, target, variant, metric);
	auto_free char *key = key_of(target, variant, metric);

	if (series)
		return series;
	if (json_object_set_new(past->numbers, key, json_integer(past->nr)))
		return NULL;
	ARRAY_GROW(past->series, past->nr + 1, past->cap);
	series = &past->series[past->nr++];
	*series = (struct series){
		.target = xstrdup(target),
		.variant = xstrdup(text_or_empty(variant)),
		.metric = xstrdup(metric),
		.last_look = NAN,
		.last_run = NAN,
	};
	return series;
}

static void add_pair(struct series *series, double change)
{
	ARRAY_GROW(series->pairs, series->nr_pairs + 1, series->cap_pairs);
	series->pairs[series->nr_pairs++] = change;
}

/* ==== Runs ============================================================== */

static void add_run(struct past *past, const char *target,
		    const char *variant, const char *metric, double value,
		    int samples)
{
	struct series *series = need_series(past, target, variant, metric);

	if (!series)
		return;
	int fewer = samples < series->last_samples ? samples :
						     series->last_samples;
	double change = noise_change(series->last_run, value) *
			sqrt(fewer > 1 ? fewer : 1);
	series->last_run = value;
	series->last_samples = samples;
	if (!isfinite(change))
		return;
	ARRAY_GROW(series->runs, series->nr_runs + 1, series->cap_runs);
	series->runs[series->nr_runs++] = change;
}

static void add_head(struct past *past, const struct result *result,
		     const struct result_target *target)
{
	size_t head = result->nr_sides - 1;
	const struct result_cell *cell = &target->cells[head];
	const char *variant = result->sides[head].variant;
	const struct metric *user =
		metrics_find(&cell->metrics, "user_seconds");
	const struct metric *sys = metrics_find(&cell->metrics, "sys_seconds");

	if (!cell->measured || target->identical)
		return;
	add_run(past, target->name, variant, "seconds", cell->seconds,
		cell->samples);
	for (size_t i = 0; i < cell->metrics.nr; i++)
		add_run(past, target->name, variant,
			cell->metrics.items[i].name,
			cell->metrics.items[i].value, cell->samples);
	if (user && sys)
		add_run(past, target->name, variant, METRIC_CPU,
			user->value + sys->value, cell->samples);
}

/* ==== Looks ============================================================= */

static char *pair_variant(const char *base, const char *head)
{
	return texts_equal(base, head) ?
		       xstrdup(text_or_empty(head)) :
		       xstrfmt("%s / %s", text_or_empty(base),
			       text_or_empty(head));
}

/* Its looks are read later, those of all results together. */
static void add_origin(struct past *past, const char *path,
		       const struct result *result)
{
	const struct result_side *base = result_base(result);
	const struct result_side *head = result_head(result);

	if (!base)
		return;
	ARRAY_GROW(past->origins, past->paths.nr + 1, past->cap_origins);
	past->origins[past->paths.nr] = (struct origin){
		.variant = pair_variant(base->variant, head->variant),
		.same_code = oid_equal(&base->sha, &head->sha) &&
			     texts_equal(base->variant, head->variant),
	};
	strlist_add(&past->paths, path);
}

static int take_looks(void *data, const struct look_ratios *looks)
{
	struct past *past = data;
	const struct origin *origin =
		&past->origins[past->skipped + looks->document];
	struct series *series = need_series(past, looks->target,
					    origin->variant, looks->metric);

	for (size_t i = 0; series && i < looks->nr; i++) {
		double change = looks->ratios[i] - series->last_look;

		series->last_look = looks->ratios[i];
		if (origin->same_code)
			add_pair(series, looks->ratios[i]);
		else if (isfinite(change))
			add_pair(series, change * M_SQRT1_2);
	}
	return 0;
}

/* ==== Opening =========================================================== */

bool past_is_one_place(const struct result *a, const struct result *b)
{
	AUTO(comparability) c = COMPARABILITY_INIT;

	if (!texts_equal(json_get_string(a->runner, "name", NULL),
			 json_get_string(b->runner, "name", NULL)))
		return false;
	comparability_of(&c, a, b);
	return c.obstacle == COMPARABLE;
}

static int take_result(void *data, const char *path,
		       const struct result *result)
{
	struct past *past = data;

	if (!past_is_one_place(past->like, result))
		return 0;
	past->nr_results++;
	for (size_t i = 0; i < result->nr_targets; i++)
		add_head(past, result, &result->targets[i]);
	add_origin(past, path, result);
	return 0;
}

/* Each result has one change of a target at least; older ones would fade. */
static int read_looks(struct past *past, struct repo *repo)
{
	size_t nr = past->paths.nr;
	struct strlist newest = past->paths;

	if (nr > RESULTS_MAX) {
		past->skipped = nr - RESULTS_MAX;
		newest.items += past->skipped;
		newest.nr = RESULTS_MAX;
	}
	return looks_each(repo, &newest, take_looks, past);
}

int past_open(struct past **out, struct repo *repo,
	      const struct result *like)
{
	AUTO_PTR(past) past = xcalloc(1, sizeof(*past));

	past->like = like;
	past->numbers = json_object();
	int rc = history_each(repo, take_result, past);
	if (!rc && past->paths.nr)
		rc = read_looks(past, repo);
	past->like = NULL;
	if (!rc)
		*out = STEAL(past);
	return rc;
}

size_t past_results(const struct past *past)
{
	return past ? past->nr_results : 0;
}

void past_free(struct past *past)
{
	if (!past)
		return;
	for (size_t i = 0; i < past->nr; i++) {
		free(past->series[i].target);
		free(past->series[i].variant);
		free(past->series[i].metric);
		free(past->series[i].pairs);
		free(past->series[i].runs);
	}
	for (size_t i = 0; i < past->paths.nr; i++)
		free(past->origins[i].variant);
	free(past->series);
	free(past->origins);
	strlist_release(&past->paths);
	json_decref(past->numbers);
	free(past);
}

/* ==== Asking ============================================================ */

const char *past_source_name(enum past_source source)
{
	static const char *const names[] = {
		[PAST_SHORT] = "history too short",
		[PAST_PAIRS] = "same-code pairs",
		[PAST_RUNS] = "consecutive results",
		[PAST_BOTH] = "pairs and consecutive results",
	};

	return names[source];
}

/* Pairs count as the newer ones: looks are what is to be judged. */
static void noise_of_both(struct noise *out, const struct series *series)
{
	size_t nr = series->nr_runs + series->nr_pairs;
	auto_free double *all = xcalloc(nr + 1, sizeof(*all));

	if (series->nr_runs)
		memcpy(all, series->runs, series->nr_runs * sizeof(*all));
	if (series->nr_pairs)
		memcpy(all + series->nr_runs, series->pairs,
		       series->nr_pairs * sizeof(*all));
	noise_from_changes(out, all, nr);
}

static void noise_of(struct past_noise *out, const struct series *series)
{
	*out = (struct past_noise){
		.pairs = series->nr_pairs,
		.runs = series->nr_runs,
		.source = PAST_PAIRS,
	};
	noise_from_changes(&out->noise, series->pairs, series->nr_pairs);
	if (noise_is_known(&out->noise))
		return;
	noise_from_changes(&out->noise, series->runs, series->nr_runs);
	out->source = PAST_RUNS;
	if (noise_is_known(&out->noise))
		return;
	noise_of_both(&out->noise, series);
	out->source = noise_is_known(&out->noise) ? PAST_BOTH : PAST_SHORT;
}

/* Of two variants never looked at together the louder one counts. */
static void louder(struct past_noise *out, const struct past_noise *other)
{
	if (!noise_is_known(&out->noise))
		return;
	if (!noise_is_known(&other->noise) ||
	    other->noise.quartile > out->noise.quartile)
		*out = *other;
}

void past_noise(struct past_noise *out, const struct past *past,
		const char *target, const char *base, const char *head,
		const char *metric)
{
	const char *const sides[] = { base, head };
	auto_free char *both = pair_variant(base, head);

	*out = (struct past_noise){ .source = PAST_SHORT };
	if (!past)
		return;
	const struct series *series = find_series(past, target, both, metric);
	if (series)
		noise_of(out, series);
	if (noise_is_known(&out->noise) || texts_equal(base, head))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(sides); i++) {
		struct past_noise one = { .source = PAST_SHORT };

		series = find_series(past, target, sides[i], metric);
		if (series)
			noise_of(&one, series);
		if (i)
			louder(out, &one);
		else
			*out = one;
	}
}

/* What the recorder notes of each sample, and nobody asks a verdict of. */
bool past_is_decided(const char *metric)
{
	static const char *const names[] = {
		"user_seconds", "sys_seconds",	    "minor_faults",
		"major_faults", "voluntary_switches", "involuntary_switches",
		"cycles",	"branch_misses",    "cache_misses",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i], metric))
			return false;
	return true;
}

double past_smallest_effect(const char *metric)
{
	/* Counts repeat better than times. */
	return strncmp(metric, "instructions", strlen("instructions")) ?
		       0.01 :
		       0.001;
}

size_t past_entries(const struct past *past)
{
	return past ? past->nr : 0;
}

void past_entry(struct past_entry *out, const struct past *past, size_t at)
{
	const struct series *series = &past->series[at];

	out->target = series->target;
	out->variant = *series->variant ? series->variant : NULL;
	out->metric = series->metric;
	noise_of(&out->noise, series);
}
