#include "measure/errand.h"

#include "base/environ.h"
#include "base/error.h"
#include "measure/sample.h"

static void describe(struct sample_spec *out, const struct process *p)
{
	for (size_t i = 0; i < p->argv.nr; i++)
		strlist_add(&out->argv, p->argv.items[i]);
	for (size_t i = 0; i < p->env.nr; i++)
		strlist_add(&out->env, p->env.items[i]);
	if (!p->env.nr)
		environ_copy(&out->env);
	out->cwd = xstrdup_or_null(p->cwd);
	out->timeout = p->timeout;
	out->output_max = p->output_max;
	out->merge = p->merge;
	out->gentle = true;
}

/* Output changes hands: neither side has it twice. */
static void take_over(struct process *p, struct sample *s)
{
	const struct buf empty = BUF_INIT;

	buf_release(&p->out);
	buf_release(&p->err);
	p->out = s->out;
	p->err = s->err;
	s->out = s->err = empty;
	p->out_truncated = s->out_truncated;
	p->err_truncated = s->err_truncated;
	p->exit_code = s->exit_code;
	p->signal = s->signal;
	p->timed_out = s->timed_out;
	p->seconds = s->seconds;
}

int errand_run(struct process *p, struct recorder *recorder)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) sample = SAMPLE_INIT;

	if (!recorder) {
		int rc = process_run(p);

		return rc == ERR_FAILED ? ERR_NOTFOUND : rc;
	}
	describe(&spec, p);
	int rc = sample_take(&sample, recorder, &spec);
	if (rc)
		return rc;
	if (sample.not_started)
		return fail(ERR_NOTFOUND, "%s", sample.err.ptr);
	take_over(p, &sample);
	return 0;
}
