/*
 * Samples of real programs. Called with a word, this program is itself one
 * of those measured.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/cpus.h"
#include "sampling.h"
#include "tap.h"

static int count_files(const char *dir)
{
	AUTO(strlist) names = STRLIST_INIT;

	file_list(&names, dir);
	return names.nr;
}

/* ==== The measured program ============================================== */

static int be_measured(const char *word)
{
	if (!strcmp(word, "personality"))
		return !!(personality(0xffffffff) & ADDR_NO_RANDOMIZE);
	if (!strcmp(word, "group"))
		return getpgrp() != getpid();
	if (!strcmp(word, "nice"))
		return getpriority(PRIO_PROCESS, 0);
	return 99;
}

/* ==== The tests ========================================================= */

static void test_outcomes(void)
{
	AUTO(sample) good = SAMPLE_INIT;
	AUTO(sample) bad = SAMPLE_INIT;
	AUTO(sample) shot = SAMPLE_INIT;
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;

	take_shell(&good, &spec, "echo out; echo err >&2");
	ok(sample_ok(&good), "a program that exits with 0 is fine");
	is(good.out.ptr, "out\n", "its output is there");
	is(good.err.ptr, "err\n", "its errors are there, apart");
	ok(good.seconds > 0 && good.seconds < 60, "it took some time");
	ok(metrics_find(&good.metrics, "user_seconds") &&
		   metrics_find(&good.metrics, "sys_seconds") &&
		   metrics_find(&good.metrics, "maxrss") &&
		   metrics_find(&good.metrics, "minor_faults")->value > 0 &&
		   metrics_find(&good.metrics, "voluntary_switches"),
	   "its metrics are there");
	take_shell(&bad, &spec, "exit 3");
	is_int(bad.exit_code, 3, "an exit code comes through");
	auto_free char *text = sample_outcome(&bad);
	is(text, "exit status 3", "and is told");
	ok(!sample_ok(&bad), "and is not fine");
	take_shell(&shot, &spec, "kill -SEGV $$");
	is_int(shot.signal, SIGSEGV, "a signal comes through");
	is_int(shot.exit_code, -1, "and there is no exit code then");
	auto_free char *crash = sample_outcome(&shot);
	is(crash, "killed by signal 11 (Segmentation fault)", "and is told");
}

static void test_cpu_time(void)
{
	AUTO(sample) s = SAMPLE_INIT;
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;

	/* The time of a child that was waited for counts. */
	take_shell(&s, &spec,
		   "sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'");
	ok(s.user_seconds + s.sys_seconds > 0, "children's time is counted");
}

static void not_started(const char *name, struct sample_spec *spec,
			const char *want)
{
	AUTO(sample) s = SAMPLE_INIT;

	is_int(sample_take(&s, recorder, spec), 0, name);
	ok(s.not_started && !sample_ok(&s), "... is no start");
	is(s.err.ptr, want, "... for the right reason");
	ok(!s.metrics.nr && !s.out.len, "... and gives no figures");
	sample_spec_release(spec);
}

static void test_not_started(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;

	strlist_add(&spec.argv, "no-such-program");
	not_started("a missing program", &spec,
		    "cannot run no-such-program: No such file or directory");
	strlist_add(&spec.argv, "/etc/passwd");
	not_started("a file that is no program", &spec,
		    "cannot run /etc/passwd: Permission denied");
	strlist_add(&spec.argv, "/");
	not_started("a folder", &spec, "cannot run /: Permission denied");
	spec.cwd = xstrdup("/no/such/folder");
	spec_shell(&spec, ":");
	not_started("a missing folder", &spec,
		    "cannot enter /no/such/folder: No such file or directory");
	spec.input = xstrdup("/no/such/input");
	spec_shell(&spec, ":");
	not_started("a missing input", &spec,
		    "cannot read /no/such/input: No such file or directory");
	spec.input = file_join(scratch, "fifo");
	mkfifo(spec.input, 0600);
	auto_free char *fifo =
		xstrfmt("cannot read %s: not a regular file", spec.input);
	spec_shell(&spec, ":");
	not_started("a fifo for input", &spec, fifo);
	auto_free char *text = file_join(scratch, "text");
	file_write(text, "not a program\n", 14);
	chmod(text, 0700);
	strlist_add(&spec.argv, text);
	auto_free char *format = xstrfmt("cannot run %s: Exec format error",
					 text);
	not_started("text without an interpreter", &spec, format);
}

