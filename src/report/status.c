#include "report/status.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/complaint.h"
#include "base/id.h"
#include "base/json.h"
#include "base/text.h"
#include "report/figure.h"

bool status_is_waiting(const struct status_entry *entry)
{
	return !entry->claim && entry->request->state == REQUEST_OPEN;
}

/* ==== For programs ==== */

static void set_time(json_t *json, const char *key, int64_t when)
{
	auto_free char *text = clock_format(when);

	json_set_string(json, key, text);
}

static json_t *claim_json(const struct claim *claim)
{
	json_t *json = json_object();

	json_set_string(json, "runner", claim->runner);
	json_set_int(json, "attempt", claim->attempt);
	set_time(json, "at", claim->at);
	return json;
}

static json_t *job_json(const struct face_job *job)
{
	json_t *json = json_object();
	json_t *verdicts = json_object();

	if (job->nr_phases)
		set_time(json, "since", job->phases[0].at);
	if (job->phase)
		json_set_string(json, "phase", job->phase);
	json_set_int(json, "targets_done", job->targets_done);
	json_set_int(json, "targets_total", job->targets_total);
	for (int i = 0; i < VERDICT_NR; i++)
		json_set_int(verdicts, verdict_name(i), job->verdicts[i]);
	json_object_set_new(json, "verdicts", verdicts);
	return json;
}

static void set_expected(json_t *json, const struct status_entry *entry)
{
	if (isfinite(entry->wait))
		json_set_number(json, "wait_seconds", entry->wait);
	if (isfinite(entry->seconds))
		json_set_number(json, "estimated_seconds", entry->seconds);
	if (entry->obstacle)
		json_set_string(json, "obstacle", entry->obstacle);
}

json_t *status_json(const struct status_entry *entry)
{
	const struct request *request = entry->request;
	AUTO(event) event;

	request_to_event(&event, request);
	json_t *json = json_incref(event.json);
	json_object_del(json, "v");
	json_object_del(json, "event");
	json_set_string(json, "state", request_state_name(request->state));
	json_set_int(json, "round", request->round);
	set_time(json, "since", request->since);
	if (entry->position)
		json_set_int(json, "position", entry->position);
	if (entry->expected)
		set_expected(json, entry);
	if (entry->claim)
		json_object_set_new(json, "claim", claim_json(entry->claim));
	if (entry->job)
		json_object_set_new(json, "progress", job_json(entry->job));
	if (request->end)
		json_object_set(json, "end", request->end);
	return json;
}

/* ==== For people ==== */

/* "Ada <ada@example.org>" is "Ada". */
static char *short_name(const char *by)
{
	const char *address = strstr(by, " <");

	return address && address > by ? xmemdupz(by, address - by) :
					 xstrdup(by);
}

/* "base..head +flambda", and how many sides are left out. */
static char *sides_text(const struct request *request)
{
	const struct request_side *head = request_head(request);
	auto_free char *to = figure_side(&head->sha, head->variant);

	if (request->nr_sides == 1)
		return STEAL(to);
	auto_free char *from = figure_sha(&request->sides[0].sha);
	if (request->nr_sides == 2)
		return xstrfmt("%s..%s", from, to);
	return xstrfmt("%s..%s, %zu more", from, to, request->nr_sides - 2);
}

/* Verdicts in the order of their weight, those that came up. */
static const enum verdict order[] = { VERDICT_SLOWER, VERDICT_FASTER,
				      VERDICT_SAME, VERDICT_UNKNOWN };

static void add_count(struct buf *out, int64_t count, enum verdict verdict)
{
	if (count)
		buf_addf(out, "%s%lld %s", out->len ? ", " : "",
			 (long long)count, verdict_name(verdict));
}

static void add_counts(struct buf *out, const json_t *counts)
{
	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		add_count(out,
			  json_get_int(counts, verdict_name(order[i]), 0),
			  order[i]);
}

static void add_end(struct buf *out, const struct request *request)
{
	const json_t *end = request->end;
	const char *stage = json_get_string(end, "stage", NULL);
	const char *reason = json_get_string(end, "reason", "");
	auto_free char *last = complaint_line(reason);

	switch (request->state) {
	case REQUEST_DONE:
		add_counts(out, json_object_get(end, "counts"));
		buf_addf(out, "%s%s", out->len ? " in " : "",
			 json_get_string(end, "path", ""));
		if (json_get_string(end, "reused", NULL))
			buf_addstr(out, ", measured before");
		break;
	case REQUEST_CANCELLED:
		buf_addstr(out, json_get_string(end, "why", ""));
		break;
	default:
		buf_addf(out, "%s%s%s", stage ? stage : "", stage ? ": " : "",
			 last);
	}
}

