#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fdr.h"
#include "analysis/stats.h"
#include "base/alloc.h"
#include "plans.h"
#include "proportion.h"

#define BLOCK 25 /* runs */

static const double alphas[] = { 0.05,	0.02,  0.01,   0.005,
				 0.002, 0.001, 0.0005, 0.0002, 0.0001 };

static bool is_of(const struct live_run *run, const char *mode,
		  const char *kind)
{
	return !strcmp(run->mode, mode) && !strcmp(run->kind, kind);
}

/* ==== What a plan says of a target ====================================== */

static bool ours_alarms(const struct live_run *run, size_t i)
{
	return run->targets[i].verdict == VERDICT_SLOWER ||
	       run->targets[i].verdict == VERDICT_FASTER;
}

/* Greatest p that stands in that run. */
static double fixed_cut(const struct live_run *run, double alpha)
{
	double p[LIVE_TARGETS];

	for (size_t i = 0; i < LIVE_TARGETS; i++)
		p[i] = fabs(run->targets[i].p);
	return fdr_cut(p, LIVE_TARGETS, alpha);
}

/* alpha 0: our plan. */
static bool says_change(const struct live_run *run, size_t i, double alpha)
{
	return alpha > 0 ? fabs(run->targets[i].p) <= fixed_cut(run, alpha) :
			   ours_alarms(run, i);
}

static bool says_slower(const struct live_run *run, size_t i, double alpha)
{
	return says_change(run, i, alpha) &&
	       (alpha > 0 ? run->targets[i].p > 0 :
			    run->targets[i].verdict == VERDICT_SLOWER);
}

/* ==== Rates ============================================================= */

struct rate {
	size_t hits, nr;
};

static void print_rate(struct rate rate)
{
	if (!rate.nr) {
		printf(" - |");
		return;
	}
	printf(" %.1f %% (%zu of %zu; %.1f to %.1f) |",
	       100.0 * rate.hits / rate.nr, rate.hits, rate.nr,
	       100 * proportion_low(rate.hits, rate.nr),
	       100 * proportion_high(rate.hits, rate.nr));
}

/* Whole runs of unchanged code in which anything is called a change. */
static struct rate alarms(const struct live_log *log, const char *mode,
			  double alpha)
{
	struct rate rate = { 0 };

	for (size_t r = 0; r < log->nr; r++) {
		bool any = false;

		if (!is_of(&log->runs[r], mode, "aa"))
			continue;
		for (size_t i = 0; i < LIVE_TARGETS; i++)
			any |= says_change(&log->runs[r], i, alpha);
		rate.hits += any;
		rate.nr++;
	}
	return rate;
}

static struct rate finds(const struct live_log *log, const char *mode,
			 int promille, double alpha)
{
	struct rate rate = { 0 };

	for (size_t r = 0; r < log->nr; r++)
		for (size_t i = 0; i < LIVE_TARGETS; i++) {
			if (!is_of(&log->runs[r], mode, "ab") ||
			    log->runs[r].targets[i].promille != promille)
				continue;
			rate.hits += says_slower(&log->runs[r], i, alpha);
			rate.nr++;
		}
	return rate;
}

static struct rate verdicts(const struct live_log *log, const char *mode,
			    const char *kind, enum verdict verdict)
{
	struct rate rate = { 0 };

	for (size_t r = 0; r < log->nr; r++)
		for (size_t i = 0; i < LIVE_TARGETS; i++) {
			if (!is_of(&log->runs[r], mode, kind))
				continue;
			rate.hits += log->runs[r].targets[i].verdict ==
				     verdict;
			rate.nr++;
		}
	return rate;
}

static double samples_of(const struct live_log *log, const char *mode,
			 const char *kind)
{
	double sum = 0;
	size_t nr = 0;

	for (size_t r = 0; r < log->nr; r++)
		for (size_t i = 0; i < LIVE_TARGETS; i++) {
			if (!is_of(&log->runs[r], mode, kind))
				continue;
			sum += log->runs[r].targets[i].samples;
			nr++;
		}
	return nr ? sum / nr : NAN;
}

