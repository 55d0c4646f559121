#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/text.h"

#define OUTPUT_MAX_DEFAULT (1 << 20)
#define TERM_GRACE 2.0 /* seconds between SIGTERM and SIGKILL */
#define DRAIN_GRACE 0.2 /* seconds a closed child's pipes are still read */
#define BULK_PIPE (1 << 20) /* bytes that may wait for on_bytes */

extern char **environ;

/* One stream of the child while it runs. */
struct stream {
	int fd; /* -1: closed */
	struct buf *buf;
	bool *truncated;
	struct buf line;
};

/* ==== Starting ========================================================== */

static int start_error(const struct process *p, int error)
{
	errno = error;
	return fail_errno("cannot run %s", p->argv.items[0]);
}

static int spawn(pid_t *out, struct process *p, int in, int out_fd, int err)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none, defaults;

	sigemptyset(&none);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGINT);
	sigaddset(&defaults, SIGTERM);
	sigaddset(&defaults, SIGHUP);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP |
						POSIX_SPAWN_SETSIGDEF |
						POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in, 0);
	posix_spawn_file_actions_adddup2(&actions, out_fd, 1);
	posix_spawn_file_actions_adddup2(&actions, err, 2);
	if (p->cwd)
		posix_spawn_file_actions_addchdir_np(&actions, p->cwd);
	int error = posix_spawnp(out, p->argv.items[0], &actions, &attr,
				 p->argv.items,
				 p->env.nr ? p->env.items : environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	return error ? start_error(p, error) : 0;
}

/* An open file that holds the input: no pipe, so no deadlock. */
static int open_input(struct process *p)
{
	if (!p->input)
		return open("/dev/null", O_RDONLY | O_CLOEXEC);
	int fd = memfd_create("input", MFD_CLOEXEC);
	if (fd < 0)
		return -1;
	for (size_t done = 0; done < p->input_len;) {
		ssize_t n = write(fd, p->input + done, p->input_len - done);

		if (n < 0) {
			close(fd);
			return -1;
		}
		done += n;
	}
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int start(pid_t *pid, struct process *p, int *out_fd, int *err_fd)
{
	int out_pipe[2] = { -1, -1 }, err_pipe[2] = { -1, -1 };
	int in = open_input(p);
	int rc = 0;

	if (in < 0 || pipe2(out_pipe, O_CLOEXEC) ||
	    (!p->merge && pipe2(err_pipe, O_CLOEXEC)))
		rc = fail_errno("cannot run %s", p->argv.items[0]);
	if (!rc)
		rc = spawn(pid, p, in, out_pipe[1],
			   p->merge ? out_pipe[1] : err_pipe[1]);
	if (!rc && p->on_bytes)
		fcntl(out_pipe[0], F_SETPIPE_SZ, BULK_PIPE);
	close_fd(&in);
	close_fd(&out_pipe[1]);
	close_fd(&err_pipe[1]);
	if (rc) {
		close_fd(&out_pipe[0]);
		close_fd(&err_pipe[0]);
	}
	*out_fd = out_pipe[0];
	*err_fd = err_pipe[0];
	return rc;
}

/* ==== Reading =========================================================== */

/* Keeps the first half of `max` and, behind it, the newest half. */
static void keep(struct stream *s, const char *bytes, size_t len, size_t max)
{
	buf_add(s->buf, bytes, len);
	if (s->buf->len <= 2 * max)
		return;
	size_t half = max / 2;
	memmove(s->buf->ptr + half, s->buf->ptr + s->buf->len - half, half);
	buf_truncate(s->buf, 2 * half);
	*s->truncated = true;
}

static void split_lines(struct process *p, struct stream *s, const char *bytes,
			size_t len)
{
	if (!p->on_line)
		return;
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] != '\n') {
			/* A line without end is cut, not collected. */
			if (s->line.len < 65536)
				buf_addch(&s->line, bytes[i]);
			continue;
		}
		p->on_line(p->on_line_data, s->line.ptr);
		buf_clear(&s->line);
	}
}

static void drain(struct process *p, struct stream *s, size_t max)
{
	char bytes[65536];
	ssize_t n = read(s->fd, bytes, sizeof(bytes));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		close_fd(&s->fd);
		return;
	}
	if (p->on_bytes && s->buf == &p->out) {
		p->on_bytes(p->on_bytes_data, bytes, n);
		return;
	}
	keep(s, bytes, n, max);
	split_lines(p, s, bytes, n);
}

