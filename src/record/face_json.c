/* The half of face.h that makes the text and reads it. */
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "record/card.h"
#include "record/face.h"

static const char *const state_names[FACE_STATE_NR] = {
	[FACE_IDLE] = "idle",	      [FACE_WORKING] = "working",
	[FACE_PAUSED] = "paused",     [FACE_DRAINING] = "draining",
	[FACE_STOPPED] = "stopped",
};

const char *face_state_name(enum face_state state)
{
	return state_names[state];
}

/* ==== Writing =========================================================== */

static void set_time(json_t *object, const char *key, int64_t when)
{
	auto_free char *text = clock_format(when);

	json_set_string(object, key, text);
}

static void set_text(json_t *object, const char *key, const char *text)
{
	if (text)
		json_set_string(object, key, text);
}

static json_t *machine_json(const struct face_machine *machine)
{
	json_t *object = json_object();

	set_text(object, "class", machine->class);
	set_text(object, "cpu", machine->cpu);
	json_set_int(object, "cores", machine->cores);
	json_set_int(object, "memory_bytes", machine->memory_bytes);
	set_text(object, "kernel", machine->kernel);
	return object;
}

static json_t *phases_json(const struct face_job *job)
{
	json_t *phases = json_array();

	for (size_t i = 0; i < job->nr_phases; i++) {
		json_t *phase = json_object();

		json_set_string(phase, "phase", job->phases[i].phase);
		set_time(phase, "at", job->phases[i].at);
		json_array_append_new(phases, phase);
	}
	return phases;
}

static json_t *job_json(const struct face_job *job)
{
	json_t *object = json_object();
	json_t *verdicts = json_object();

	json_set_string(object, "request", job->request);
	json_set_int(object, "round", job->round);
	json_set_int(object, "attempt", job->attempt);
	set_text(object, "suite", job->suite);
	set_text(object, "phase", job->phase);
	json_object_set_new(object, "phases", phases_json(job));
	json_set_int(object, "targets_done", job->targets_done);
	json_set_int(object, "targets_total", job->targets_total);
	for (int i = 0; i < VERDICT_NR; i++)
		json_set_int(verdicts, verdict_name(i), job->verdicts[i]);
	json_object_set_new(object, "verdicts", verdicts);
	return object;
}

json_t *face_to_json(const struct face *face)
{
	json_t *object = json_object();
	json_t *labels = json_array();

	json_set_int(object, "v", 1);
	json_set_string(object, "name", face->name);
	json_set_string(object, "instance", face->instance);
	json_object_set_new(object, "process", card_owner(&face->owner));
	json_set_string(object, "state", face_state_name(face->state));
	set_text(object, "version", face->version);
	json_object_set_new(object, "machine", machine_json(&face->machine));
	for (size_t i = 0; i < face->labels.nr; i++)
		json_array_append_new(labels, json_text(face->labels.items[i]));
	json_object_set_new(object, "labels", labels);
	set_time(object, "since", face->since);
	set_time(object, "at", face->at);
	if (face->job.request)
		json_object_set_new(object, "job", job_json(&face->job));
	return object;
}

/* ==== Reading =========================================================== */

static char *text_of(const json_t *object, const char *key)
{
	return xstrdup_or_null(json_get_string(object, key, NULL));
}

static int64_t count_of(const json_t *object, const char *key)
{
	int64_t count = json_get_int(object, key, 0);

	return count > 0 ? count : 0;
}

static bool time_of(int64_t *out, const json_t *object, const char *key)
{
	return clock_parse(out, json_get_string(object, key, ""));
}

static void read_machine(struct face_machine *out, const json_t *object)
{
	*out = (struct face_machine){
		.class = text_of(object, "class"),
		.cpu = text_of(object, "cpu"),
		.cores = count_of(object, "cores"),
		.memory_bytes = count_of(object, "memory_bytes"),
		.kernel = text_of(object, "kernel"),
	};
}

static void read_labels(struct strlist *out, const json_t *labels)
{
	const json_t *label;
	size_t i;

	json_array_foreach(labels, i, label)
		if (json_is_string(label) && i < FACE_LABELS_MAX)
			strlist_add(out, json_string_value(label));
}

static void read_phases(struct face_job *job, const json_t *phases)
{
	const json_t *phase;
	size_t i;

	json_array_foreach(phases, i, phase) {
		const char *name = json_get_string(phase, "phase", NULL);
		int64_t at;

		if (name && time_of(&at, phase, "at"))
			face_begin_phase(job, name, at);
	}
}

static void read_job(struct face_job *out, const json_t *object)
{
	const json_t *verdicts = json_object_get(object, "verdicts");

	out->request = text_of(object, "request");
	if (!out->request)
		return;
	out->round = (int)json_get_int(object, "round", 0);
	out->attempt = (int)json_get_int(object, "attempt", 1);
	out->suite = text_of(object, "suite");
	read_phases(out, json_object_get(object, "phases"));
	auto_free char *phase = text_of(object, "phase");
	if (phase) {
		free(out->phase);
		out->phase = STEAL(phase);
	}
	out->targets_done = count_of(object, "targets_done");
	out->targets_total = count_of(object, "targets_total");
	for (int i = 0; i < VERDICT_NR; i++)
		out->verdicts[i] = count_of(verdicts, verdict_name(i));
}

static bool read_state(enum face_state *out, const char *name)
{
	for (int i = 0; i < FACE_STATE_NR; i++) {
		if (strcmp(state_names[i], name))
			continue;
		*out = i;
		return true;
	}
	return false;
}

int face_parse(struct face *out, const json_t *document, const char *name)
{
	const char *state = json_get_string(document, "state", "");
	AUTO(face) face = { 0 };

	if (json_get_int(document, "v", 0) != 1)
		return fail(ERR_BADDATA, "the face of %s is of another "
					 "version", name);
	if (strcmp(json_get_string(document, "name", ""), name) ||
	    !json_get_string(document, "instance", NULL) ||
	    !read_state(&face.state, state) ||
	    !time_of(&face.at, document, "at"))
		return fail(ERR_BADDATA, "what stands there is no face of %s",
			    name);
	face.name = xstrdup(name);
	face.instance = text_of(document, "instance");
	face.version = text_of(document, "version");
	card_read_owner(&face.owner, json_object_get(document, "process"));
	read_machine(&face.machine, json_object_get(document, "machine"));
	read_labels(&face.labels, json_object_get(document, "labels"));
	if (!time_of(&face.since, document, "since"))
		face.since = face.at;
	read_job(&face.job, json_object_get(document, "job"));
	*out = face;
	face = (struct face){ 0 };
	return 0;
}

/* ==== What a job is doing =============================================== */

void face_begin_phase(struct face_job *job, const char *phase, int64_t at)
{
	if (job->nr_phases < FACE_PHASES_MAX) {
		ARRAY_GROW(job->phases, job->nr_phases + 1, job->cap_phases);
		job->phases[job->nr_phases++] = (struct face_phase){ 0 };
	}
	struct face_phase *newest = &job->phases[job->nr_phases - 1];
	free(newest->phase);
	*newest = (struct face_phase){ xstrdup(phase), at };
	free(job->phase);
	job->phase = xstrdup(phase);
}

void face_job_release(struct face_job *job)
{
	for (size_t i = 0; i < job->nr_phases; i++)
		free(job->phases[i].phase);
	free(job->phases);
	free(job->phase);
	free(job->request);
	free(job->suite);
	*job = (struct face_job){ 0 };
}
