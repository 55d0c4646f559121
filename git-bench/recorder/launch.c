#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"

uint64_t launch_clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + ts.tv_nsec;
}

/* ==== Finding the program =============================================== */

static const char *find_path(char *const *env)
{
	for (; *env; env++)
		if (!strncmp(*env, "PATH=", 5))
			return *env + 5;
	return DEFAULT_PATH;
}

/* 0 when that file can be executed, else why not. */
static int check_program(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return errno;
	if (!S_ISREG(st.st_mode))
		return EACCES;
	return access(path, X_OK) ? errno : 0;
}

/* `dir`/`name`; false when that is too long. An empty folder is here. */
static bool join(char out[PATH_MAX], const char *dir, size_t dir_len,
		 const char *name)
{
	size_t len = strlen(name);

	if (dir_len + len + 2 > PATH_MAX)
		return false;
	memcpy(out, dir, dir_len);
	if (dir_len)
		out[dir_len++] = '/';
	memcpy(out + dir_len, name, len + 1);
	return true;
}

/*
 * The look-up is done before the clock starts, so that a long PATH costs
 * the sample nothing.
 */
static int find_program(char out[PATH_MAX], const struct wire_request *request)
{
	const char *name = request->argv[0];
	int error = ENOENT;

	if (!*name)
		return ENOENT;
	if (strchr(name, '/')) {
		if (!join(out, "", 0, name))
			return ENAMETOOLONG;
		return check_program(out);
	}
	for (const char *dir = find_path(request->env); dir;) {
		const char *end = strchrnul(dir, ':');
		int got = join(out, dir, end - dir, name) ?
				  check_program(out) :
				  ENAMETOOLONG;

		if (!got)
			return 0;
		if (got == EACCES)
			error = EACCES;
		dir = *end ? end + 1 : NULL;
	}
	return error;
}

/* ==== In the child ====================================================== */

static int fail_at(struct launch *l, enum wire_stage stage, int error)
{
	l->stage = stage;
	l->error = error;
	return 127;
}

/*
 * A fifo or a device could hold us up for ever, before there is a program
 * that a timeout could stop.
 */
static int open_input(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return errno;
	int error = fstat(fd, &st) ? errno : S_ISREG(st.st_mode) ? 0 : EINVAL;
	if (!error && (fcntl(fd, F_SETFL, 0) || dup2(fd, 0) < 0))
		error = errno;
	close(fd);
	return error;
}

static void ask_favours(struct launch *l)
{
	const struct wire_spec *spec = &l->request->spec;

	if (spec->nice && setpriority(PRIO_PROCESS, 0, spec->nice))
		l->flags |= WIRE_NICE_KEPT;
	if (spec->flags & WIRE_NO_ASLR) {
		int old = personality(0xffffffff);

		if (old < 0 || personality(old | ADDR_NO_RANDOMIZE) < 0)
			l->flags |= WIRE_ASLR_KEPT;
	}
}

static int become(void *data)
{
	struct launch *l = data;
	const struct wire_request *request = l->request;
	sigset_t none;

	setpgid(0, 0);
	/* Should we be shot, the program goes as well. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (request->cwd && chdir(request->cwd))
		return fail_at(l, WIRE_AT_CWD, errno);
	int error = request->input ? open_input(request->input) : 0;
	if (error)
		return fail_at(l, WIRE_AT_INPUT, error);
	error = find_program(l->path, request);
	if (error)
		return fail_at(l, WIRE_AT_EXEC, error);
	ask_favours(l);
	if (l->move && sched_setaffinity(0, sizeof(l->cpus), &l->cpus))
		return fail_at(l, WIRE_AT_PIN, errno);
	if (request->spec.flags & WIRE_COUNT)
		counters_open(&l->counters, NULL);
	l->start_ns = launch_clock();
	execve(l->path, request->argv, request->env);
	return fail_at(l, WIRE_AT_EXEC, errno);
}

/* ==== In the parent ===================================================== */

void launch_init(struct launch *l, const struct wire_request *request)
{
	*l = (struct launch){ .request = request, .stage = WIRE_STARTED };
	for (int i = 0; i < COUNTER_NR; i++)
		l->counters.fds[i] = -1;
}

pid_t launch(struct launch *l)
{
	static char stack[65536] __attribute__((aligned(64)));

	pid_t pid = clone(become, stack + sizeof(stack),
			  CLONE_VM | CLONE_VFORK | CLONE_FILES | SIGCHLD, l);
	if (pid < 0)
		fail_at(l, WIRE_AT_FORK, errno);
	return pid;
}
