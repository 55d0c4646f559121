/*
 * How samples end: at their time, by an interrupt, by the death of one of
 * the three processes concerned; and that nothing is left in any case.
 * Called with a word, this program is itself the one measured.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "sampling.h"
#include "tap.h"

/* Does process `pid` run (zombies do not)? */
static bool is_alive(pid_t pid)
{
	auto_free char *path = xstrfmt("/proc/%d/stat", pid);
	auto_free char *stat = file_read_line(path);

	return stat && !strstr(stat, ") Z ") && !strstr(stat, ") X ");
}

/* True as soon as it is gone; false when it has not gone in a minute. */
static bool await_death(pid_t pid)
{
	for (int left = 60000; left && is_alive(pid); left--)
		usleep(1000);
	return !is_alive(pid);
}

/* Leaves a process that ignores SIGTERM and one in a session of its own. */
static int leave_family(void)
{
	if (!fork()) {
		signal(SIGTERM, SIG_IGN);
		printf("%d\n", getpid());
		fflush(stdout);
		for (;;)
			pause();
	}
	if (!fork()) {
		setsid();
		if (fork())
			_exit(0);
		signal(SIGTERM, SIG_IGN);
		signal(SIGHUP, SIG_IGN);
		printf("%d\n", getpid());
		fflush(stdout);
		for (;;)
			pause();
	}
	for (;;)
		pause();
}

static void test_timeout(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;
	int first = 0, second = 0;

	spec_self(&spec, "family");
	spec.timeout = 2;
	is_int(sample_take(&s, recorder, &spec), 0, "a timeout is no error");
	ok(s.timed_out && !sample_ok(&s), "it is told");
	ok(s.seconds >= 2, "not before its time");
	auto_free char *text = sample_outcome(&s);
	ok(!strncmp(text, "timed out after 2", 17), "and in words: %s", text);
	is_int(sscanf(s.out.ptr, "%d %d", &first, &second), 2,
	       "two relatives had been at work");
	ok(!is_alive(first), "the one that ignores SIGTERM is gone");
	ok(!is_alive(second), "so is the one with its own session");
}

static void test_leftovers(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;

	take_shell(&s, &spec, "sleep 1000 & echo $!");
	ok(sample_ok(&s), "a program that leaves a process behind ends");
	ok(s.seconds < 500, "with its own end");
	ok(!is_alive(atoi(s.out.ptr)), "and what it left is gone");
}

static int raise_interrupt(void *data)
{
	(void)data;
	raise(SIGINT);
	return 0;
}

/* As soon as the file is there that the sample makes. */
static int give_up(void *data)
{
	const char *path = data;

	return file_exists(path) ? fail(ERR_LOST, "no longer mine") : 0;
}

static void test_tick(void)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) s = SAMPLE_INIT;
	AUTO(sample) next = SAMPLE_INIT;
	auto_free char *path = file_join(scratch, "pid");

	recorder_on_wait(recorder, 0, give_up, path);
	auto_free char *script = xstrfmt(
		"echo $$ >%s.new; mv %s.new %s; sleep 1000", path, path, path);
	spec_shell(&spec, script);
	is_int(sample_take(&s, recorder, &spec), ERR_LOST,
	       "what the tick returns stops the sample");
	is(error_message(), "no longer mine", "with its message");
	auto_free char *pid = file_read_line(path);
	ok(pid && !is_alive(atoi(pid)), "nothing of the sample runs");
	recorder_on_wait(recorder, 0, NULL, NULL);
	sample_spec_release(&spec);
	take_shell(&next, &spec, "echo on");
	is(next.out.ptr, "on\n", "the recorder goes on");
}

/* Exit code 0 when an interrupt stopped it and the recorder has no child. */
static int be_interrupted(void)
{
	AUTO(sample) s = SAMPLE_INIT;
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	struct recorder *own;

	interrupt_install();
	if (recorder_open(&own))
		return 9;
	recorder_on_wait(own, 0, raise_interrupt, NULL);
	spec_shell(&spec, "sleep 1000");
	int rc = sample_take(&s, own, &spec);
	int pid = recorder_pid(own);
	auto_free char *path = xstrfmt("/proc/%d/task/%d/children", pid, pid);
	auto_free char *left = file_read_line(path);
	recorder_close(own);
	return rc != ERR_INTERRUPTED ? 1 : left && *left ? 2 : 0;
}

/* The flag stays raised, hence a process of its own. */
static void test_interrupt(void)
{
	int status;

	fflush(stdout);
	pid_t child = fork();
	if (!child)
		_exit(be_interrupted());
	waitpid(child, &status, 0);
	is_int(WEXITSTATUS(status), 0, "an interrupt ends sample and children");
}

/* Kills the one who measures; nothing measured may stay. */
static void test_orphans(void)
{
	auto_free char *path = file_join(scratch, "orphans");
	auto_free char *script = xstrfmt(
		"setsid sleep 1000 & echo $$ $! >%s.new; mv %s.new %s; wait",
		path, path, path);
	int pids[2], ends[2];
	char byte;

	fflush(stdout);
	if (pipe2(ends, O_CLOEXEC))
		return;
	pid_t child = fork();
	if (!child) {
		struct sample s = SAMPLE_INIT;
		struct sample_spec spec = SAMPLE_SPEC_INIT;
		struct recorder *own;

		if (recorder_open(&own))
			_exit(9);
		spec_shell(&spec, script);
		sample_take(&s, own, &spec);
		_exit(0);
	}
	close(ends[1]);
	while (!file_exists(path))
		usleep(1000);
	auto_free char *line = file_read_line(path);
	is_int(sscanf(line, "%d %d", &pids[0], &pids[1]), 2, "two run");
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	(void)!read(ends[0], &byte, 1);
	close(ends[0]);
	ok(await_death(pids[0]) && await_death(pids[1]),
	   "when we are killed, the recorder clears up and goes");
}

/*
 * A recorder that was shot, or its guard, is replaced; all that its program
 * started died with it.
 */
static void test_lost_recorder(const char *victim)
{
	AUTO(sample_spec) spec = SAMPLE_SPEC_INIT;
	AUTO(sample) shot = SAMPLE_INIT;
	AUTO(sample) s = SAMPLE_INIT;
	auto_free char *path = file_join(scratch, "shooter");
	auto_free char *script = xstrfmt(
		"setsid sleep 1000 & echo $$ $! >%s; kill -9 %s; "
		"exec sleep 1000", path, victim);
	int pids[2];

	spec_shell(&spec, script);
	is_int(sample_take(&shot, recorder, &spec), ERR_FAILED,
	       "a recorder that dies is an error");
	is(error_message(), "git-bench-recorder was killed by signal 9 (Killed)",
	   "that says so");
	sample_spec_release(&spec);
	auto_free char *line = file_read_line(path);
	is_int(sscanf(line, "%d %d", &pids[0], &pids[1]), 2, "two ran");
	ok(await_death(pids[0]) && await_death(pids[1]), "they go with it");
	take_shell(&s, &spec, "echo again");
	is(s.out.ptr, "again\n", "the next sample has a new one");
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return leave_family();
	if (!sampling_begin())
		return 1;
	test_timeout();
	test_leftovers();
	test_tick();
	test_interrupt();
	test_orphans();
	test_lost_recorder("$PPID");
	test_lost_recorder("$(cut -d' ' -f4 /proc/$PPID/stat)");
	sampling_end();
	return done();
}
