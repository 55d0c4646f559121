#include "measure/sample.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "measure/counters.h"
#include "measure/cpus.h"
#include "measure/wire.h"

#define OUTPUT_MAX_DEFAULT (1 << 20)
#define TIMEOUT_MAX 1e9 /* seconds: thirty years */

/* ==== The request ======================================================= */

static uint64_t output_max(const struct sample_spec *spec)
{
	if (!spec->output_max)
		return OUTPUT_MAX_DEFAULT;
	if (spec->output_max > WIRE_OUTPUT_MAX)
		return WIRE_OUTPUT_MAX;
	return spec->output_max < 2 ? 2 : spec->output_max;
}

static unsigned spec_flags(const struct sample_spec *spec)
{
	return (spec->cpus ? WIRE_PIN : 0) | (spec->input ? WIRE_INPUT : 0) |
	       (spec->cwd ? WIRE_CWD : 0) |
	       (spec->no_aslr ? WIRE_NO_ASLR : 0) |
	       (spec->count ? WIRE_COUNT : 0) |
	       (spec->merge ? WIRE_MERGE : 0) |
	       (spec->gentle ? WIRE_GENTLE : 0) |
	       (spec->mute && !spec->merge ? WIRE_MUTE : 0);
}

static void add_word(struct buf *out, const char *word)
{
	if (word)
		buf_add(out, word, strlen(word) + 1);
}

static int encode(struct buf *out, const struct sample_spec *spec)
{
	double timeout = spec->timeout < TIMEOUT_MAX ? spec->timeout :
						       TIMEOUT_MAX;
	struct wire_spec fixed = {
		.flags = spec_flags(spec),
		.nice = spec->nice,
		.argc = spec->argv.nr,
		.envc = spec->env.nr,
		.timeout_ns = timeout > 0 ? timeout * 1e9 + 1 : 0,
		.output_max = output_max(spec),
	};

	if (!spec->argv.nr)
		return fail(ERR_FAILED, "there is no program to run");
	if (spec->cpus && !cpus_parse(&fixed.cpus, spec->cpus))
		return fail(ERR_FAILED, "'%s' is no list of CPUs", spec->cpus);
	buf_add(out, &fixed, sizeof(fixed));
	add_word(out, spec->cwd);
	add_word(out, spec->input);
	for (size_t i = 0; i < spec->argv.nr; i++)
		add_word(out, spec->argv.items[i]);
	for (size_t i = 0; i < spec->env.nr; i++)
		add_word(out, spec->env.items[i]);
	if (out->len > WIRE_SPEC_MAX ||
	    spec->argv.nr + spec->env.nr > WIRE_WORDS_MAX)
		return fail(ERR_FAILED,
			    "%s: its arguments and environment are too large "
			    "(%zu bytes, %zu words)",
			    spec->argv.items[0], out->len,
			    spec->argv.nr + spec->env.nr);
	return 0;
}

/* ==== The report ======================================================== */

static void fill_metrics(struct sample *out, const struct wire_report *r)
{
	struct metrics *m = &out->metrics;

	out->seconds = r->wall_ns / 1e9;
	out->user_seconds = r->user_us / 1e6;
	out->sys_seconds = r->sys_us / 1e6;
	out->maxrss = r->maxrss;
	metrics_set(m, "user_seconds", out->user_seconds, "s");
	metrics_set(m, "sys_seconds", out->sys_seconds, "s");
	metrics_set(m, "maxrss", r->maxrss, "B");
	metrics_set(m, "minor_faults", r->minor_faults, "1");
	metrics_set(m, "major_faults", r->major_faults, "1");
	metrics_set(m, "voluntary_switches", r->voluntary_switches, "1");
	metrics_set(m, "involuntary_switches", r->involuntary_switches, "1");
	counters_to_metrics(m, &out->notes, r->counters);
}

static void fill_notes(struct sample *out, const struct wire_report *r,
		       const struct sample_spec *spec)
{
	if (r->flags & WIRE_ASLR_KEPT)
		strlist_add(&out->notes, "address-space randomisation could "
					 "not be turned off");
	if (r->flags & WIRE_NICE_KEPT)
		strlist_addf(&out->notes,
			     "priority %d was not granted to this user",
			     spec->nice);
	if (spec->count && !metrics_find(&out->metrics, "instructions"))
		strlist_add(&out->notes,
			    "this machine gives no hardware counters");
}