static void test_surroundings(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) in = SAMPLE_INIT;
	AUTO(sample) none = SAMPLE_INIT;
	AUTO(sample) env = SAMPLE_INIT;
	AUTO(sample) fds = SAMPLE_INIT;
	AUTO(sample) relative = SAMPLE_INIT;
	auto_free char *file = file_join(scratch, "input");
	auto_free char *program = file_join(scratch, "program");
	auto_free char *want = xstrfmt("%s\nhello", scratch);

	file_write(file, "hello", 5);
	spec.cwd = xstrdup(scratch);
	spec.input = xstrdup("input");
	take_shell(&in, &spec, "pwd; cat");
	is(in.out.ptr, want, "folder and input are as asked");
	take_shell(&none, &spec, "cat; echo end");
	is(none.out.ptr, "end\n", "without input there is nothing to read");
	strlist_add(&spec.argv, "env");
	strlist_add(&spec.env, "A=1");
	strlist_add(&spec.env, "PATH=/bin:/usr/bin");
	strlist_add(&spec.env, "B=x y\n");
	is_int(sample_take(&env, recorder, &spec), 0, "env runs");
	is(env.out.ptr, "A=1\nPATH=/bin:/usr/bin\nB=x y\n\n",
	   "the environment is exactly the one given");
	auto_free char *theirs =
		xstrfmt("/proc/%d/environ", recorder_pid(recorder));
	auto_free char *secrets = file_read_line(theirs);
	ok(!secrets, "and the recorder has none to be spied on");
	sample_spec_release(&spec);
	take_shell(&fds, &spec, "exec ls /proc/self/fd");
	is(fds.out.ptr, "0\n1\n2\n3\n",
	   "no descriptor but 0, 1, 2 is open (3 is the listed folder)");
	file_write(program, "#!/bin/sh\necho run\n", 19);
	chmod(program, 0700);
	spec.cwd = xstrdup(scratch);
	strlist_add(&spec.argv, "./program");
	is_int(sample_take(&relative, recorder, &spec), 0, "./program runs");
	is(relative.out.ptr, "run\n", "a relative program is the folder's");
}

static int run_self(const char *word, bool no_aslr, int nice_value)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;

	spec_self(&spec, word);
	spec.no_aslr = no_aslr;
	spec.nice = nice_value;
	if (sample_take(&s, recorder, &spec))
		return -1;
	if (s.notes.nr)
		printf("# %s\n", s.notes.items[0]);
	return s.out.len ? atoi(s.out.ptr) : s.exit_code;
}

static void test_favours(void)
{
	is_int(run_self("personality", false, 0),
	       !!(personality(0xffffffff) & ADDR_NO_RANDOMIZE),
	       "address randomisation is left alone unless asked");
	is_int(run_self("personality", true, 0), 1,
	       "and is off when asked for");
	is_int(run_self("nice", false, 7), 7, "the priority is as asked");
	is_int(run_self("group", false, 0), 0,
	       "the program leads a group of its own");
}

static void test_signals(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;

	signal(SIGUSR1, SIG_IGN);
	recorder_close(recorder);
	is_int(recorder_open(&recorder), 0, "a recorder opens again");
	take_shell(&s, &spec, "exec grep -E 'Sig(Blk|Ign)' /proc/self/status");
	is(s.out.ptr, "SigBlk:\t0000000000000000\n"
		      "SigIgn:\t0000000000000000\n",
	   "no signal is blocked or ignored, whatever we ignore");
}

