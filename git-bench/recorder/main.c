/*
 * git-bench-recorder - runs programs for git bench and measures them.
 *
 * A program of its own because it must be small: fork() costs by the size of
 * the forking process, and a child's maximum resident set starts at it. It
 * speaks the protocol of measure/wire.h on its descriptors 0 and 1, and is
 * of no use by hand. git bench starts one and keeps it for many samples.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kin.h"
#include "measure/cpus.h"
#include "measure/machine_wire.h"
#include "take.h"

static int refuse(const char *sentence)
{
	stream_write(2, "git-bench-recorder: ", 20);
	stream_write(2, sentence, strlen(sentence));
	stream_write(2, "\n", 1);
	return 128;
}

/*
 * All signals are blocked, the two that matter are read from a descriptor;
 * none is ignored or caught, so that programs find every one at its default.
 * The kernel is asked directly: posix_spawn() left the two that libc keeps
 * for itself ignored, and signal() refuses to touch them. SIG_DFL is zero.
 */
static int take_signals(void)
{
	const unsigned long by_default[8] = { 0 };
	sigset_t all, some;

	for (int signo = 1; signo < NSIG; signo++)
		syscall(SYS_rt_sigaction, signo, by_default, NULL,
			(NSIG - 1) / 8);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	sigemptyset(&some);
	sigaddset(&some, SIGCHLD);
	sigaddset(&some, SIGTERM);
	return signalfd(-1, &some, SFD_CLOEXEC | SFD_NONBLOCK);
}

/*
 * The protocol moves to descriptors that programs do not inherit; 0, 1 and 2
 * are /dev/null but while one is started. Nothing else stays open.
 */
static bool set_up(struct recorder *r)
{
	close_range(3, ~0u, 0);
	r->in = fcntl(0, F_DUPFD_CLOEXEC, 3);
	r->out = fcntl(1, F_DUPFD_CLOEXEC, 3);
	r->null = open("/dev/null", O_RDWR | O_CLOEXEC);
	r->signals = take_signals();
	if (r->in < 0 || r->out < 0 || r->null < 0 || r->signals < 0 ||
	    prctl(PR_SET_CHILD_SUBREAPER, 1))
		return false;
	for (int fd = 0; fd < 3; fd++)
		dup2(r->null, fd);
	cpus_usable(&r->usable);
	r->here = r->usable;
	return true;
}

/* Where a launcher passes whole lines on, a frame must be one or more. */
static bool end_frame(const struct recorder *r)
{
	return stream_write(r->out, "\n", 1);
}

static bool say_hello(const struct recorder *r)
{
	const struct {
		struct wire_head head;
		struct wire_hello hello;
	} frame = {
		{ WIRE_HELLO, sizeof(frame.hello) },
		{ WIRE_MAGIC, WIRE_VERSION, getpid() },
	};

	return stream_write(r->out, &frame, sizeof(frame)) && end_frame(r);
}

static bool write_machine(const struct recorder *r)
{
	AUTO(machine) machine = { 0 };
	AUTO(buf) payload = BUF_INIT;
	struct wire_head head = { .type = WIRE_MACHINE };

	machine_read(&machine);
	machine_encode(&payload, &machine);
	head.len = payload.len;
	return stream_write(r->out, &head, sizeof(head)) &&
	       stream_write(r->out, payload.ptr, payload.len) && end_frame(r);
}

/*
 * Finding out takes memory, and programs' maximum resident sets would start
 * at what we ever had: it is done in a process of its own.
 */
static bool tell_machine(const struct recorder *r)
{
	int status = 1;
	pid_t pid = fork();

	if (!pid)
		_exit(write_machine(r) ? 0 : 1);
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

static bool answer(struct recorder *r, const struct wire_request *request)
{
	struct {
		struct wire_head head;
		struct wire_report report;
	} frame = { { WIRE_REPORT, 0 } };
	struct wire_report *report = &frame.report;

	if (!take(report, r, request))
		return false;
	frame.head.len = sizeof(*report) + report->out_len + report->err_len;
	return stream_write(r->out, &frame, sizeof(frame)) &&
	       stream_send(&r->streams[0], r->out) &&
	       stream_send(&r->streams[1], r->out) && end_frame(r) &&
	       !(report->flags & WIRE_STUCK);
}

/* One frame; false when it was the last. */
static bool serve(struct recorder *r)
{
	static char bytes[WIRE_SPEC_MAX];
	static struct wire_request request;
	struct pollfd idle = { .fd = r->in, .events = POLLIN };
	struct wire_head head;

	if (r->silence_ms && poll(&idle, 1, WIRE_IDLE_MS) <= 0)
		return false;
	if (!take_bytes(r->in, &head, sizeof(head)))
		return false;
	if (take_ping(r, &head))
		return true;
	/* It crossed our report. */
	if (head.type == WIRE_STOP && !head.len)
		return true;
	if (head.type == WIRE_ASK && !head.len)
		return tell_machine(r);
	return head.type == WIRE_SPEC && head.len <= sizeof(bytes) &&
	       take_bytes(r->in, bytes, head.len) &&
	       wire_request_decode(&request, bytes, head.len) &&
	       answer(r, &request);
}

static int record(void)
{
	struct recorder r = { .streams = { STREAM_INIT, STREAM_INIT } };

	if (!set_up(&r))
		return refuse("this system lacks what a recorder needs");
	if (say_hello(&r))
		while (serve(&r))
			;
	return 0;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1 || isatty(0))
		return refuse("this program is started by git bench");
	pid_t pid = kin_guard();
	if (pid < 0)
		return refuse("this system lacks what a recorder needs");
	return pid ? kin_outlive(pid) : record();
}
