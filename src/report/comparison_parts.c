#include "report/comparison_parts.h"

#include <math.h>
#include <string.h>

#include "analysis/compare.h"
#include "report/comparison.h"
#include "report/figure.h"

#define RATIO_OFF 0.02 /* beside head / base: this far off wants a word */

char *comparison_title(const struct result *result)
{
	auto_free char *headline = comparison_headline(result);

	return xstrfmt("%s: %s", result->suite, headline);
}

void comparison_sides(struct table *out, const struct result *result)
{
	*out = (struct table)TABLE_INIT;
	out->headless = true;
	table_column(out, "side", "side", TABLE_LEFT);
	table_column(out, "sha", "commit", TABLE_LEFT);
	table_column(out, "variant", "variant", TABLE_SHRINK);
	for (size_t i = 0; i < result->nr_sides; i++) {
		bool further = i && i < result->nr_sides - 1;

		table_word(out, further     ? "side" :
				i || result->nr_sides == 1 ? "head" :
							     "base");
		table_value(out, NULL, figure_sha(&result->sides[i].sha));
		table_role(out, ROLE_SHA);
		table_text(out, result->sides[i].variant);
	}
}

char *comparison_warning(const char *obstacle)
{
	if (!obstacle)
		return NULL;
	return xstrfmt("No verdicts (%s): these ratios say nothing of the "
		       "code.",
		       obstacle);
}

char *comparison_mean(const struct result *result,
		      const struct section *section)
{
	AUTO(buf) line = BUF_INIT;
	size_t head = result->nr_sides - 1;

	for (size_t side = 0; section->nr > 1 && side < head; side++) {
		double mean = section_geomean(section, side);
		auto_free char *ratio = figure_ratio(mean);
		auto_free char *label = section_side(result, side);

		if (!isfinite(mean))
			continue;
		buf_addf(&line, "%s%s", line.len ? ", " : "geometric mean ",
			 ratio);
		if (head > 1)
			buf_addf(&line, " (/ %s)", label);
	}
	return line.len ? buf_detach(&line) : NULL;
}

/* ==== Notes ==== */

/* Results of before there was a `why` say it by what they lack. */
static const char *why_of(const struct result *result,
			  const struct result_target *target)
{
	const struct result_cell *base = &target->cells[0];
	int samples = target->cells[result->nr_sides - 1].samples;

	if (base->why)
		return base->why;
	samples = base->samples < samples ? base->samples : samples;
	if (isfinite(base->low))
		return "wide";
	return samples && samples < COMPARISON_PAIRS_MIN ? "few" : "";
}

/* What the words of docs/SCHEMA.md mean, behind "3 unknown". */
static const struct {
	const char *why, *sentence;
} sentences[] = {
	{ "suspect", ": something speaks for a change; more samples would "
		     "tell" },
	{ "unshown", ": wall time moved and processor time did not" },
	{ "crowded", ": too likely to be luck among so many targets" },
	{ "control", ": the same code, measured twice, differed too" },
	{ "unsettled", ": nothing speaks for a change; 'same' takes more "
		       "samples" },
	{ "quiet", ": nothing speaks for a change; for 'same' it is too "
		   "noisy here" },
	{ "fresh", ": without history on this machine a verdict takes more "
		   "samples" },
	/* Results that do not say why, and those measured apart: */
	{ "few", " for want of samples: a verdict takes 3 of each side" },
	{ "wide", " because the interval leaves open whether there is a "
		  "change; more samples make it narrower" },
};

static void explain_unknown(struct strlist *out, const struct result *result)
{
	size_t count[ARRAY_SIZE(sentences)] = { 0 };

	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_target *target = &result->targets[i];

		if (!result_is_compared(result, target) ||
		    target->cells[0].verdict != VERDICT_UNKNOWN)
			continue;
		for (size_t k = 0; k < ARRAY_SIZE(sentences); k++)
			count[k] += !strcmp(sentences[k].why,
					    why_of(result, target));
	}
	for (size_t k = 0; k < ARRAY_SIZE(sentences); k++)
		if (count[k])
			strlist_addf(out, "%zu unknown%s", count[k],
				     sentences[k].sentence);
}

static void explain_identical(struct strlist *out, const struct result *result)
{
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_targets; i++)
		nr += result->targets[i].identical;
	if (nr)
		strlist_addf(out,
			     "%zu same because what would run is the same, "
			     "byte for byte: not run",
			     nr);
}

/* A ratio that is not that of the two values beside it wants a word. */
static bool is_surprising(const struct result_target *target, size_t head)
{
	const struct result_cell *base = &target->cells[0];
	const char *unit;
	double quotient = section_value(&unit, target, head) /
			  section_value(&unit, target, 0);

	return base->ratio > 0 && quotient > 0 &&
	       fabs(log(base->ratio / quotient)) > RATIO_OFF;
}

static void explain_ratios(struct strlist *out, const struct result *result)
{
	size_t nr = 0;

	for (size_t i = 0; i < result->nr_targets; i++)
		nr += result_is_compared(result, &result->targets[i]) &&
		      is_surprising(&result->targets[i],
				    result->nr_sides - 1);
	if (nr)
		strlist_addf(out,
			     "%zu ratio%s not that of the two medians beside "
			     "%s: a ratio compares samples taken next to each "
			     "other, so that drift of the machine cancels",
			     nr, nr == 1 ? " is" : "s are",
			     nr == 1 ? "it" : "them");
}

void comparison_notes(struct strlist *out, const struct result *result,
		      const char *obstacle)
{
	for (size_t i = 0; i < result->notes.nr; i++)
		strlist_add(out, result->notes.items[i]);
	if (obstacle)
		return;
	explain_identical(out, result);
	explain_unknown(out, result);
	explain_ratios(out, result);
}
