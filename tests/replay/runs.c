#include "runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "suite/archive.h"

#define WALL_LEAST 0.05 /* seconds; shorter ones are left out */

/* ==== Files ============================================================= */

/* Cuts "<variant>_<n>.<wrapper>.summary.bench" down to the variant. */
static void cut_variant(char *name, const char *wrapper)
{
	char *end = strstr(name, ".summary.bench");

	if (!end)
		return;
	*end = '\0';
	size_t tail = strlen(wrapper);
	if (text_ends_with(name, wrapper) && strlen(name) > tail)
		name[strlen(name) - tail - 1] = '\0';
	end = strrchr(name, '_');
	if (end)
		*end = '\0';
}

/* <kind>/<host>/<date>/<commit>/<name>; NULL when it is laid out otherwise. */
static struct source *source_of(const struct archive_file *file)
{
	static const char *const kinds[] = { "sequential", "parallel" };
	char *words = xstrdup(file->path), *rest = words;
	const char *parts[5];

	for (int i = 0; i < 5; i++)
		parts[i] = strsep(&rest, "/");
	for (int kind = 0; parts[4] && !rest && kind < KIND_NR; kind++) {
		if (strcmp(parts[0], kinds[kind]))
			continue;
		struct source *source = xmalloc(sizeof(*source));
		*source = (struct source){
			.path = xstrdup(file->path),
			.kind = kind,
			.host = parts[1],
			.date = parts[2],
			.commit = parts[3],
			.variant = parts[4],
			.words = words,
		};
		cut_variant((char *)source->variant, file->wrapper);
		return source;
	}
	free(words);
	return NULL;
}

static double positive(double x)
{
	return isfinite(x) && x > 0 ? x : NAN;
}

static int add_file(void *data, const struct archive_file *file)
{
	struct runs *runs = data;

	if (file->format != ARCHIVE_SUMMARY || !file->summary->nr)
		return 0;
	struct source *source = source_of(file);
	if (!source)
		return 0;
	ARRAY_GROW(runs->sources, runs->nr_sources + 1, runs->cap_sources);
	runs->sources[runs->nr_sources++] = source;
	for (size_t i = 0; i < file->summary->nr; i++) {
		const struct summary_row *row = &file->summary->rows[i];

		if (!(row->time > WALL_LEAST))
			continue;
		ARRAY_GROW(runs->runs, runs->nr + 1, runs->cap);
		runs->runs[runs->nr++] = (struct run){
			.source = source,
			.name = xstrdup(row->name),
			.wall = row->time,
			.cpu = positive(row->user + row->sys),
			.codesize = row->codesize,
		};
	}
	return 0;
}

/* ==== Targets =========================================================== */

static int by_target(const struct run *x, const struct run *y)
{
	int rc = (int)x->source->kind - (int)y->source->kind;

	if (!rc)
		rc = strcmp(x->source->host, y->source->host);
	return rc ? rc : strcmp(x->name, y->name);
}

static int by_time(const void *a, const void *b)
{
	const struct run *x = a, *y = b;
	int rc = by_target(x, y);

	if (!rc)
		rc = strcmp(x->source->variant, y->source->variant);
	return rc ? rc : strcmp(x->source->path, y->source->path);
}

static int by_end(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	int rc = strcmp(x->to->source->date, y->to->source->date);

	return rc ? rc : (x->to > y->to) - (x->to < y->to);
}

static bool is_variant(const struct run *x, const struct run *y)
{
	return !strcmp(x->source->variant, y->source->variant);
}

static bool is_commit(const struct run *x, const struct run *y)
{
	return !strcmp(x->source->commit, y->source->commit);
}

static void add_changes(struct target *target)
{
	target->changes =
		xreallocarray(NULL, target->nr, sizeof(*target->changes));
	for (size_t i = 1; i < target->nr; i++) {
		const struct run *from = &target->runs[i - 1];
		const struct run *to = &target->runs[i];

		if (is_variant(from, to))
			target->changes[target->nr_changes++] = (struct change){
				.from = from,
				.to = to,
				.wall = noise_change(from->wall, to->wall),
				.cpu = noise_change(from->cpu, to->cpu),
			};
	}
	qsort(target->changes, target->nr_changes, sizeof(struct change),
	      by_end);
}

static void add_targets(struct runs *runs)
{
	qsort(runs->runs, runs->nr, sizeof(*runs->runs), by_time);
	for (size_t i = 0, end; i < runs->nr; i = end) {
		for (end = i + 1; end < runs->nr; end++)
			if (by_target(&runs->runs[i], &runs->runs[end]))
				break;
		ARRAY_GROW(runs->targets, runs->nr_targets + 1,
			   runs->cap_targets);
		struct target *target = &runs->targets[runs->nr_targets++];
		*target = (struct target){ .runs = &runs->runs[i],
					   .nr = end - i };
		add_changes(target);
	}
}

