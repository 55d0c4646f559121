#include "play.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

const double score_effects[NR_EFFECTS] = { 0.02, 0.03, 0.05, 0.1, 0.2 };

/* The constants of the decision were fitted on what came before. */
#define FITTED_BEFORE "2023"

/* What is done to the head. */
struct effect {
	double wall, cpu; /* factors */
};

static const struct effect unchanged = { 1, 1 };

/* One job: the windows that one file begins. */
struct job {
	struct score *score;
	const struct window *windows;
	size_t nr;
	double stretch;
	struct decision decision;
};

static void note(struct job *job, size_t i, enum score_row row, double hits)
{
	const struct window *window = &job->windows[i];
	bool before = strcmp(window->runs[0]->source->date, FITTED_BEFORE) < 0;
	struct rate *rates = job->score->rates[row];

	rate_add(&rates[PART_ALL], window->cluster, hits);
	rate_add(&rates[before ? PART_BEFORE : PART_SINCE], window->cluster,
		 hits);
	if (window->disjoint)
		rate_add(&rates[PART_DISJOINT], window->cluster, hits);
}

static void look(struct job *job, size_t i, struct effect effect)
{
	const struct run *const *runs = job->windows[i].runs;

	decision_forget(&job->decision, i);
	for (size_t n = 0; n < WINDOW_LOOKS; n++) {
		const struct run *base = runs[2 * n], *head = runs[2 * n + 1];

		if (!decision_wants_look(&job->decision, i))
			return;
		decision_look(&job->decision, i,
			      &(struct look){
				      pow(base->wall, job->stretch),
				      pow(head->wall, job->stretch) *
					      effect.wall,
				      pow(base->cpu, job->stretch),
				      pow(head->cpu, job->stretch) *
					      effect.cpu,
			      });
	}
}

static bool says(const struct job *job, size_t i, enum verdict verdict)
{
	return decision_result(&job->decision, i)->verdict == verdict;
}

static void play_unchanged(struct job *job)
{
	bool any = false;

	for (size_t i = 0; i < job->nr; i++)
		look(job, i, unchanged);
	decision_finish(&job->decision);
	for (size_t i = 0; i < job->nr; i++) {
		bool alarm = says(job, i, VERDICT_SLOWER) ||
			     says(job, i, VERDICT_FASTER);

		any |= alarm;
		note(job, i, SCORE_ALARM, alarm);
		note(job, i, SCORE_SAME, says(job, i, VERDICT_SAME));
		note(job, i, SCORE_EXTRA,
		     decision_result(&job->decision, i)->looks - 1.0);
	}
	job->score->jobs++;
	job->score->jobs_with_alarm += any;
}

/* The others are as play_unchanged() left them, and are left so again. */
static void play_alone(struct job *job, size_t i)
{
	for (int e = 0; e < NR_EFFECTS; e++) {
		double x = 1 + score_effects[e];

		look(job, i, (struct effect){ x, x });
		decision_finish(&job->decision);
		note(job, i, SCORE_ALONE_UP + e, says(job, i, VERDICT_SLOWER));
		if (!e)
			note(job, i, SCORE_SAME_CHANGED,
			     says(job, i, VERDICT_SAME));
		look(job, i, (struct effect){ 1 / x, 1 / x });
		decision_finish(&job->decision);
		note(job, i, SCORE_ALONE_DOWN + e,
		     says(job, i, VERDICT_FASTER));
		look(job, i, (struct effect){ x, 1 });
		decision_finish(&job->decision);
		note(job, i, SCORE_WALL_SLOWER + e,
		     says(job, i, VERDICT_SLOWER));
		note(job, i, SCORE_WALL_SAME + e, says(job, i, VERDICT_SAME));
	}
	look(job, i, unchanged);
}

static void play_all(struct job *job, double factor, enum score_row row,
		     enum verdict verdict)
{
	for (size_t i = 0; i < job->nr; i++)
		look(job, i, (struct effect){ factor, factor });
	decision_finish(&job->decision);
	for (size_t i = 0; i < job->nr; i++)
		note(job, i, row, says(job, i, verdict));
}

static void add_subject(struct job *job, const struct subject *subject)
{
	struct subject noisier = *subject;

	noisier.wall.quartile *= job->stretch;
	noisier.cpu.quartile *= job->stretch;
	decision_add(&job->decision, &noisier);
}

static void play_job(struct score *score, const struct window *windows,
		     size_t nr, double stretch)
{
	struct job job = { .score = score,
			   .windows = windows,
			   .nr = nr,
			   .stretch = stretch,
			   .decision = DECISION_INIT };

	for (size_t i = 0; i < nr; i++)
		add_subject(&job, &windows[i].subject);
	play_unchanged(&job);
	for (size_t i = 0; i < nr; i++)
		play_alone(&job, i);
	for (int e = 0; e < NR_EFFECTS; e++) {
		double x = 1 + score_effects[e];

		play_all(&job, x, SCORE_ALL_UP + e, VERDICT_SLOWER);
		play_all(&job, 1 / x, SCORE_ALL_DOWN + e, VERDICT_FASTER);
	}
	decision_release(&job.decision);
}

void score_play(struct score *out, const struct runs *runs, enum kind kind,
		double stretch)
{
	*out = (struct score){ 0 };
	for (int row = 0; row < SCORE_NR; row++)
		for (int part = 0; part < PART_NR; part++)
			rate_init(&out->rates[row][part],
				  runs->nr_clusters[kind]);
	for (size_t i = 0, end; i < runs->nr_windows; i = end) {
		const struct source *source =
			runs->windows[i].runs[0]->source;

		for (end = i + 1; end < runs->nr_windows; end++)
			if (runs->windows[end].runs[0]->source != source)
				break;
		if (source->kind == kind)
			play_job(out, &runs->windows[i], end - i, stretch);
	}
}

void score_release(struct score *score)
{
	for (int row = 0; row < SCORE_NR; row++)
		for (int part = 0; part < PART_NR; part++)
			rate_release(&score->rates[row][part]);
	*score = (struct score){ 0 };
}
