#include "report/runners.h"

#include "base/clock.h"
#include "base/id.h"
#include "base/json.h"

json_t *runners_json(const struct runner_entry *entry)
{
	json_t *json = face_to_json(entry->face);

	if (entry->gone)
		json_set_bool(json, "gone", true);
	return json;
}

static char *work_text(const struct face *face)
{
	const struct face_job *job = &face->job;
	AUTO(buf) out = BUF_INIT;

	if (!job->request)
		return xstrdup("");
	buf_addf(&out, "%.*s", ID_SHORT, job->request);
	if (job->suite)
		buf_addf(&out, " %s", job->suite);
	if (job->phase)
		buf_addf(&out, ", %s", job->phase);
	if (job->targets_total > 0)
		buf_addf(&out, " %lld/%lld", (long long)job->targets_done,
			 (long long)job->targets_total);
	return buf_detach(&out);
}

static void add_row(struct table *table, const struct runner_entry *entry,
		    int64_t now)
{
	const struct face *face = entry->face;
	bool stopped = face->state == FACE_STOPPED;
	auto_free char *labels = strlist_join(&face->labels, " ");
	auto_free char *seen = clock_ago(face->at, now);
	auto_free char *work = work_text(face);

	table_text(table, face->name);
	table_word(table, entry->gone && !stopped ?
				  "gone" :
				  face_state_name(face->state));
	if (entry->gone)
		table_role(table, ROLE_DIM);
	else if (face->state == FACE_WORKING)
		table_role(table, ROLE_RUNNING);
	table_word(table, seen);
	table_text(table, labels);
	table_text(table, face->machine.class);
	table_text(table, entry->busy ? work : "");
}

void runners_table(struct table *out, const struct runner_entry *entries,
		   size_t nr, int64_t now)
{
	*out = (struct table)TABLE_INIT;
	table_column(out, "name", "runner", TABLE_SHRINK | TABLE_LOOKS);
	table_column(out, "state", "state", TABLE_LOOKS);
	table_column(out, "at", "seen", TABLE_LOOKS);
	table_column(out, "labels", "offers", TABLE_SHRINK | TABLE_LOOKS);
	table_column(out, "class", "machine", TABLE_SHRINK | TABLE_LOOKS);
	table_column(out, "job", "works on", TABLE_SHRINK | TABLE_LOOKS);
	for (size_t i = 0; i < nr; i++)
		add_row(out, &entries[i], now);
}
