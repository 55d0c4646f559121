#include "measure/cpulock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "measure/cpus.h"
#include "measure/sysfile.h"

#define PAUSE_NS 100000000 /* between two tries */

struct cpulock {
	int *fds;
	size_t nr;
	size_t cap;
};

/* ==== The files ========================================================= */

/*
 * The folder must be the same for all users, so it is chosen by what it is
 * and not by what this user may do there.
 */
static int find_dir(char **out)
{
	static const char *const dirs[] = { "/run/lock", "/var/lock", "/tmp" };
	const char *named = getenv("GIT_BENCH_LOCK_DIR");
	const mode_t open_to_all = S_ISVTX | S_IWOTH | S_IXOTH;

	if (named && *named) {
		*out = xstrdup(named);
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(dirs); i++) {
		struct stat st;

		if (!stat(dirs[i], &st) && S_ISDIR(st.st_mode) &&
		    (st.st_mode & open_to_all) == open_to_all) {
			*out = xstrdup(dirs[i]);
			return 0;
		}
	}
	return fail(ERR_FAILED, "no folder for locks: neither /run/lock nor "
				"/tmp is open to all users");
}

/*
 * Opened for reading, which is enough for flock(), so that the file of
 * another user does; O_CREAT comes alone with O_EXCL, since the kernel
 * forbids it on others' files in a sticky folder. -1 with errno.
 */
static int open_file(const char *path)
{
	int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

	for (int tries = 0; tries < 10; tries++) {
		int fd = open(path, flags);

		if (fd >= 0 || errno != ENOENT)
			return fd;
		fd = open(path, flags | O_CREAT | O_EXCL, 0444);
		/* Another user's umask must not shut us out, nor ours him. */
		if (fd >= 0 && fchmod(fd, 0444)) {
			close(fd);
			return -1;
		}
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

static int refuse(const char *path, const char *why)
{
	fail(ERR_REFUSED, "the lock %s is %s", path, why);
	fail_hint("find out who put it there, and remove it");
	return ERR_REFUSED;
}

static int open_checked(int *out, const char *path)
{
	struct stat st;
	int fd = open_file(path);

	if (fd < 0 && (errno == ELOOP || errno == ENXIO))
		return refuse(path, errno == ELOOP ? "a symbolic link" :
						     "not a regular file");
	if (fd < 0)
		return fail_errno("cannot open the lock %s", path);
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return refuse(path, "not a regular file");
	}
	*out = fd;
	return 0;
}

/* Does the path still lead to the file that we have? */
static bool is_current(int fd, const char *path)
{
	struct stat ours, theirs;

	return !fstat(fd, &ours) && !lstat(path, &theirs) &&
	       ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

/* ==== The holder ======================================================== */

/*
 * The process that has a lock on the file, by the kernel's list of all
 * locks: "1: FLOCK ADVISORY WRITE 123 fd:01:4711 0 EOF". 0: not told.
 */
static int find_holder(int fd)
{
	AUTO(buf) text = BUF_INIT;
	struct stat st;

	if (fstat(fd, &st))
		return 0;
	auto_free char *file =
		xstrfmt(" %02x:%02x:%llu ", major(st.st_dev),
			minor(st.st_dev), (unsigned long long)st.st_ino);
	sysfile_text(&text, "", "/proc/locks");
	for (char *line = text.ptr, *next; *line; line = next) {
		int pid;

		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		/* A "->" marks one that waits. */
		if (strstr(line, file) && !strstr(line, "->") &&
		    sscanf(line, "%*d: FLOCK %*s %*s %d", &pid) == 1)
			return pid > 0 ? pid : 0;
	}
	return 0;
}

static char *describe_holder(int cpu, int pid)
{
	auto_free char *path = xstrfmt("/proc/%d/comm", pid);
	auto_free char *name = pid ? file_read_line(path) : NULL;
	auto_free char *clean = text_escape(name ? name : "?");

	if (!pid)
		return xstrfmt("CPU %d is in use by another measurement", cpu);
	return xstrfmt("CPU %d is in use by process %d (%s)", cpu, pid, clean);
}

/* ==== Waiting =========================================================== */

struct wait {
	cpulock_waiting_fn tell;
	void *data;
	char *told; /* the last sentence */
};

static void tell_holder(struct wait *w, int cpu, int pid)
{
	/* Unknown since a moment ago: it is about to let go. */
	if (!pid && w->told)
		return;
	char *sentence = describe_holder(cpu, pid);
	if (!w->told || strcmp(w->told, sentence))
		w->tell(w->data, sentence);
	free(w->told);
	w->told = sentence;
}

static int wait_a_while(struct wait *w, int cpu, int fd)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };
	int rc = interrupt_check();

	if (rc)
		return rc;
	if (w->tell)
		tell_holder(w, cpu, find_holder(fd));
	nanosleep(&pause, NULL);
	return 0;
}

/* 0 with the descriptor that holds the lock. */
static int lock_one(int *out, const char *dir, int cpu, struct wait *w)
{
	auto_free char *path = xstrfmt("%s/git-bench-cpu%d.lock", dir, cpu);

	for (;;) {
		int fd = -1;
		int rc = open_checked(&fd, path);

		if (rc)
			return rc;
		if (!flock(fd, LOCK_EX | LOCK_NB)) {
			/* Removed in between: others would not see us. */
			if (is_current(fd, path)) {
				*out = fd;
				return 0;
			}
		} else if (errno == EWOULDBLOCK) {
			rc = wait_a_while(w, cpu, fd);
		} else {
			rc = fail_errno("cannot lock %s", path);
		}
		close(fd);
		if (rc)
			return rc;
	}
}

static int lock_all(struct cpulock *lock, const char *dir,
		    const cpu_set_t *set, struct wait *w)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		int fd = -1;

		if (!CPU_ISSET(cpu, set))
			continue;
		int rc = lock_one(&fd, dir, cpu, w);
		if (rc)
			return rc;
		ARRAY_GROW(lock->fds, lock->nr + 1, lock->cap);
		lock->fds[lock->nr++] = fd;
	}
	return 0;
}

int cpulock_acquire(struct cpulock **out, const char *cpus,
		    cpulock_waiting_fn waiting, void *data)
{
	struct wait w = { .tell = waiting, .data = data };
	auto_free char *dir = NULL;
	cpu_set_t set;

	cpus_usable(&set);
	if (cpus && !cpus_parse(&set, cpus))
		return fail(ERR_FAILED, "'%s' is no list of CPUs", cpus);
	int rc = find_dir(&dir);
	if (rc)
		return rc;
	AUTO_PTR(cpulock) lock = xcalloc(1, sizeof(*lock));
	rc = lock_all(lock, dir, &set, &w);
	free(w.told);
	if (!rc)
		*out = STEAL(lock);
	return rc;
}

void cpulock_free(struct cpulock *lock)
{
	if (!lock)
		return;
	for (size_t i = 0; i < lock->nr; i++)
		close(lock->fds[i]);
	free(lock->fds);
	free(lock);
}
