/*
 * runs - an archive's runs in time order, and the windows played from them.
 *
 * A target here is one benchmark of one kind on one machine, with all its
 * variants. Six consecutive runs of one variant and one commit, taken in
 * turns as base and head, are a window: three looks at unchanged code.
 *
 *	AUTO(runs) runs = { 0 };
 *	int rc = runs_load(&runs, "/some/archive");
 *
 * Owned by `runs`, all pointers below.
 */
#ifndef REPLAY_RUNS_H
#define REPLAY_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/decide.h"

#define WINDOW_LOOKS 3
#define WINDOW_RUNS (2 * WINDOW_LOOKS)

enum kind { KIND_SEQUENTIAL, KIND_PARALLEL, KIND_NR };

/* One file of the archive. */
struct source {
	char *path;
	enum kind kind;
	const char *host, *date, *commit, *variant;
	char *words; /* the path, cut into these */
};

struct run {
	const struct source *source;
	char *name;
	double wall, cpu, codesize;
};

/* A run after another of its variant. */
struct change {
	const struct run *from, *to;
	double wall, cpu; /* logarithms; NaN: not known */
};

struct target {
	const struct run *runs; /* by variant, then date */
	size_t nr;
	struct change *changes; /* by date of `to` */
	size_t nr_changes;
};

struct window {
	const struct target *target;
	const struct run *runs[WINDOW_RUNS];
	struct subject subject; /* what was known before look 1 */
	size_t cluster;		/* machine and commit */
	bool disjoint;		/* shares no run with the one before it */
};

struct runs {
	struct source **sources;
	size_t nr_sources, cap_sources;
	struct run *runs;
	size_t nr, cap;
	struct target *targets;
	size_t nr_targets, cap_targets;
	/* Those of one job, begun by one file, next to each other. */
	struct window *windows;
	size_t nr_windows, cap_windows;
	size_t nr_clusters[KIND_NR];
};

int runs_load(struct runs *out, const char *dir);
void runs_release(struct runs *runs);

/* How many changes had ended when `date` began; or, `through`, ended on it. */
size_t target_changes_before(const struct target *target, const char *date);

#endif
