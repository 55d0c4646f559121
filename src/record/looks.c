#include "record/looks.h"

#include <math.h>
#include <string.h>

#include "analysis/stats.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "git/object.h"
#include "git/tree.h"
#include "record/history.h"
#include "record/history_name.h"
#include "record/index.h"

#define SAMPLES_SIZE_MAX (64 << 20)
#define LOOKS_MAX 1000 /* of one target; the first ones are read */
#define VALUES_MAX 1000 /* of one look */

static const char schema[] =
	"CREATE TABLE looks (blob TEXT PRIMARY KEY, ratios TEXT)";

/* ==== From samples ==== */

/* Numbers of a look; a process may have given several: their median. */
static double look_of(const json_t *series, size_t at)
{
	const json_t *values = json_object_get(series, "values");
	const json_t *starts = json_object_get(series, "starts");
	size_t from = at, to = at + 1, nr = 0;
	double list[VALUES_MAX];

	if (starts) {
		const json_t *next = json_array_get(starts, at + 1);
		json_t *first = json_array_get(starts, at);

		if (!json_is_integer(first) || json_integer_value(first) < 0)
			return NAN;
		from = json_integer_value(first);
		to = json_is_integer(next) ? (size_t)json_integer_value(next) :
					     json_array_size(values);
	}
	for (size_t i = from; i < to && nr < VALUES_MAX; i++) {
		json_t *value = json_array_get(values, i);

		if (!json_is_number(value))
			return NAN;
		list[nr++] = json_number_value(value);
	}
	return stats_median(list, nr);
}

/* Of a metric, or of two added up; NaN where there is none. */
static double value_at(const json_t *side, const char *metric,
		       const char *also, size_t at)
{
	double value = look_of(json_object_get(side, metric), at);

	return also ? value + look_of(json_object_get(side, also), at) :
		      value;
}

static void add_metric(json_t *out, const char *name, const json_t *base,
		       const json_t *head, const char *metric,
		       const char *also, size_t most)
{
	json_t *ratios = json_array();

	for (size_t i = 0; i < most; i++) {
		double b = value_at(base, metric, also, i);
		double h = value_at(head, metric, also, i);

		if (!(b > 0) || !(h > 0) || !isfinite(b) || !isfinite(h))
			break;
		json_array_append_new(ratios, json_real(log(h) - log(b)));
	}
	if (json_array_size(ratios))
		json_object_set_new(out, name, ratios);
	else
		json_decref(ratios);
}

static void add_target(json_t *out, const json_t *target)
{
	const json_t *sides = json_object_get(target, "sides");
	const char *name = json_get_string(target, "name", NULL);
	size_t nr = json_array_size(sides);
	int64_t least = json_get_int(target, "least", LOOKS_MAX);
	size_t most = least > 0 && least < LOOKS_MAX ? least : LOOKS_MAX;
	const json_t *base = json_array_get(sides, 0);
	json_t *head = json_array_get(sides, nr - 1);
	const char *metric;
	json_t *unused;

	if (nr < 2 || !name)
		return;
	json_t *all = json_object();
	json_object_foreach(head, metric, unused)
		add_metric(all, metric, base, head, metric, NULL, most);
	add_metric(all, METRIC_CPU, base, head, "user_seconds", "sys_seconds",
		   most);
	json_object_set_new(out, name, all);
}

/* { target: { metric: [ratio, ...] } }; new reference. */
static json_t *ratios_of(const json_t *samples)
{
	const json_t *targets = json_object_get(samples, "targets");
	json_t *out = json_object();

	for (size_t i = 0; i < json_array_size(targets); i++)
		add_target(out, json_array_get(targets, i));
	return out;
}

static int read_samples(json_t **out, struct repo *repo,
			const struct oid *blob)
{
	AUTO(buf) text = BUF_INIT;
	json_auto_t *samples = NULL;

	int rc = blob_read(&text, repo, blob, SAMPLES_SIZE_MAX);
	if (!rc)
		rc = json_parse(&samples, text.ptr, text.len, "samples");
	if (!rc)
		*out = ratios_of(samples);
	return rc;
}

