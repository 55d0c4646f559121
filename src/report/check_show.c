#include "report/check_show.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/complaint.h"
#include "base/json.h"
#include "base/text.h"
#include "report/figure.h"
#include "report/markdown.h"

#define NAME_WIDTH 40	 /* columns of a name in the headline */
#define REASON_WIDTH 100 /* of what went wrong, beside a name */
/* Of a comment, which has room for 65,536 characters. */
#define COMMENT_ROWS 50
#define COMMENT_NOTES 20
#define NOTE_WIDTH 300

/* ==== Words ==== */

static char *share_text(double share)
{
	if (isinf(share))
		return xstrdup("none");
	return isfinite(share) ? xstrfmt("%.3g%%", share * 100) : xstrdup("-");
}

static const char *target_name(const struct finding *finding)
{
	return *finding->target ? finding->target : "everything";
}

static const char *rule_place(const struct finding *finding)
{
	return finding->rule ? finding->rule->where : "no limit is set";
}

/* " (fib +31%, 5% allowed)": of the worst; not safe yet. Owned. */
static char *worst_text(const struct check *check)
{
	const struct finding *worst = &check->items[0];
	auto_free char *name = text_fit(worst->target, NAME_WIDTH);
	auto_free char *change = text_from_ratio(worst->ratio);
	auto_free char *most = share_text(worst->most);
	bool timed = !strcmp(worst->metric, "seconds");

	return xstrfmt(" (%s%s%s %s, %s allowed)", name, timed ? "" : " ",
		       timed ? "" : worst->metric, change, most);
}

static void add_count(struct buf *out, const struct check *check,
		      enum outcome outcome, const char *before)
{
	if (!check->count[outcome])
		return;
	buf_addf(out, "%s%zu %s", before, check->count[outcome],
		 outcome_name(outcome));
	if (outcome == OUTCOME_WORSE) {
		auto_free char *worst = worst_text(check);

		buf_addstr(out, worst);
	}
}

char *check_headline(const struct check *check)
{
	AUTO(buf) counts = BUF_INIT;

	for (int i = 0; i < OUTCOME_NR; i++)
		add_count(&counts, check, i, counts.len ? ", " : "");
	if (!counts.len)
		buf_addstr(&counts, "nothing was compared");
	return xstrfmt("check %s: %s", check->failed ? "failed" : "passed",
		       counts.ptr);
}

/* "by 0123456789 up to 12%: needs locking (A U Thor <...>)"; owned. */
static char *acceptance_text(const struct acceptance *accepted)
{
	auto_free char *most = share_text(accepted->most);

	return xstrfmt("by %.10s%s%s: %s (%s%s)", accepted->commit.hex,
		       accepted->missing ? "" : " up to ",
		       accepted->missing ? "" : most, accepted->reason,
		       accepted->author, accepted->is_signed ? ", signed" : "");
}

/* What stands beside the outcome; owned. */
static char *why_text(const struct finding *finding)
{
	if (finding->accepted)
		return acceptance_text(finding->accepted);
	if (finding->reason) {
		auto_free char *last = complaint_line(finding->reason);

		return text_fit(last, REASON_WIDTH);
	}
	if (finding->outcome == OUTCOME_UNKNOWN) {
		auto_free char *interval =
			figure_interval(finding->low, finding->high);

		return isfinite(finding->low) ?
			       xstrfmt("the interval is %s", interval) :
			       xstrdup("no interval");
	}
	return xstrdup(rule_place(finding));
}

/* ==== The table ==== */

static void add_columns(struct table *table, bool several)
{
	if (several)
		table_column(table, "suite", "suite", TABLE_SHRINK);
	table_column(table, "target", "target", TABLE_SHRINK);
	table_column(table, "metric", "metric", TABLE_SHRINK);
	table_column(table, "unit", "", TABLE_DATA);
	table_column(table, "base", "base", TABLE_RIGHT);
	table_column(table, "head", "head", TABLE_RIGHT);
	table_column(table, "ratio", "change", TABLE_RIGHT);
	table_column(table, "low", "", TABLE_DATA);
	table_column(table, "high", "", TABLE_DATA);
	table_column(table, "limit", "limit", TABLE_RIGHT);
	table_column(table, "limit_from", "", TABLE_DATA);
	table_column(table, "outcome", "outcome", TABLE_LEFT);
	table_column(table, "why", "why", TABLE_SHRINK);
}

