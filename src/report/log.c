#include "report/log.h"

#include <math.h>

#include "base/json.h"
#include "base/text.h"
#include "report/comparison.h"
#include "report/figure.h"

static const struct {
	const char *key;
	int flags;
} columns[] = {
	{ "date", TABLE_LEFT },
	{ "sha", TABLE_LEFT },
	{ "variant", TABLE_DATA },
	{ "base_sha", TABLE_DATA },
	{ "suite", TABLE_LEFT },
	{ "ref", TABLE_DATA },
	{ "pr", TABLE_DATA },
	{ "schedule", TABLE_DATA },
	{ "request", TABLE_DATA },
	{ "runner", TABLE_DATA },
	{ "machine", TABLE_DATA },
	{ "path", TABLE_DATA },
	{ "headline", TABLE_LEFT },
	{ "since", TABLE_LOOKS },
	{ "slower", TABLE_DATA },
	{ "faster", TABLE_DATA },
	{ "same", TABLE_DATA },
	{ "unknown", TABLE_DATA },
	{ "missing", TABLE_DATA },
	{ "geomean", TABLE_DATA },
	{ "total_seconds", TABLE_DATA },
	{ "previous", TABLE_DATA },
	{ "change", TABLE_DATA },
	{ "obstacle", TABLE_DATA },
};

void log_columns(struct table *table)
{
	table->headless = true;
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		table_column(table, columns[i].key, columns[i].key,
			     columns[i].flags);
}

static void add_headline(struct table *table, const struct result *result,
			 const struct result_summary *summary)
{
	auto_free char *headline = comparison_headline(result);

	table_text(table, headline);
	if (summary->count[VERDICT_SLOWER])
		table_role(table, ROLE_SLOWER);
	else if (summary->count[VERDICT_FASTER])
		table_role(table, ROLE_FASTER);
}

/* What has a base has verdicts; what has none has a change at least. */
static void add_since(struct table *table, const struct result *result,
		      const struct lineage_step *step)
{
	if (!step || !isfinite(step->change) || result_base(result)) {
		table_word(table, "");
		return;
	}
	auto_free char *change = text_from_ratio(step->change);
	auto_free char *since = xstrfmt(
		"%s since %.10s: unknown (%s)", change, step->date,
		step->obstacle ? step->obstacle : "measured apart");
	table_word(table, since);
	table_role(table, ROLE_UNKNOWN);
}

static void add_counts(struct table *table, const struct result *result,
		       const struct result_summary *summary)
{
	static const enum verdict order[] = { VERDICT_SLOWER, VERDICT_FASTER,
					      VERDICT_SAME, VERDICT_UNKNOWN };

	for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
		if (result_base(result))
			table_count(table, summary->count[order[i]]);
		else
			table_text(table, NULL);
	}
	table_count(table, result->nr_missing);
	table_number(table, summary->geomean, figure_ratio(summary->geomean));
}

static void add_step(struct table *table, const struct lineage_step *step)
{
	table_text(table, step ? step->path : NULL);
	table_number(table, step ? step->change : NAN, xstrdup(""));
	table_text(table, step ? step->obstacle : NULL);
}

void log_row(struct table *table, const char *path,
	     const struct result *result, const struct lineage_step *step)
{
	const struct result_side *head = result_head(result);
	const struct result_side *base = result_base(result);
	struct result counted = *result;

	result_summarise(&counted);
	table_value(table, json_text(result->date),
		    xstrfmt("%.10s", result->date));
	table_value(table, json_text(head->sha.hex), figure_sha(&head->sha));
	table_role(table, ROLE_SHA);
	table_text(table, head->variant);
	table_text(table, base ? base->sha.hex : NULL);
	table_text(table, result->suite);
	table_text(table, result->ref);
	table_text(table, result->pr);
	table_text(table, result->schedule);
	table_text(table, result->request);
	table_text(table, json_get_string(result->runner, "name", NULL));
	table_text(table, json_get_string(result->runner, "class", NULL));
	table_text(table, path);
	add_headline(table, result, &counted.summary);
	add_since(table, result, step);
	add_counts(table, result, &counted.summary);
	table_number(table, counted.total_seconds, xstrdup(""));
	add_step(table, step);
}