/* ==== The index ==== */

struct reader {
	struct repo *repo;
	struct index *index;
	struct query find, store;
	int (*each)(void *data, const struct look_ratios *ratios);
	void *data;
};

static void reader_release(struct reader *r)
{
	query_release(&r->find);
	query_release(&r->store);
	index_free(r->index);
}

/* New reference; NULL: not known there. */
static json_t *look_up(struct reader *r, const struct oid *blob)
{
	json_t *ratios = NULL;

	query_bind_text(&r->find, 1, blob->hex);
	if (!query_step(&r->find))
		return NULL;
	const char *text = query_text(&r->find, 0);
	if (json_parse(&ratios, text, strlen(text), "index")) {
		error_clear();
		index_discard(r->index);
		return NULL;
	}
	query_reset(&r->find);
	return ratios;
}

/* What cannot be read is known, too: as nothing. */
static json_t *learn(struct reader *r, const struct oid *blob)
{
	json_t *ratios = NULL;
	int rc = read_samples(&ratios, r->repo, blob);

	if (rc)
		error_clear();
	if (rc && rc != ERR_BADDATA)
		return NULL;
	if (!ratios)
		ratios = json_object();
	auto_free char *text = json_line(ratios);
	query_bind_text(&r->store, 1, blob->hex);
	query_bind_text(&r->store, 2, text);
	query_run(&r->store);
	/* Digit by digit what a later reader finds there. */
	json_t *again = NULL;
	if (json_parse(&again, text, strlen(text), "index"))
		error_clear();
	json_decref(ratios);
	return again;
}

/* ==== One after the other ==== */

/* Numbers of a row, which may have been damaged; NULL when it was. */
static double *numbers(const json_t *array)
{
	size_t nr = json_array_size(array);
	double *out = xcalloc(nr + 1, sizeof(*out));

	for (size_t i = 0; i < nr; i++)
		out[i] = json_number_value(json_array_get(array, i));
	return out;
}

static int hand_over(struct reader *r, size_t document, json_t *ratios)
{
	const char *target, *metric;
	json_t *metrics, *values;

	json_object_foreach(ratios, target, metrics) {
		json_object_foreach(metrics, metric, values) {
			auto_free double *list = numbers(values);
			const struct look_ratios one = {
				.document = document,
				.target = target,
				.metric = metric,
				.ratios = list,
				.nr = json_array_size(values),
			};
			int rc = one.nr ? r->each(r->data, &one) : 0;

			if (rc)
				return rc;
		}
	}
	return 0;
}

static int read_one(struct reader *r, const struct oid *tip, size_t document,
		    const char *path)
{
	auto_free char *samples = history_samples_path(path);
	struct oid blob;

	if (!samples || tree_find(&blob, r->repo, tip, samples)) {
		error_clear();
		return 0;
	}
	json_auto_t *ratios = look_up(r, &blob);
	if (!ratios)
		ratios = learn(r, &blob);
	int rc = interrupt_check();
	return rc ? rc : hand_over(r, document, ratios);
}

int looks_each(struct repo *repo, const struct strlist *paths,
	       int (*each)(void *data, const struct look_ratios *ratios),
	       void *data)
{
	AUTO(reader) r = { .repo = repo, .each = each, .data = data };
	struct oid tip;
	int rc = history_tip(&tip, repo);

	if (rc)
		return rc;
	r.index = index_open(repo, "looks-2", schema, false);
	index_begin_writing(r.index);
	query_init(&r.find, r.index, "SELECT ratios FROM looks WHERE blob = ?");
	query_init(&r.store, r.index,
		   "INSERT OR REPLACE INTO looks VALUES (?, ?)");
	for (size_t i = 0; i < paths->nr && !rc; i++)
		rc = read_one(&r, &tip, i, paths->items[i]);
	index_commit(r.index);
	return rc;
}