static enum role role_of(const struct finding *finding)
{
	static const enum role roles[OUTCOME_NR] = {
		[OUTCOME_WORSE] = ROLE_SLOWER,
		[OUTCOME_MISSING] = ROLE_SLOWER,
		[OUTCOME_UNKNOWN] = ROLE_UNKNOWN,
		[OUTCOME_ACCEPTED] = ROLE_SAME,
		[OUTCOME_ALLOWED] = ROLE_SAME,
		[OUTCOME_FINE] = ROLE_SAME,
	};

	return finding->fails ? ROLE_SLOWER : roles[finding->outcome];
}

static void add_row(struct table *table, const struct finding *finding,
		    bool several)
{
	auto_free char *why = why_text(finding);
	bool changed = isfinite(finding->ratio);

	if (several)
		table_text(table, finding->result->suite);
	if (*finding->target)
		table_text(table, finding->target);
	else
		table_word(table, target_name(finding));
	table_text(table, finding->metric);
	table_text(table, finding->unit);
	table_number(table, finding->base,
		     figure_value(finding->base, finding->unit));
	table_number(table, finding->head,
		     figure_value(finding->head, finding->unit));
	table_number(table, finding->ratio,
		     changed ? text_from_ratio(finding->ratio) : xstrdup("-"));
	table_number(table, finding->low, xstrdup(""));
	table_number(table, finding->high, xstrdup(""));
	table_number(table, finding->most, share_text(finding->most));
	table_text(table, finding->rule ? finding->rule->where : NULL);
	table_word(table, outcome_name(finding->outcome));
	table_role(table, role_of(finding));
	table_text(table, why);
}

/* Of what is unknown only that which fails, or looks as if it should. */
static bool is_worth_a_row(const struct finding *finding)
{
	if (finding->outcome == OUTCOME_UNKNOWN)
		return finding->fails || finding->worse > finding->most;
	return finding->outcome != OUTCOME_FINE;
}

/* At most `most` rows; gives the number of those left out. */
static size_t findings_table(struct table *out, const struct check *check,
			     bool all, size_t most)
{
	bool several = check->nr_results > 1;
	size_t left_out = 0;

	*out = (struct table)TABLE_INIT;
	add_columns(out, several);
	for (size_t i = 0; i < check->nr; i++) {
		if (!all && !is_worth_a_row(&check->items[i]))
			continue;
		if (table_rows(out) < most)
			add_row(out, &check->items[i], several);
		else
			left_out++;
	}
	return left_out;
}

/* ==== Whole ==== */

static void show_text(struct buf *out, const struct check *check,
		      const struct table *table, const struct strlist *notes,
		      const struct style *style)
{
	auto_free char *headline = check_headline(check);
	auto_free char *safe = text_escape(headline);

	style_add(out, style, check->failed ? ROLE_SLOWER : ROLE_HEADING,
		  safe);
	buf_addch(out, '\n');
	if (table_rows(table)) {
		buf_addch(out, '\n');
		table_print(out, table, TABLE_AS_TEXT, style);
	}
	for (size_t i = 0; i < notes->nr; i++) {
		auto_free char *note = text_escape(notes->items[i]);

		buf_addf(out, "%snote: %s\n", i ? "" : "\n", note);
	}
}