/* Nothing was measured; what there is to say goes where a shell puts it. */
static int not_started(struct sample *out, const struct wire_report *r,
		       const struct sample_spec *spec)
{
	const char *why = strerror(r->error);
	const char *program = spec->argv.items[0];

	out->exit_code = 127;
	out->not_started = true;
	buf_clear(&out->err);
	switch ((enum wire_stage)r->stage) {
	case WIRE_AT_CWD:
		buf_addf(&out->err, "cannot enter %s: %s", spec->cwd, why);
		return 0;
	case WIRE_AT_INPUT:
		buf_addf(&out->err, "cannot read %s: %s", spec->input,
			 r->error == EINVAL ? "not a regular file" : why);
		return 0;
	case WIRE_AT_PIN:
		return fail(ERR_FAILED, "cannot run %s on CPUs %s: %s",
			    program, spec->cpus ? spec->cpus : "of ours",
			    r->error == EINVAL ? "they are not ours to use" :
						 why);
	case WIRE_AT_EXEC:
		buf_addf(&out->err, "cannot run %s: %s", program, why);
		return 0;
	default:
		return fail(ERR_FAILED, "cannot start %s: %s", program, why);
	}
}

static int decode(struct sample *out, const struct buf *frame,
		  const struct sample_spec *spec)
{
	struct wire_report r;

	if (frame->len < sizeof(r))
		return fail(ERR_FAILED, "the recorder's report is too short");
	memcpy(&r, frame->ptr, sizeof(r));
	if (frame->len != sizeof(r) + (size_t)r.out_len + r.err_len)
		return fail(ERR_FAILED, "the recorder's report is damaged");
	const char *output = frame->ptr + sizeof(r);
	buf_add(&out->out, output, r.out_len);
	buf_add(&out->err, output + r.out_len, r.err_len);
	out->out_truncated = r.flags & WIRE_OUT_CUT;
	out->err_truncated = r.flags & WIRE_ERR_CUT;
	if (r.stage != WIRE_STARTED)
		return not_started(out, &r, spec);
	if (r.flags & WIRE_STUCK)
		return fail(ERR_FAILED, "a process of %s does not die",
			    spec->argv.items[0]);
	out->timed_out = r.flags & WIRE_TIMED_OUT;
	out->exit_code = WIFEXITED(r.status) ? WEXITSTATUS(r.status) : -1;
	out->signal = WIFSIGNALED(r.status) ? WTERMSIG(r.status) : 0;
	fill_metrics(out, &r);
	fill_notes(out, &r, spec);
	return 0;
}

/* ==== The calls ========================================================= */

int sample_take(struct sample *out, struct recorder *recorder,
		const struct sample_spec *spec)
{
	AUTO(buf) request = BUF_INIT;
	AUTO(buf) report = BUF_INIT;

	int rc = interrupt_check();
	if (!rc)
		rc = encode(&request, spec);
	if (!rc)
		rc = recorder_exchange(&report, recorder, &request,
				       spec->cpus);
	return rc ? rc : decode(out, &report, spec);
}

bool sample_ok(const struct sample *sample)
{
	return !sample->exit_code && !sample->signal && !sample->timed_out &&
	       !sample->not_started;
}

char *sample_outcome(const struct sample *sample)
{
	if (sample->not_started)
		return xstrdup("not started");
	if (sample->timed_out)
		return xstrfmt("timed out after %.3g s", sample->seconds);
	if (sample->signal)
		return xstrfmt("killed by signal %d (%s)", sample->signal,
			       strsignal(sample->signal));
	return xstrfmt("exit status %d", sample->exit_code);
}

void sample_release(struct sample *sample)
{
	if (!sample)
		return;
	metrics_release(&sample->metrics);
	strlist_release(&sample->notes);
	buf_release(&sample->out);
	buf_release(&sample->err);
	*sample = (struct sample)SAMPLE_INIT;
}

void sample_spec_release(struct sample_spec *spec)
{
	if (!spec)
		return;
	strlist_release(&spec->argv);
	strlist_release(&spec->env);
	free(spec->cwd);
	free(spec->input);
	free(spec->cpus);
	*spec = (struct sample_spec)SAMPLE_SPEC_INIT;
}