static void test_pinning(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;
	AUTO(sample) loose = SAMPLE_INIT;
	AUTO(sample) off = SAMPLE_INIT;
	auto_free char *one = NULL, *aside = NULL, *recorders = NULL;
	cpu_set_t usable, set;
	int last = 0;
	const char *script = "grep Cpus_allowed_list /proc/self/status";

	cpus_usable(&usable);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &usable))
			last = cpu;
	spec.cpus = xstrfmt("%d", last);
	take_shell(&s, &spec, script);
	one = xstrfmt("Cpus_allowed_list:\t%d\n", last);
	is(s.out.ptr, one, "the program stays on its CPU");
	cpus_usable(&set);
	ok(CPU_EQUAL(&set, &usable), "we may run anywhere afterwards");
	sched_getaffinity(recorder_pid(recorder), sizeof(set), &set);
	ok(!CPU_ISSET(last, &set) || CPU_COUNT(&usable) == 1,
	   "the recorder keeps off that CPU where there is another");
	take_shell(&loose, &spec, script);
	aside = cpus_format(&usable);
	recorders = xstrfmt("Cpus_allowed_list:\t%s\n", aside);
	is(loose.out.ptr, recorders, "the next one may run anywhere again");
	spec.cpus = xstrdup("1023");
	spec_shell(&spec, ":");
	is_int(sample_take(&off, recorder, &spec), ERR_FAILED,
	       "a CPU that is not there is an error");
	is(error_message(), "cannot run sh on CPUs 1023: they are not ours "
			    "to use", "that says so");
	free(spec.cpus);
	spec.cpus = xstrdup("1-");
	is_int(sample_take(&off, recorder, &spec), ERR_FAILED,
	       "so is what is no list");
}

/* A memory hog of ours must not show in what a small program takes. */
static void test_maxrss(void)
{
	size_t size = 200 << 20;
	char *hog = xmalloc(size);
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) before = SAMPLE_INIT;
	AUTO(sample) loud = SAMPLE_INIT;
	AUTO(sample) after = SAMPLE_INIT;

	memset(hog, 1, size);
	strlist_add(&spec.argv, "/bin/true");
	sample_take(&before, recorder, &spec);
	sample_spec_release(&spec);
	spec.output_max = 8 << 20;
	take_shell(&loud, &spec, "head -c 20000000 /dev/zero");
	strlist_add(&spec.argv, "/bin/true");
	sample_take(&after, recorder, &spec);
	printf("# maxrss of /bin/true: %lld, later %lld\n",
	       (long long)before.maxrss, (long long)after.maxrss);
#ifdef __SANITIZE_ADDRESS__
	ok(true, "maxrss # SKIP a sanitized recorder is not small");
#else
	ok(before.maxrss > 256 << 10 && before.maxrss < 4 << 20,
	   "the maximum resident set is the program's own");
	ok(after.maxrss < 4 << 20, "also after a sample with much output");
#endif
	free(hog);
}

static void test_output(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) big = SAMPLE_INIT;
	AUTO(sample) binary = SAMPLE_INIT;
	AUTO(sample) merged = SAMPLE_INIT;
	AUTO(sample) odd = SAMPLE_INIT;

	spec.output_max = 1000;
	take_shell(&big, &spec,
		   "echo first; head -c 500000000 /dev/zero; echo last; "
		   "head -c 300000 /dev/zero >&2");
	ok(sample_ok(&big), "half a gigabyte of output does no harm");
	is_int(big.out.len, 1000, "only so much is kept");
	ok(big.out_truncated && big.err_truncated, "which is told");
	ok(!memcmp(big.out.ptr, "first\n", 6) &&
		   !strcmp(big.out.ptr + 995, "last\n"),
	   "of the start and of the end");
	take_shell(&binary, &spec, "printf 'a\\0b\\377'");
	ok(binary.out.len == 4 && !memcmp(binary.out.ptr, "a\0b\xff", 4) &&
		   !binary.out_truncated,
	   "all bytes come through");
	spec.merge = true;
	take_shell(&merged, &spec, "echo a; echo b >&2; echo c");
	is(merged.out.ptr, "a\nb\nc\n", "two streams can be one");
	is_int(merged.err.len, 0, "and none is left then");
	AUTO(sample) muted = SAMPLE_INIT;
	spec.mute = true;
	take_shell(&muted, &spec,
		   "echo a; f=$(readlink /proc/$$/fd/1); echo $f >&2");
	is(muted.err.ptr, "/dev/null\n", "stdout can go nowhere");
	is_int(muted.out.len, 0, "and nothing of it is kept");
	spec.output_max = 7;
	take_shell(&odd, &spec, "printf 0123456789");
	is(odd.out.ptr, "012789", "odd limits are rounded down");
}

