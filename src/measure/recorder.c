#include "measure/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "measure/cpus.h"
#include "measure/wire.h"

#define PROGRAM "git-bench-recorder"
#define GLANCE_US 200000 /* how often a waiting read looks up */
#define HELLO_PATIENCE 60.0 /* seconds; a launcher may queue us */
#define STOP_PATIENCE 15.0 /* more than it gives what it kills */
#define FRAME_MAX (sizeof(struct wire_report) + 2ull * WIRE_OUTPUT_MAX)

extern char **environ;

struct recorder {
	struct strlist argv;
	int fd; /* -1: not running */
	pid_t pid;
	struct buf in; /* bytes of a frame still incomplete */
	double tick_every;
	double tick_due;
	int (*tick)(void *data);
	void *tick_data;
};

/* ==== Starting and ending =============================================== */

static int find_program(char **out)
{
	const char *named = getenv("GIT_BENCH_RECORDER");
	auto_free char *dir = file_program_dir();
	const char *const places[] = { "", "../libexec/git-bench/", "../" };

	if (named && *named) {
		*out = xstrdup(named);
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		auto_free char *path =
			xstrfmt("%s/%s" PROGRAM, dir, places[i]);

		if (file_is_executable(path)) {
			*out = STEAL(path);
			return 0;
		}
	}
	fail(ERR_FAILED, "cannot find " PROGRAM " beside %s", dir);
	fail_hint("install git-bench as a whole: `make install`");
	return ERR_FAILED;
}

/*
 * The recorder alone needs no environment, and what it does not have cannot
 * be read in its /proc by those it runs.
 */
static int spawn(struct recorder *r, int theirs)
{
	char *nothing[] = { NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t all, none;

	sigfillset(&all);
	sigemptyset(&none);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSID |
						POSIX_SPAWN_SETSIGDEF |
						POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigdefault(&attr, &all);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, theirs, 0);
	posix_spawn_file_actions_adddup2(&actions, theirs, 1);
	int error = posix_spawnp(&r->pid, r->argv.items[0], &actions, &attr,
				 r->argv.items,
				 r->argv.nr > 1 ? environ : nothing);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	errno = error;
	return error ? fail_errno("cannot run %s", r->argv.items[0]) : 0;
}

