/*
 * replay ARCHIVE [STRETCH] - the decision code against years of real runs.
 *
 * Prints tables in Markdown, the same ones for the same archive each time;
 * docs/verdicts.md holds those of the archive that it names. Knows no
 * machine by name. With STRETCH the machine is made that much noisier, and the
 * limits that the project set itself are those of an unseen machine.
 */
#include <math.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/text.h"
#include "play.h"
#include "rivals.h"

static const char *const kind_names[] = { "sequential", "parallel" };

/* What the project set itself: a row, and its limit from one side. */
struct limit {
	int row;
	double share;
	bool at_least;
};

#define NR_LIMITS 7
#define SET_UNSEEN KIND_NR
static const struct limit limits[KIND_NR + 1][NR_LIMITS] = {
	{ { SCORE_ALARM, 0.001 },
	  { SCORE_EXTRA, 0.1 },
	  { SCORE_SAME, 0.65, true },
	  { SCORE_SAME_CHANGED, 0.02 },
	  { SCORE_ALONE_UP, 0.87, true },
	  { SCORE_ALONE_UP + 1, 0.94, true },
	  { SCORE_ALONE_UP + 2, 0.975, true } },
	{ { SCORE_ALARM, 0.001 },
	  { SCORE_EXTRA, 0.08 },
	  { SCORE_ALONE_UP + 3, 0.9, true },
	  { SCORE_ALONE_UP + 4, 0.97, true } },
	{ { SCORE_ALARM, 0.0025 }, { SCORE_EXTRA, 0.12 } },
};

/* Either direction, alone or all together: wanted alike. NULL: no limit. */
static const struct limit *limit_of(int set, int row)
{
	if (row >= SCORE_ALONE_UP && row < SCORE_WALL_SLOWER)
		row = SCORE_ALONE_UP + (row - SCORE_ALONE_UP) % NR_EFFECTS;
	for (int i = 0; i < NR_LIMITS; i++)
		if (limits[set][i].row == row && limits[set][i].share > 0)
			return &limits[set][i];
	return NULL;
}

static void print_limit(int set, int row, double value)
{
	const struct limit *limit = limit_of(set, row);

	if (!limit) {
		printf(" |\n");
		return;
	}
	bool meets = limit->at_least ? value >= limit->share
				     : value <= limit->share;
	printf(" %s %g %%%s |\n", limit->at_least ? ">=" : "<=",
	       100 * limit->share, meets ? "" : ", missed");
}

static void print_cell(double share, int digits)
{
	if (isfinite(share))
		printf(" %.*f %% |", digits, 100 * share);
	else
		printf(" |");
}

static void print_row(const struct score *score, int set, int row,
		      const char *name)
{
	const struct rate *rates = score->rates[row];
	double low, high, value = rate_value(&rates[PART_ALL]);
	bool rare = row == SCORE_ALARM || row >= SCORE_WALL_SAME;
	int digits = rare ? 3 : 1;

	printf("| %s |", name);
	print_cell(value, digits);
	rate_interval(&low, &high, &rates[PART_ALL]);
	printf(" %.*f to %.*f |", digits, 100 * low, digits, 100 * high);
	for (int part = PART_BEFORE; part < PART_NR; part++)
		print_cell(rate_value(&rates[part]), digits);
	print_limit(set, row, value);
}

static void print_effects(const struct score *score, int set, int row,
			  const char *what)
{
	for (int e = 0; e < NR_EFFECTS; e++) {
		auto_free char *name =
			xstrfmt(what, 100 * score_effects[e]);
		print_row(score, set, row + e, name);
	}
}

static size_t clusters_of(const struct rate *rate)
{
	size_t nr = 0;

	for (size_t i = 0; i < rate->nr; i++)
		nr += rate->trials[i] > 0;
	return nr;
}

static void print_score(const struct score *score, enum kind kind, int set)
{
	const struct rate *alarms = score->rates[SCORE_ALARM];

	printf("## %s\n\n"
	       "| | all | 95 %% interval | before 2023 | since | disjoint "
	       "| wanted |\n|---|--:|--:|--:|--:|--:|--:|\n| windows |",
	       kind_names[kind]);
	for (int part = 0; part < PART_NR; part++)
		printf(" %.0f |%s", rate_trials(&alarms[part]),
		       part ? "" : " |");
	printf(" |\n| clusters (machine and commit) |");
	for (int part = 0; part < PART_NR; part++)
		printf(" %zu |%s", clusters_of(&alarms[part]),
		       part ? "" : " |");
	printf(" |\n");
	print_row(score, set, SCORE_ALARM, "false alarms");
	print_row(score, set, SCORE_EXTRA, "extra looks");
	print_row(score, set, SCORE_SAME, "`same`, unchanged");
	print_row(score, set, SCORE_SAME_CHANGED, "`same`, 2 % slower");
	print_effects(score, set, SCORE_ALONE_UP, "%g %% slower");
	print_effects(score, set, SCORE_ALONE_DOWN, "%g %% faster");
	print_effects(score, set, SCORE_ALL_UP, "%g %% slower, all at once");
	print_effects(score, set, SCORE_ALL_DOWN,
		      "%g %% faster, all at once");
	print_effects(score, set, SCORE_WALL_SLOWER,
		      "%g %% more wall time only: `slower`");
	print_effects(score, set, SCORE_WALL_SAME,
		      "%g %% more wall time only: `same`");
	printf("\n%.0f false alarms; in %zu of %zu runs of the suite, which "
	       "overlap.\n\n",
	       rate_hits(&alarms[PART_ALL]), score->jobs_with_alarm,
	       score->jobs);
}

static void print_rivals(const struct rivals *rivals, enum kind kind)
{
	printf("## Rivals, %s: %zu pairs of consecutive runs\n\n"
	       "| rule | false alarms | 3 %% slower | 5 %% slower |\n"
	       "|---|--:|--:|--:|\n",
	       kind_names[kind], rivals->pairs);
	for (int r = 0; r < RIVAL_NR; r++)
		printf("| %s | %.2f %% | %.1f %% | %.1f %% |\n", rival_name(r),
		       100.0 * rivals->alarms[r] / rivals->pairs,
		       100.0 * rivals->finds_3[r] / rivals->pairs,
		       100.0 * rivals->finds_5[r] / rivals->pairs);
	printf("\n");
}

static void play(const struct runs *runs, enum kind kind, double stretch)
{
	AUTO(score) score = { 0 };
	struct rivals rivals;

	score_play(&score, runs, kind, stretch);
	if (score.jobs)
		print_score(&score, kind, stretch == 1 ? (int)kind : SET_UNSEEN);
	if (stretch != 1)
		return;
	rivals_play(&rivals, runs, kind);
	if (rivals.pairs)
		print_rivals(&rivals, kind);
}

int main(int argc, char **argv)
{
	AUTO(runs) runs = { 0 };
	double stretch = 1;

	if (argc < 2 || argc > 3 ||
	    (argc == 3 && (!text_to_double(&stretch, argv[2]) || stretch <= 0))) {
		fprintf(stderr, "usage: replay ARCHIVE [STRETCH]\n");
		return 129;
	}
	if (runs_load(&runs, argv[1])) {
		fprintf(stderr, "replay: %s\n", error_message());
		return 128;
	}
	for (int kind = 0; kind < KIND_NR; kind++)
		play(&runs, kind, stretch);
	return 0;
}
