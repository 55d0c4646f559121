#include "measure/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"

#define GLANCE_US 200000 /* how often a waiting read looks up */
#define END_MS 15000 /* to end by itself: more than a killed program gets */
#define GLIMPSE_MS 5
#define HURRY_MS 500 /* the same, where nothing was ever heard */
#define TERM_MS 3000 /* to end after SIGTERM */
#define WORDS_MAX 4000 /* bytes looked at of what a launcher said */
#define FRAME_MAX (sizeof(struct wire_report) + 2ull * WIRE_OUTPUT_MAX)

extern char **environ;

bool channel_is_launched(const struct channel *c)
{
	return c->argv.nr > 1;
}

char *channel_name(const struct channel *c)
{
	return channel_is_launched(c) ?
		       xstrfmt("the launcher '%s'", c->argv.items[0]) :
		       xstrdup("git-bench-recorder");
}

/* ==== Starting ========================================================== */

/*
 * The recorder alone needs no environment, and what it does not have cannot
 * be read in its /proc by those it runs. A launcher gets ours.
 */
static int spawn(struct channel *c, int theirs)
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
	if (c->words >= 0)
		posix_spawn_file_actions_adddup2(&actions, c->words, 2);
	int error = posix_spawnp(&c->pid, c->argv.items[0], &actions, &attr,
				 c->argv.items,
				 channel_is_launched(c) ? environ : nothing);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	errno = error;
	return error ? fail_errno("cannot run %s%s%s",
				  channel_is_launched(c) ? "the launcher '" :
							   "",
				  c->argv.items[0],
				  channel_is_launched(c) ? "'" : "") :
		       0;
}

int channel_start(struct channel *c)
{
	const struct timeval glance = { .tv_usec = GLANCE_US };
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return fail_errno("cannot make a socket pair");
	if (channel_is_launched(c))
		c->words = memfd_create("launcher", MFD_CLOEXEC);
	int rc = spawn(c, ends[1]);
	close(ends[1]);
	c->fd = ends[0];
	c->answered = false;
	if (rc) {
		c->pid = 0;
		channel_close(c);
		return rc;
	}
	setsockopt(c->fd, SOL_SOCKET, SO_RCVTIMEO, &glance, sizeof(glance));
	return 0;
}

/* ==== Ending ============================================================ */

/* True as soon as it has ended; it stays a zombie. */
static bool has_ended(pid_t pid)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
	       info.si_pid == pid;
}

/* Throws away what comes; true at its end: nobody is there any more. */
static bool is_drained(int fd)
{
	char scrap[65536];
	ssize_t n;

	do
		n = recv(fd, scrap, sizeof(scrap), MSG_DONTWAIT);
	while (n > 0);
	return !n || (errno != EAGAIN && errno != EINTR);
}

/* Has all that we led to ended within that time? */
static bool ends_within(const struct channel *c, int ms)
{
	for (; ms > 0; ms -= GLIMPSE_MS) {
		if (has_ended(c->pid) && is_drained(c->fd))
			return true;
		/* What it still has to say must not hold it up. */
		is_drained(c->fd);
		poll(NULL, 0, GLIMPSE_MS);
	}
	return false;
}

/* Returns its status, as waitpid() gives it. */
static int end(struct channel *c)
{
	int status = 0;

	if (c->pid) {
		shutdown(c->fd, SHUT_WR);
		/* One that still queues has no reason to look. */
		if (!ends_within(c, c->answered ? END_MS : HURRY_MS)) {
			kill(-c->pid, SIGTERM);
			if (!ends_within(c, TERM_MS))
				kill(-c->pid, SIGKILL);
		}
		while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	c->pid = 0;
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
	buf_clear(&c->in);
	return status;
}

/* The last line that a launcher said, ": " before it; owned. */
static char *last_words(struct channel *c)
{
	char text[WORDS_MAX + 1];
	off_t len = c->words >= 0 ? lseek(c->words, 0, SEEK_END) : 0;
	off_t from = len > WORDS_MAX ? len - WORDS_MAX : 0;
	ssize_t n = len > 0 ? pread(c->words, text, WORDS_MAX, from) : 0;

	text[n > 0 ? n : 0] = '\0';
	auto_free char *last = text_tail(text, 1, 500);
	return xstrfmt("%s%s", *last ? ": " : "", last);
}

static void forget_words(struct channel *c)
{
	if (c->words >= 0)
		close(c->words);
	c->words = -1;
}

int channel_give_up(struct channel *c, const char *what)
{
	auto_free char *name = channel_name(c);

	end(c);
	auto_free char *words = last_words(c);
	forget_words(c);
	return fail(ERR_FAILED, "%s %s%s", name, what, words);
}

static int lost(struct channel *c)
{
	auto_free char *name = channel_name(c);
	int status = end(c);
	auto_free char *words = last_words(c);

	forget_words(c);
	if (WIFSIGNALED(status))
		return fail(ERR_FAILED, "%s was killed by signal %d (%s)%s",
			    name, WTERMSIG(status),
			    strsignal(WTERMSIG(status)), words);
	return fail(ERR_FAILED, "%s ended with exit status %d%s", name,
		    WEXITSTATUS(status), words);
}

void channel_close(struct channel *c)
{
	end(c);
	forget_words(c);
}

void channel_release(struct channel *c)
{
	channel_close(c);
	strlist_release(&c->argv);
	buf_release(&c->in);
}

/* ==== Frames ============================================================ */

int channel_send(struct channel *c, enum wire_type type,
		 const struct buf *payload)
{
	struct wire_head head = { type, payload ? payload->len : 0 };
	AUTO(buf) frame = BUF_INIT;

	buf_add(&frame, &head, sizeof(head));
	if (payload)
		buf_add(&frame, payload->ptr, payload->len);
	for (size_t done = 0; done < frame.len;) {
		ssize_t n = send(c->fd, frame.ptr + done, frame.len - done,
				 MSG_NOSIGNAL);

		if (n < 0 && errno != EINTR)
			return lost(c);
		if (n > 0)
			done += n;
	}
	return 0;
}

int channel_receive(struct channel *c)
{
	buf_reserve(&c->in, 65536);
	ssize_t n = recv(c->fd, c->in.ptr + c->in.len,
			 c->in.cap - c->in.len - 1, 0);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return has_ended(c->pid) ? lost(c) : 0;
	if (n <= 0)
		return lost(c);
	c->answered = true;
	c->in.len += n;
	c->in.ptr[c->in.len] = '\0';
	return 0;
}

/* One byte more than its length: the line feed behind it. */
static size_t frame_size(const struct channel *c)
{
	struct wire_head head;

	memcpy(&head, c->in.ptr, sizeof(head));
	return sizeof(head) + head.len + 1;
}

int channel_has(bool *out, struct channel *c, enum wire_type type)
{
	struct wire_head head;

	*out = false;
	if (c->in.len < sizeof(head))
		return 0;
	memcpy(&head, c->in.ptr, sizeof(head));
	if (head.type != type || head.len > FRAME_MAX) {
		int rc = channel_give_up(c, "does not speak our language");

		fail_hint("a launcher must hand on standard input and output "
			  "as they are");
		return rc;
	}
	*out = c->in.len >= frame_size(c);
	return 0;
}

void channel_take(struct buf *out, struct channel *c)
{
	size_t size = frame_size(c);

	buf_clear(out);
	buf_add(out, c->in.ptr + sizeof(struct wire_head),
		size - sizeof(struct wire_head) - 1);
	buf_drop(&c->in, size);
}