static void add_job(struct buf *out, const struct face_job *job)
{
	buf_addf(out, ": %s", job->phase ? job->phase : "working");
	if (job->targets_total > 0)
		buf_addf(out, ", %lld of %lld targets",
			 (long long)job->targets_done,
			 (long long)job->targets_total);
	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		add_count(out, job->verdicts[order[i]], order[i]);
}

/* When it began is known only where the runner says it. */
static void add_times(struct buf *out, const struct status_entry *entry,
		      int64_t now)
{
	const struct face_job *job = entry->job;
	bool begun = job && job->nr_phases;
	int64_t at = begun ? job->phases[0].at : entry->claim->at;
	double left = begun && entry->expected ?
			      entry->seconds - (double)(now - at) :
			      NAN;
	auto_free char *ago = at ? clock_ago(at, now) :
				   xstrdup("at a time unknown");

	buf_addf(out, ", %s %s", begun ? "begun" : "seen", ago);
	if (left > 0) {
		auto_free char *rest = text_from_seconds(left);

		buf_addf(out, ", about %s left", rest);
	}
}

static void add_claim(struct buf *out, const struct status_entry *entry,
		      int64_t now)
{
	buf_addstr(out, entry->claim->runner);
	if (entry->job)
		add_job(out, entry->job);
	if (now)
		add_times(out, entry, now);
	if (entry->claim->attempt > 1)
		buf_addf(out, ", attempt %d", entry->claim->attempt);
	if (entry->gone)
		buf_addstr(out, ", its process is gone");
}

static void add_wait(struct buf *out, const struct status_entry *entry,
		     int64_t now)
{
	if (!entry->expected)
		return;
	if (entry->obstacle) {
		buf_addstr(out, entry->obstacle);
	} else if (now && entry->wait >= 1) {
		auto_free char *wait = text_from_seconds(entry->wait);

		buf_addf(out, "begins in about %s", wait);
	}
}

static void add_unapproved(struct buf *out, const struct request *request)
{
	buf_addstr(out, "waits for `git bench approve`");
	if (request->why)
		buf_addf(out, ": %s", request->why);
}

char *status_words(const struct status_entry *entry, int64_t now)
{
	AUTO(buf) out = BUF_INIT;

	if (request_has_ended(entry->request))
		add_end(&out, entry->request);
	else if (entry->claim)
		add_claim(&out, entry, now);
	else if (entry->request->state == REQUEST_UNAPPROVED)
		add_unapproved(&out, entry->request);
	else
		add_wait(&out, entry, now);
	return buf_detach(&out);
}

const char *status_state(const struct status_entry *entry)
{
	return entry->claim && !request_has_ended(entry->request) ?
		       "measuring" :
		       request_state_name(entry->request->state);
}

static void add_state(struct table *table, const struct status_entry *entry)
{
	const struct request *request = entry->request;

	table_word(table, status_state(entry));
	if (request->state == REQUEST_FAILED)
		table_role(table, ROLE_FAILED);
	else if (request_has_ended(request))
		table_role(table, ROLE_DIM);
	else if (entry->claim)
		table_role(table, ROLE_RUNNING);
}

static void add_row(struct table *table, const struct status_entry *entry,
		    int64_t now)
{
	const struct request *request = entry->request;
	auto_free char *sides = sides_text(request);
	auto_free char *by = short_name(request->by);
	auto_free char *age = clock_ago(request->since, now);
	auto_free char *what = status_words(entry, now);

	table_value(table, NULL,
		    entry->position ? xstrfmt("%zu", entry->position) :
				      xstrdup(""));
	table_value(table, NULL,
		    xstrfmt("%.*s", ID_SHORT, request->id));
	table_role(table, ROLE_SHA);
	add_state(table, entry);
	table_text(table, request->suite);
	table_text(table, sides);
	table_text(table, by);
	table_word(table, age);
	table_text(table, what);
}

void status_table(struct table *out, const struct status_entry *entries,
		  size_t nr, int64_t now)
{
	*out = (struct table)TABLE_INIT;
	table_column(out, "position", "#", TABLE_RIGHT | TABLE_LOOKS);
	table_column(out, "id", "request", TABLE_LOOKS);
	table_column(out, "state", "state", TABLE_LOOKS);
	table_column(out, "suite", "suite", TABLE_SHRINK | TABLE_LOOKS);
	table_column(out, "sides", "compared", TABLE_SHRINK | TABLE_LOOKS);
	table_column(out, "by", "by", TABLE_SHRINK | TABLE_LOOKS);
	table_column(out, "since", "asked", TABLE_LOOKS);
	table_column(out, "detail", "", TABLE_SHRINK | TABLE_LOOKS);
	for (size_t i = 0; i < nr; i++)
		add_row(out, &entries[i], now);
}
