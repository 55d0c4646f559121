#include "measure/cpulock.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "tap.h"

static char *dir;

/*
 * A process that holds CPUs until end of file on `release`, whose write end
 * is returned; the lock is held when this returns.
 */
static int hold(pid_t *pid, const char *cpus)
{
	int ready[2], release[2];
	char byte;

	if (pipe2(ready, O_CLOEXEC) || pipe2(release, O_CLOEXEC))
		return -1;
	fflush(stdout);
	*pid = fork();
	if (!*pid) {
		struct cpulock *lock;

		close(release[1]);
		close(ready[0]);
		if (cpulock_acquire(&lock, cpus, NULL, NULL) ||
		    write(ready[1], "x", 1) != 1)
			_exit(1);
		(void)!read(release[0], &byte, 1);
		cpulock_free(lock);
		_exit(0);
	}
	close(ready[1]);
	close(release[0]);
	ok(read(ready[0], &byte, 1) == 1, "CPUs %s are held", cpus);
	close(ready[0]);
	return release[1];
}

struct waiter {
	int release; /* closed by the first call */
	int calls;
	char *sentence;
};

static void let_go(void *data, const char *sentence)
{
	struct waiter *w = data;

	w->calls++;
	free(w->sentence);
	w->sentence = xstrdup(sentence);
	if (w->release >= 0)
		close(w->release);
	w->release = -1;
}

static void interrupt(void *data, const char *sentence)
{
	(void)data;
	(void)sentence;
	raise(SIGINT);
}

static void kill_holder(void *data, const char *sentence)
{
	(void)sentence;
	kill(*(pid_t *)data, SIGKILL);
}

static void test_wait(void)
{
	AUTO_PTR(cpulock) other = NULL;
	AUTO_PTR(cpulock) same = NULL;
	struct waiter w = { 0 };
	pid_t pid;

	w.release = hold(&pid, "2-3");
	is_int(cpulock_acquire(&other, "0-1,4", let_go, &w), 0,
	       "other CPUs are free");
	is_int(w.calls, 0, "without a wait");
	is_int(cpulock_acquire(&same, "3", let_go, &w), 0,
	       "the same CPU is had in the end");
	is_int(w.calls, 1, "after one wait");
	/* Some file systems hide from the kernel's list who holds a lock. */
	auto_free char *want =
		xstrfmt("CPU 3 is in use by process %d (", pid);
	ok(!strncmp(w.sentence, want, strlen(want)) ||
		   !strcmp(w.sentence,
			   "CPU 3 is in use by another measurement"),
	   "told as: %s", w.sentence);
	free(w.sentence);
	waitpid(pid, NULL, 0);
}

static void test_death(void)
{
	AUTO_PTR(cpulock) lock = NULL;
	pid_t pid;
	int release = hold(&pid, "5");

	is_int(cpulock_acquire(&lock, "5", kill_holder, &pid), 0,
	       "the lock of a process that was killed is free");
	close(release);
	waitpid(pid, NULL, 0);
}

static void test_hostile(void)
{
	AUTO_PTR(cpulock) lock = NULL;
	auto_free char *victim = file_join(dir, "victim");
	auto_free char *link = file_join(dir, "git-bench-cpu6.lock");
	auto_free char *fifo = file_join(dir, "git-bench-cpu7.lock");
	auto_free char *folder = file_join(dir, "git-bench-cpu8.lock");

	(void)!symlink(victim, link);
	mkfifo(fifo, 0666);
	mkdir(folder, 0777);
	is_int(cpulock_acquire(&lock, "6", NULL, NULL), ERR_REFUSED,
	       "a link in the lock's place is refused");
	ok(!file_exists(victim), "and not followed");
	ok(strstr(error_message(), "is a symbolic link") && *error_hint(),
	   "and told");
	is_int(cpulock_acquire(&lock, "7", NULL, NULL), ERR_REFUSED,
	       "so is a fifo");
	is_int(cpulock_acquire(&lock, "8", NULL, NULL), ERR_REFUSED,
	       "and a folder");
	is_int(cpulock_acquire(&lock, "x", NULL, NULL), ERR_FAILED,
	       "and no list of CPUs");
	ok(!lock, "and nothing is held");
}

static void remove_file(void *data, const char *sentence)
{
	(void)sentence;
	unlink(data);
}

/* Who waits on a file that was removed must not end up alone with it. */
static void test_removed(void)
{
	AUTO_PTR(cpulock) lock = NULL;
	auto_free char *path = file_join(dir, "git-bench-cpu9.lock");
	pid_t pid;
	int release = hold(&pid, "9");

	is_int(cpulock_acquire(&lock, "9", remove_file, path), 0,
	       "a lock whose file was removed is had anew");
	ok(file_exists(path), "by a file that others see");
	close(release);
	waitpid(pid, NULL, 0);
}

static void test_umask(void)
{
	AUTO_PTR(cpulock) lock = NULL;
	auto_free char *path = file_join(dir, "git-bench-cpu10.lock");
	mode_t old = umask(0077);
	struct stat st;

	is_int(cpulock_acquire(&lock, "10", NULL, NULL), 0, "a private umask");
	umask(old);
	ok(!stat(path, &st) && (st.st_mode & 0777) == 0444,
	   "does not shut other users out");
}

static void test_all(void)
{
	AUTO_PTR(cpulock) lock = NULL;
	struct waiter w = { 0 };
	pid_t pid;

	w.release = hold(&pid, "0");
	is_int(cpulock_acquire(&lock, NULL, let_go, &w), 0,
	       "all CPUs together");
	is_int(w.calls, 1, "have to wait for each");
	free(w.sentence);
	waitpid(pid, NULL, 0);
}

/* Last: the flag stays raised. */
static void test_interrupt(void)
{
	AUTO_PTR(cpulock) lock = NULL;
	AUTO_PTR(cpulock) rest = NULL;
	pid_t pid;
	int release = hold(&pid, "12");

	interrupt_install();
	is_int(cpulock_acquire(&lock, "11-12", interrupt, NULL),
	       ERR_INTERRUPTED, "an interrupt ends the wait");
	is_int(cpulock_acquire(&rest, "11", NULL, NULL), 0,
	       "and what was had already is free again");
	close(release);
	waitpid(pid, NULL, 0);
}

int main(void)
{
	if (file_make_temp_dir(&dir, "t_cpulock"))
		return 1;
	setenv("GIT_BENCH_LOCK_DIR", dir, 1);
	test_wait();
	test_death();
	test_hostile();
	test_removed();
	test_umask();
	test_all();
	test_interrupt();
	file_remove_tree(dir);
	free(dir);
	return done();
}