/* Closing the channel is what ends a recorder. */
static void hang_up(struct recorder *r)
{
	if (r->fd < 0)
		return;
	close(r->fd);
	r->fd = -1;
	buf_clear(&r->in);
	while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static int lost(struct recorder *r)
{
	hang_up(r);
	return fail(ERR_FAILED, PROGRAM " ended without an answer");
}

/*
 * Takes what has come, or waits a glance for it. 0 also when nothing came:
 * the caller looks at the frame.
 */
static int receive(struct recorder *r)
{
	buf_reserve(&r->in, 65536);
	ssize_t n = recv(r->fd, r->in.ptr + r->in.len,
			 r->in.cap - r->in.len - 1, 0);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (n <= 0)
		return lost(r);
	r->in.len += n;
	r->in.ptr[r->in.len] = '\0';
	return 0;
}

/* Is a whole frame of that type there? ERR_FAILED: there never will be. */
static int has_frame(bool *out, struct recorder *r, enum wire_type type)
{
	struct wire_head head;

	*out = false;
	if (r->in.len < sizeof(head))
		return 0;
	memcpy(&head, r->in.ptr, sizeof(head));
	if (head.type != type || head.len > FRAME_MAX) {
		hang_up(r);
		return fail(ERR_FAILED, "%s does not speak our language",
			    r->argv.items[r->argv.nr - 1]);
	}
	*out = r->in.len >= sizeof(head) + head.len;
	return 0;
}

/* Moves the frame that has_frame() found, without its head. */
static void take_frame(struct buf *out, struct recorder *r)
{
	buf_clear(out);
	buf_add(out, r->in.ptr + sizeof(struct wire_head),
		r->in.len - sizeof(struct wire_head));
	buf_clear(&r->in);
}

static int await_hello(struct recorder *r)
{
	double end = clock_monotonic() + HELLO_PATIENCE;
	AUTO(buf) frame = BUF_INIT;
	struct wire_hello hello;
	bool there = false;
	int rc = 0;

	while (!rc && !there) {
		rc = receive(r);
		if (!rc)
			rc = has_frame(&there, r, WIRE_HELLO);
		if (!rc && !there)
			rc = interrupt_check();
		if (!rc && !there && clock_monotonic() > end)
			rc = fail(ERR_FAILED, "%s does not answer",
				  r->argv.items[0]);
	}
	if (rc)
		return rc;
	take_frame(&frame, r);
	if (frame.len != sizeof(hello))
		return fail(ERR_FAILED, PROGRAM " says a strange hello");
	memcpy(&hello, frame.ptr, sizeof(hello));
	if (hello.magic != WIRE_MAGIC || hello.version != WIRE_VERSION)
		return fail(ERR_FAILED, "%s is of another version",
			    r->argv.items[r->argv.nr - 1]);
	return 0;
}

static int start(struct recorder *r)
{
	const struct timeval glance = { .tv_usec = GLANCE_US };
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return fail_errno("cannot make a socket pair");
	int rc = spawn(r, ends[1]);
	close(ends[1]);
	if (rc) {
		close(ends[0]);
		return rc;
	}
	r->fd = ends[0];
	setsockopt(r->fd, SOL_SOCKET, SO_RCVTIMEO, &glance, sizeof(glance));
	rc = await_hello(r);
	if (rc)
		hang_up(r);
	return rc;
}

int recorder_open_under(struct recorder **out, const struct strlist *launcher)
{
	auto_free char *program = NULL;
	int rc = find_program(&program);

	if (rc)
		return rc;
	struct recorder *r = xcalloc(1, sizeof(*r));
	r->fd = -1;
	r->in = (struct buf)BUF_INIT;
	for (size_t i = 0; launcher && i < launcher->nr; i++)
		strlist_add(&r->argv, launcher->items[i]);
	strlist_add(&r->argv, program);
	rc = start(r);
	if (rc)
		recorder_close(r);
	else
		*out = r;
	return rc;
}

int recorder_open(struct recorder **out)
{
	return recorder_open_under(out, NULL);
}

int recorder_pid(const struct recorder *r)
{
	return r->pid;
}

void recorder_on_wait(struct recorder *r, double seconds,
		      int (*tick)(void *data), void *data)
{
	r->tick_every = seconds;
	r->tick = tick;
	r->tick_data = data;
}

void recorder_close(struct recorder *r)
{
	if (!r)
		return;
	hang_up(r);
	strlist_release(&r->argv);
	buf_release(&r->in);
	free(r);
}

/* ==== A sample ========================================================== */

static int send_frame(struct recorder *r, enum wire_type type,
		      const struct buf *payload)
{
	struct wire_head head = { type, payload->len };
	AUTO(buf) frame = BUF_INIT;

	buf_add(&frame, &head, sizeof(head));
	buf_add(&frame, payload->ptr, payload->len);
	for (size_t done = 0; done < frame.len;) {
		ssize_t n = send(r->fd, frame.ptr + done, frame.len - done,
				 MSG_NOSIGNAL);

		if (n < 0 && errno != EINTR)
			return lost(r);
		if (n > 0)
			done += n;
	}
	return 0;
}

/* A reason to stop the sample: an interrupt, or what the tick returns. */
static int look_up(struct recorder *r)
{
	int rc = interrupt_check();

	if (rc || !r->tick || clock_monotonic() < r->tick_due)
		return rc;
	rc = r->tick(r->tick_data);
	r->tick_due = clock_monotonic() + r->tick_every;
	return rc;
}

/* The report of a sample told to stop; a recorder that fails is shot. */
static void await_end(struct recorder *r)
{
	double end = clock_monotonic() + STOP_PATIENCE;
	bool there = false;

	while (!there && r->fd >= 0 && clock_monotonic() < end)
		if (receive(r) || has_frame(&there, r, WIRE_REPORT))
			return;
	if (there) {
		buf_clear(&r->in);
	} else if (r->fd >= 0) {
		kill(r->pid, SIGKILL);
		hang_up(r);
	}
}

/* Stops the sample; the error that asked for it stays the one in force. */
static int stop(struct recorder *r, int why)
{
	static const struct buf nothing = BUF_INIT;
	auto_free char *message = xstrdup(error_message());
	auto_free char *hint = xstrdup(error_hint());

	if (!send_frame(r, WIRE_STOP, &nothing))
		await_end(r);
	fail(why, "%s", message);
	if (*hint)
		fail_hint("%s", hint);
	return why;
}

static int await_report(struct buf *report, struct recorder *r)
{
	bool there = false;
	int rc = 0;

	if (r->tick)
		r->tick_due = clock_monotonic() + r->tick_every;
	for (;;) {
		rc = receive(r);
		if (!rc)
			rc = has_frame(&there, r, WIRE_REPORT);
		if (rc)
			return rc;
		if (there)
			break;
		rc = look_up(r);
		if (rc)
			return stop(r, rc);
	}
	take_frame(report, r);
	return 0;
}

int recorder_exchange(struct buf *report, struct recorder *r,
		      const struct buf *spec, const char *cpus)
{
	cpu_set_t before;
	/* Started before we step aside: it inherits where we may run. */
	int rc = r->fd < 0 ? start(r) : 0;

	if (rc)
		return rc;
	bool aside = cpus && cpus_keep_off(&before, cpus);
	rc = send_frame(r, WIRE_SPEC, spec);
	if (!rc)
		rc = await_report(report, r);
	if (aside)
		sched_setaffinity(0, sizeof(before), &before);
	return rc;
}