/* ==== Waiting =========================================================== */

/* What is left of a stopped or ended group is killed, step by step. */
struct killer {
	double next; /* when the next step is due; 0: not asked to stop */
	int signal;  /* the last signal sent */
};

static void killer_step(struct killer *k, pid_t pid, double now)
{
	if (k->next && now < k->next)
		return;
	k->signal = k->signal ? SIGKILL : SIGTERM;
	k->next = now + TERM_GRACE;
	kill(-pid, k->signal);
}

static bool wants_stop(struct process *p, double start_time, double now)
{
	if (p->timeout > 0 && now - start_time >= p->timeout)
		p->timed_out = true;
	return p->timed_out || (interrupt_pending() && !p->clearing_up);
}

static void reap(struct process *p, pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	p->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	p->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* True as soon as the child has ended; it stays a zombie until reap(). */
static bool has_ended(pid_t pid)
{
	siginfo_t info = { 0 };

	return !waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) &&
	       info.si_pid == pid;
}

static void wait_for(struct process *p, pid_t pid, struct stream streams[2],
		     size_t max)
{
	double begin = clock_monotonic(), ended = 0;
	struct killer killer = { 0 };
	int pidfd = syscall(SYS_pidfd_open, pid, 0);

	for (;;) {
		struct pollfd fds[3] = {
			{ .fd = streams[0].fd, .events = POLLIN },
			{ .fd = streams[1].fd, .events = POLLIN },
			{ .fd = ended ? -1 : pidfd, .events = POLLIN },
		};
		poll(fds, 3, pidfd < 0 || ended ? 20 : 200);
		for (int i = 0; i < 2; i++)
			if (streams[i].fd >= 0 && fds[i].revents)
				drain(p, &streams[i], max);
		double now = clock_monotonic();
		if (!ended && has_ended(pid)) {
			ended = now;
			p->seconds = now - begin;
		}
		if (ended && ((streams[0].fd < 0 && streams[1].fd < 0) ||
			      (!p->on_bytes && now - ended > DRAIN_GRACE)))
			break;
		if (!ended && wants_stop(p, begin, now))
			killer_step(&killer, pid, now);
	}
	/* The zombie still holds the group's id: this hits no stranger. */
	kill(-pid, SIGKILL);
	reap(p, pid);
	close_fd(&pidfd);
}

/* ==== The calls ========================================================= */

int process_run(struct process *p)
{
	size_t max = p->output_max ? p->output_max : OUTPUT_MAX_DEFAULT;
	struct stream streams[2] = {
		{ .buf = &p->out, .truncated = &p->out_truncated },
		{ .buf = &p->err, .truncated = &p->err_truncated },
	};
	pid_t pid;

	for (int i = 0; i < 2; i++)
		streams[i].line = (struct buf)BUF_INIT;
	int rc = p->clearing_up ? 0 : interrupt_check();
	if (!rc)
		rc = start(&pid, p, &streams[0].fd, &streams[1].fd);
	if (rc)
		return rc;
	wait_for(p, pid, streams, max);
	for (int i = 0; i < 2; i++) {
		if (p->on_line && streams[i].line.len)
			p->on_line(p->on_line_data, streams[i].line.ptr);
		buf_release(&streams[i].line);
		close_fd(&streams[i].fd);
	}
	return p->timed_out || p->clearing_up ? 0 : interrupt_check();
}

bool process_ok(const struct process *p)
{
	return !p->exit_code && !p->signal && !p->timed_out;
}

char *process_outcome(const struct process *p)
{
	if (p->timed_out)
		return xstrfmt("timed out after %g s", p->timeout);
	if (p->signal)
		return xstrfmt("killed by signal %d (%s)", p->signal,
			       strsignal(p->signal));
	return xstrfmt("exit status %d", p->exit_code);
}

int process_fail(const struct process *p, const char *what)
{
	auto_free char *outcome = process_outcome(p);
	const struct buf *text = p->err.len ? &p->err : &p->out;
	auto_free char *last = text_tail(text->ptr, 1, 500);

	if (*last)
		return fail(ERR_FAILED, "%s: %s: %s", what, outcome, last);
	return fail(ERR_FAILED, "%s: %s", what, outcome);
}

void process_release(struct process *p)
{
	strlist_release(&p->argv);
	strlist_release(&p->env);
	buf_release(&p->out);
	buf_release(&p->err);
}
