/*
 * Errands: programs that run where samples do, and are not measured.
 */
#include <string.h>

#include "measure/errand.h"
#include "sampling.h"
#include "tap.h"

static int run_shell(struct process *p, struct recorder *by,
		     const char *script)
{
	strlist_add(&p->argv, "sh");
	strlist_add(&p->argv, "-c");
	strlist_add(&p->argv, script);
	return errand_run(p, by);
}

static void test_outcomes(struct recorder *by)
{
	AUTO(process) good = PROCESS_INIT;
	AUTO(process) bad = PROCESS_INIT;

	is_int(run_shell(&good, by, "echo out; echo err >&2"), 0,
	       "an errand is run");
	ok(process_ok(&good), "and ends well");
	is(good.out.ptr, "out\n", "what it printed is there");
	is(good.err.ptr, "err\n", "what it complained of, apart");
	bad.merge = true;
	bad.cwd = "/";
	is_int(run_shell(&bad, by, "pwd; echo no >&2; exit 3"), 0,
	       "a failure is no error");
	is_int(bad.exit_code, 3, "but told");
	is(bad.out.ptr, "/\nno\n", "with all it said, from its folder");
}

static void test_absent(struct recorder *by)
{
	AUTO(process) absent = PROCESS_INIT;

	strlist_add(&absent.argv, "/no/such/program");
	is_int(errand_run(&absent, by), ERR_NOTFOUND,
	       "a program that is not there is an error");
	is(error_message(),
	   "cannot run /no/such/program: No such file or directory",
	   "and named");
}

static void test_environment(struct recorder *by)
{
	AUTO(process) ours = PROCESS_INIT;
	AUTO(process) own = PROCESS_INIT;

	setenv("ERRAND", "ours", 1);
	run_shell(&ours, by, "echo $ERRAND");
	is(ours.out.ptr, "ours\n", "it has our environment");
	strlist_add(&own.env, "ERRAND=its");
	strlist_add(&own.env, "PATH=/usr/bin:/bin");
	run_shell(&own, by, "echo $ERRAND");
	is(own.out.ptr, "its\n", "or one of its own");
}

static void test_timeout(struct recorder *by)
{
	AUTO(process) p = PROCESS_INIT;

	p.timeout = 0.2;
	is_int(run_shell(&p, by, "trap 'echo bye; exit 0' TERM; "
				 "while :; do sleep 0.05; done"), 0,
	       "one that takes too long is ended");
	ok(p.timed_out && !process_ok(&p), "which is told");
	is(p.out.ptr, "bye\n", "and could clear up");
}

static int refuse(void *data)
{
	(void)data;
	return fail(ERR_REFUSED, "no longer wanted");
}

static void test_refused(struct recorder *by)
{
	AUTO(process) p = PROCESS_INIT;

	recorder_on_wait(by, 0, refuse, NULL);
	is_int(run_shell(&p, by, "exec sleep 1000"), ERR_REFUSED,
	       "one that is no longer wanted is ended");
	is(error_message(), "no longer wanted", "for that reason");
}

int main(void)
{
	if (!sampling_begin())
		return 1;
	test_outcomes(NULL);
	test_outcomes(recorder);
	test_absent(recorder);
	test_environment(NULL);
	test_environment(recorder);
	test_timeout(recorder);
	test_refused(recorder);
	sampling_end();
	return done();
}