/* The widest of the alphas with which the fixed plan alarms no more often. */
static double matched_alpha(const struct live_log *log, const char *mode)
{
	size_t ours = alarms(log, mode, 0).hits, i = 0;

	while (i + 1 < ARRAY_SIZE(alphas) &&
	       alarms(log, mode, alphas[i]).hits > ours)
		i++;
	return alphas[i];
}

/* ==== Tables ============================================================ */

static void print_plan(const struct live_log *log, const char *mode,
		       const char *name, double alpha)
{
	static const int promilles[] = { 1010, 1020, 1030, 1050, 1100 };

	printf("| %s | %s |", mode, name);
	print_rate(alarms(log, mode, alpha));
	for (size_t i = 0; i < ARRAY_SIZE(promilles); i++)
		print_rate(finds(log, mode, promilles[i], alpha));
	if (alpha > 0)
		printf(" %d | %d |\n", 2 * FIXED_LOOKS, 2 * FIXED_LOOKS);
	else
		printf(" %.1f | %.1f |\n", samples_of(log, mode, "aa"),
		       samples_of(log, mode, "ab"));
}

static void print_mode(const struct live_log *log, const char *mode)
{
	double matched = matched_alpha(log, mode);
	char name[64];

	print_plan(log, mode, "ours", 0);
	print_plan(log, mode, "fixed, 0.05", 0.05);
	snprintf(name, sizeof(name), "fixed, %g: as many alarms", matched);
	print_plan(log, mode, name, matched);
}

static void print_words(const struct live_log *log, const char *mode)
{
	static const enum verdict words[] = { VERDICT_SAME, VERDICT_UNKNOWN };
	static const char *const kinds[] = { "aa", "ab" };

	for (size_t k = 0; k < ARRAY_SIZE(kinds); k++) {
		printf("| %s | %s |", mode, k ? "changed" : "unchanged");
		for (size_t i = 0; i < ARRAY_SIZE(words); i++)
			print_rate(verdicts(log, mode, kinds[k], words[i]));
		printf("\n");
	}
}

/* The noise that was reckoned with, target by target, block by block. */
static void print_block(const struct live_log *log, size_t from, size_t to)
{
	const struct live_run *first = &log->runs[from];

	printf("| %s %s %zu-%zu |", first->mode, first->kind, from, to - 1);
	for (size_t i = 0; i < LIVE_TARGETS; i++) {
		double noises[BLOCK];
		size_t nr = 0;

		for (size_t r = from; r < to; r++)
			if (log->runs[r].targets[i].noise >= 0)
				noises[nr++] = log->runs[r].targets[i].noise;
		if (nr)
			printf(" %.2f %% |", 100 * stats_median(noises, nr));
		else
			printf(" - |");
	}
	printf("\n");
}

static void print_blocks(const struct live_log *log)
{
	printf("\n| block |");
	for (size_t i = 0; log->nr && i < LIVE_TARGETS; i++)
		printf(" %s |", log->runs[0].targets[i].name);
	printf("\n|---|--:|--:|--:|--:|--:|--:|\n");
	for (size_t from = 0, to; from < log->nr; from = to) {
		const struct live_run *first = &log->runs[from];

		for (to = from; to < log->nr && to < from + BLOCK; to++)
			if (!is_of(&log->runs[to], first->mode, first->kind))
				break;
		print_block(log, from, to);
	}
}

void live_report(const struct live_log *log)
{
	static const char *const modes[] = { "quiet", "busy" };

	printf("| neighbour | plan | runs of unchanged code with an alarm | "
	       "finds +1 %% | +2 %% | +3 %% | +5 %% | +10 %% | "
	       "samples, unchanged | changed |\n"
	       "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++)
		if (live_log_count(log, modes[i], NULL))
			print_mode(log, modes[i]);
	printf("\n| neighbour | code | `same` | `unknown` |\n"
	       "|---|---|--:|--:|\n");
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++)
		if (live_log_count(log, modes[i], NULL))
			print_words(log, modes[i]);
	print_blocks(log);
}