static void show_markdown(struct buf *out, const struct check *check,
			  const struct table *table, size_t left_out,
			  const struct strlist *notes,
			  const struct style *style)
{
	auto_free char *headline = check_headline(check);

	buf_addstr(out, "**");
	markdown_word(out, MARKDOWN_TEXT, headline);
	buf_addstr(out, "**\n");
	if (table_rows(table)) {
		buf_addch(out, '\n');
		table_print(out, table, TABLE_AS_MARKDOWN, style);
	}
	if (left_out)
		buf_addf(out, "\n%zu more are not listed here.\n", left_out);
	for (size_t i = 0; i < notes->nr && i < COMMENT_NOTES; i++) {
		auto_free char *note = text_fit(notes->items[i], NOTE_WIDTH);

		buf_addstr(out, i ? "* " : "\n* ");
		markdown_word(out, MARKDOWN_TEXT, note);
		buf_addch(out, '\n');
	}
}

void check_show(struct buf *out, const struct check *check,
		const struct strlist *notes, bool all,
		enum table_format format, const struct style *style)
{
	AUTO(table) table = TABLE_INIT;
	bool for_people = format == TABLE_AS_TEXT ||
			  format == TABLE_AS_MARKDOWN;
	size_t left_out = findings_table(
		&table, check, all || !for_people,
		format == TABLE_AS_MARKDOWN ? COMMENT_ROWS : SIZE_MAX);

	if (format == TABLE_AS_TEXT)
		show_text(out, check, &table, notes, style);
	else if (format == TABLE_AS_MARKDOWN)
		show_markdown(out, check, &table, left_out, notes, style);
	else
		table_print(out, &table, format, style);
}

/* ==== JSON ==== */

static json_t *acceptance_json(const struct acceptance *accepted)
{
	json_t *json = json_object();

	json_set_string(json, "commit", accepted->commit.hex);
	json_set_string(json, "author", accepted->author);
	json_set_bool(json, "signed", accepted->is_signed);
	if (!accepted->missing)
		json_set_number(json, "limit", accepted->most);
	json_set_string(json, "reason", accepted->reason);
	return json;
}

/* What is not known is absent. */
static void set_known(json_t *json, const char *key, double value)
{
	if (isfinite(value))
		json_set_number(json, key, value);
}

static json_t *finding_json(const struct finding *finding)
{
	json_t *json = json_object();

	json_set_string(json, "suite", finding->result->suite);
	json_set_string(json, "target", finding->target);
	if (*finding->metric) {
		json_set_string(json, "metric", finding->metric);
		json_set_string(json, "unit", finding->unit);
	}
	set_known(json, "base", finding->base);
	set_known(json, "head", finding->head);
	set_known(json, "ratio", finding->ratio);
	if (isfinite(finding->low) && isfinite(finding->high))
		json_object_set_new(json, "interval",
				    json_pack("[f, f]", finding->low,
					      finding->high));
	set_known(json, "limit", finding->most);
	if (finding->rule)
		json_set_string(json, "limit_from", finding->rule->where);
	json_set_string(json, "outcome", outcome_name(finding->outcome));
	json_set_bool(json, "fails", finding->fails);
	if (finding->reason)
		json_set_string(json, "reason", finding->reason);
	if (finding->accepted)
		json_object_set_new(json, "accepted",
				    acceptance_json(finding->accepted));
	return json;
}

json_t *check_json(const struct check *check, const struct strlist *notes)
{
	json_t *json = json_object(), *counts = json_object();
	json_t *findings = json_array(), *sentences = json_array();
	auto_free char *headline = check_headline(check);

	json_set_bool(json, "passed", !check->failed);
	json_set_string(json, "headline", headline);
	for (int i = 0; i < OUTCOME_NR; i++)
		json_set_int(counts, outcome_name(i),
			     (int64_t)check->count[i]);
	json_object_set_new(json, "counts", counts);
	for (size_t i = 0; i < check->nr; i++)
		json_array_append_new(findings,
				      finding_json(&check->items[i]));
	json_object_set_new(json, "findings", findings);
	for (size_t i = 0; i < notes->nr; i++)
		json_array_append_new(sentences, json_text(notes->items[i]));
	json_object_set_new(json, "notes", sentences);
	return json;
}