size_t target_changes_before(const struct target *target, const char *date)
{
	size_t low = 0, high = target->nr_changes;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(target->changes[middle].to->source->date, date) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ==== Windows =========================================================== */

static void subject_of(struct subject *out, const struct target *target,
		       size_t nr)
{
	double wall[2 * NOISE_MEMORY], cpu[2 * NOISE_MEMORY];
	size_t from = nr > 2 * NOISE_MEMORY ? nr - 2 * NOISE_MEMORY : 0;

	for (size_t i = from; i < nr; i++) {
		wall[i - from] = target->changes[i].wall;
		cpu[i - from] = target->changes[i].cpu;
	}
	*out = (struct subject){
		.parallel = target->runs->source->kind == KIND_PARALLEL,
	};
	noise_from_changes(&out->wall, wall, nr - from);
	noise_from_changes(&out->cpu, cpu, nr - from);
}

static bool is_one_size(const struct window *window)
{
	double size = NAN;

	for (size_t i = 0; i < WINDOW_RUNS; i++) {
		double other = window->runs[i]->codesize;

		if (isfinite(size) && isfinite(other) && size != other)
			return false;
		size = isfinite(other) ? other : size;
	}
	return true;
}

/* The runs of one variant and commit from `first` on; returns how many. */
static size_t of_commit(const struct run **out, const struct target *target,
			size_t first)
{
	const struct run *run = &target->runs[first];
	size_t nr = 0;

	for (size_t i = first; i < target->nr; i++) {
		if (!is_variant(run, &target->runs[i]))
			break;
		if (is_commit(run, &target->runs[i]))
			out[nr++] = &target->runs[i];
	}
	return nr;
}

/* The first run of its commit in its variant? */
static bool is_first(const struct target *target, size_t i)
{
	for (size_t k = i; k; k--) {
		if (!is_variant(&target->runs[k - 1], &target->runs[i]))
			return true;
		if (is_commit(&target->runs[k - 1], &target->runs[i]))
			return false;
	}
	return true;
}

static void add_windows(struct runs *runs, const struct target *target,
			const struct run **series, size_t nr)
{
	size_t free_from = 0;

	for (size_t i = 0; i + WINDOW_RUNS <= nr; i++) {
		struct window window = { .target = target,
					 .disjoint = i >= free_from };
		size_t known = target_changes_before(target,
						     series[i]->source->date);

		memcpy(window.runs, series + i, sizeof(window.runs));
		if (known < NOISE_ENOUGH || !is_one_size(&window))
			continue;
		subject_of(&window.subject, target, known);
		if (window.disjoint)
			free_from = i + WINDOW_RUNS;
		ARRAY_GROW(runs->windows, runs->nr_windows + 1,
			   runs->cap_windows);
		runs->windows[runs->nr_windows++] = window;
	}
}

static int by_job(const void *a, const void *b)
{
	const struct window *x = a, *y = b;
	int rc = (int)x->runs[0]->source->kind - (int)y->runs[0]->source->kind;

	if (!rc)
		rc = strcmp(x->runs[0]->source->path, y->runs[0]->source->path);
	return rc ? rc : strcmp(x->runs[0]->name, y->runs[0]->name);
}

/* Numbered as they are met: few, so that looking for them is cheap. */
static void add_clusters(struct runs *runs)
{
	for (size_t i = 0; i < runs->nr_windows; i++) {
		struct window *window = &runs->windows[i];
		const struct source *source = window->runs[0]->source;

		window->cluster = runs->nr_clusters[source->kind];
		for (size_t k = i; k; k--) {
			const struct source *other =
				runs->windows[k - 1].runs[0]->source;

			if (other->kind != source->kind)
				break;
			if (strcmp(other->host, source->host) ||
			    strcmp(other->commit, source->commit))
				continue;
			window->cluster = runs->windows[k - 1].cluster;
			break;
		}
		if (window->cluster == runs->nr_clusters[source->kind])
			runs->nr_clusters[source->kind]++;
	}
}

int runs_load(struct runs *out, const char *dir)
{
	int rc = archive_each(dir, add_file, out);

	if (rc)
		return rc;
	add_targets(out);
	for (size_t t = 0; t < out->nr_targets; t++) {
		const struct target *target = &out->targets[t];
		auto_free const struct run **series =
			xreallocarray(NULL, target->nr, sizeof(*series));

		for (size_t i = 0; i < target->nr; i++) {
			const char *commit = target->runs[i].source->commit;

			if (strlen(commit) != 40 || !text_is_hex(commit, 40) ||
			    !is_first(target, i))
				continue;
			size_t nr = of_commit(series, target, i);
			add_windows(out, target, series, nr);
		}
	}
	if (out->nr_windows)
		qsort(out->windows, out->nr_windows, sizeof(*out->windows),
		      by_job);
	add_clusters(out);
	return 0;
}

void runs_release(struct runs *runs)
{
	for (size_t i = 0; i < runs->nr_sources; i++) {
		free(runs->sources[i]->path);
		free(runs->sources[i]->words);
		free(runs->sources[i]);
	}
	for (size_t i = 0; i < runs->nr; i++)
		free(runs->runs[i].name);
	for (size_t i = 0; i < runs->nr_targets; i++)
		free(runs->targets[i].changes);
	free(runs->sources);
	free(runs->runs);
	free(runs->targets);
	free(runs->windows);
	*runs = (struct runs){ 0 };
}
