/*
 * past - what unchanged code did at one place, from bench-history alone.
 *
 * A place is what results must have in common for the noise of one to say
 * something of another: they can be compared (comparability.h: machine class,
 * suite and its revision, toolchain, options), and are of one runner's name.
 * Nothing else is ever mixed in: a new toolchain begins anew. Variants have
 * histories of their own.
 *
 * Two kinds of changes are known for each target and metric:
 *
 *	pairs	from one look to the next, of log(head / base) over the
 *		root of 2: the code cancels, what is left is what one look
 *		does. Between sides of the same code each look is one.
 *	runs	from one result to the next, of the head; a median of n
 *		samples counts as moving by as much as a single one would,
 *		the root of n further.
 *
 * Looks are judged by pairs, where there are NOISE_ENOUGH; else by runs,
 * which are harder on the machine; else by both together. With fewer the
 * noise is not known (noise.h), and looks must tell alone.
 *
 *	AUTO_PTR(past) past = NULL;
 *	rc = past_open(&past, repo, &result);
 *	past_noise(&noise, past, "fib", NULL, NULL, "seconds");
 */
#ifndef RECORD_PAST_H
#define RECORD_PAST_H

#include "analysis/noise.h"
#include "git/repo.h"
#include "record/looks.h"
#include "record/result.h"

enum past_source {
	PAST_SHORT, /* too few of both: not known */
	PAST_PAIRS,
	PAST_RUNS,
	PAST_BOTH,
};

struct past_noise {
	struct noise noise;
	enum past_source source;
	size_t pairs, runs; /* how many there are of each */
};

struct past;
/*
 * From the results at the place of `like`, which may be one of them or
 * still in the making: only what is said above is read of it. Without a
 * branch it knows nothing.
 */
int past_open(struct past **out, struct repo *repo,
	      const struct result *like);
/* Are two results of one place? */
bool past_is_one_place(const struct result *a, const struct result *b);
/* Does anybody want a verdict of it? Not of page faults and the like. */
bool past_is_decided(const char *metric);
/* The change of a metric that matters, relative: 0.01, of counts less. */
double past_smallest_effect(const char *metric);
/* Variants as results spell them. A NULL past knows nothing. */
void past_noise(struct past_noise *out, const struct past *past,
		const char *target, const char *base, const char *head,
		const char *metric);
/* How many results it took into account. */
size_t past_results(const struct past *past);
/* "same-code pairs", ...; for people. */
const char *past_source_name(enum past_source source);

/* One by one, targets in the order in which they were first met. */
struct past_entry {
	const char *target;
	const char *variant; /* NULL: none; "base / head" where they differ */
	const char *metric;
	struct past_noise noise;
};
size_t past_entries(const struct past *past);
void past_entry(struct past_entry *out, const struct past *past, size_t at);
void past_free(struct past *past);
AUTO_PTR_DEFINE(past)

#endif