static void test_many(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	auto_free char *theirs = xstrfmt("/proc/%d/fd",
					 recorder_pid(recorder));
	int good = 0;

	strlist_add(&spec.argv, "/bin/true");
	int ours_before = count_files("/proc/self/fd");
	int theirs_before = count_files(theirs);
	for (int i = 0; i < 1000; i++) {
		AUTO(sample) s = SAMPLE_INIT;

		good += !sample_take(&s, recorder, &spec) && sample_ok(&s);
	}
	is_int(good, 1000, "a thousand samples are taken");
	is_int(count_files("/proc/self/fd"), ours_before, "we leak nothing");
	is_int(count_files(theirs), theirs_before, "nor does the recorder");
}

static void test_bounds(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;
	auto_free char *huge = xcalloc(1, (2 << 20) + 1);

	is_int(sample_take(&s, recorder, &spec), ERR_FAILED,
	       "no program is an error");
	memset(huge, 'x', 2 << 20);
	spec_shell(&spec, huge);
	is_int(sample_take(&s, recorder, &spec), ERR_FAILED,
	       "so is a spec beyond all bounds");
	sample_spec_release(&spec);
	huge[200000] = '\0';
	spec_shell(&spec, huge);
	is_int(sample_take(&s, recorder, &spec), 0,
	       "an argument too long for the kernel is no error");
	ok(s.not_started, "but no start either");
	is(s.err.ptr, "cannot run sh: Argument list too long", "and is told");
}

static void *bystander(void *data)
{
	(void)data;
	for (;;)
		pause();
	return NULL;
}

/* As the heartbeat's thread: it may renew a claim during any sample. */
static void test_bystander(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;
	struct recorder *own;
	cpu_set_t all, set;
	pthread_t thread;
	int last = 0;

	cpus_usable(&all);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all))
			last = cpu;
	pthread_create(&thread, NULL, bystander, NULL);
	recorder_open(&own);
	spec.cpus = xstrfmt("%d", last);
	spec_shell(&spec, ":");
	is_int(sample_take(&s, own, &spec), 0, "a pinned sample is taken");
	pthread_getaffinity_np(thread, sizeof(set), &set);
	ok(!CPU_ISSET(last, &set) || CPU_COUNT(&all) == 1,
	   "another thread of ours stays off a sample's CPU");
	recorder_close(own);
	pthread_getaffinity_np(thread, sizeof(set), &set);
	ok(CPU_EQUAL(&set, &all), "until the recorder is closed");
	pthread_cancel(thread);
	pthread_join(thread, NULL);
}

static void test_launcher(void)
{
	AUTO(strlist) launcher = STRLIST_INIT;
	const struct recorder_way way = { .launcher = &launcher,
					  .patience = 60 };
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;
	struct recorder *own;

	strlist_add(&launcher, "nice");
	strlist_add(&launcher, "-n3");
	is_int(recorder_open_by(&own, &way), 0,
	       "a recorder starts behind a launcher");
	spec_self(&spec, "nice");
	is_int(sample_take(&s, own, &spec), 0, "and works");
	is_int(s.exit_code, getpriority(PRIO_PROCESS, 0) + 3,
	       "where the launcher put it");
	ok(!recorder_is_lost(own), "it is still there");
	kill(recorder_pid(own), SIGKILL);
	is_int(sample_take(&s, own, &spec), ERR_FAILED,
	       "shot, it gives no sample");
	is(error_message(), "the launcher 'nice' was killed by signal 9 "
			    "(Killed)", "and says so");
	ok(recorder_is_lost(own), "it is lost");
	is_int(sample_take(&s, own, &spec), ERR_FAILED,
	       "and not started again: that might be elsewhere");
	recorder_close(own);
	strlist_clear(&launcher);
	strlist_add(&launcher, "echo");
	is_int(recorder_open_by(&own, &way), ERR_FAILED,
	       "a launcher that starts something else is an error");
	setenv("GIT_BENCH_RECORDER", "/no/such/recorder", 1);
	is_int(recorder_open(&own), ERR_FAILED, "so is a missing recorder");
	unsetenv("GIT_BENCH_RECORDER");
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return be_measured(argv[1]);
	if (!sampling_begin())
		return 1;
	test_outcomes();
	test_cpu_time();
	test_not_started();
	test_surroundings();
	test_favours();
	test_signals();
	test_pinning();
	test_maxrss();
	test_output();
	test_many();
	test_bounds();
	test_bystander();
	test_launcher();
	sampling_end();
	return done();
}
