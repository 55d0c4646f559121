#include "take.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kin.h"
#include "launch.h"
#include "measure/cpus.h"

#define SECOND 1000000000ull
#define GRACE 2 /* seconds between SIGTERM and SIGKILL */

/* A program under way. */
struct watch {
	pid_t pid;
	uint64_t deadline; /* of the program, then of its death; 0: none */
	uint64_t heard;	   /* when the other side last spoke */
	unsigned flags;	   /* for the report */
	bool gentle; /* SIGTERM first */
	bool asked;  /* it was told to end */
	bool killed;
	bool leaving; /* our own end was asked for */
};

bool take_bytes(int fd, void *bytes, size_t len)
{
	for (char *p = bytes; len;) {
		ssize_t n = read(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		len -= n;
	}
	return true;
}

bool take_ping(struct recorder *r, const struct wire_head *head)
{
	return head->type == WIRE_PING &&
	       head->len == sizeof(r->silence_ms) &&
	       take_bytes(r->in, &r->silence_ms, sizeof(r->silence_ms));
}

/* ==== Before ============================================================ */

/*
 * Where the program is pinned we keep to the other CPUs, if there are any:
 * reading its output must not take its time.
 */
static void step_aside(struct recorder *r, const struct wire_spec *spec)
{
	cpu_set_t rest = r->usable;

	if (spec->flags & WIRE_PIN)
		cpus_subtract(&rest, &r->usable, &spec->cpus);
	if (!CPU_COUNT(&rest))
		rest = r->usable;
	if (!CPU_EQUAL(&rest, &r->here) &&
	    !sched_setaffinity(0, sizeof(rest), &rest))
		r->here = rest;
}

/*
 * Puts the write ends of new pipes on 1 and 2, where the child, which shares
 * our descriptors, finds them. What has no pipe stays /dev/null.
 */
static bool connect_output(struct recorder *r, const struct wire_spec *spec)
{
	int ends[2] = { -1, -1 };
	bool merge = spec->flags & WIRE_MERGE;
	bool mute = spec->flags & WIRE_MUTE;
	bool good = (mute || stream_open(&r->streams[0], &ends[0],
					 spec->output_max)) &&
		    (merge || stream_open(&r->streams[1], &ends[1],
					  spec->output_max));

	good = good && (mute || dup2(ends[0], 1) == 1) &&
	       dup2(ends[merge ? 0 : 1], 2) == 2;
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
	return good;
}

static void disconnect(struct recorder *r)
{
	for (int fd = 0; fd < 3; fd++)
		dup2(r->null, fd);
}

static pid_t start(struct launch *l, struct recorder *r)
{
	const struct wire_spec *spec = &l->request->spec;

	l->cpus = spec->flags & WIRE_PIN ? spec->cpus : r->usable;
	if (!cpus_contain(&r->usable, &l->cpus)) {
		l->stage = WIRE_AT_PIN;
		l->error = EINVAL;
		return -1;
	}
	step_aside(r, spec);
	l->move = !CPU_EQUAL(&l->cpus, &r->here);
	pid_t pid = -1;
	if (connect_output(r, spec)) {
		pid = launch(l);
	} else {
		l->stage = WIRE_AT_FORK;
		l->error = errno;
	}
	disconnect(r);
	return pid;
}

/* ==== While it runs ===================================================== */

static void stop(struct watch *w, unsigned flag, uint64_t now)
{
	if (!w->asked)
		w->flags |= flag;
	if (w->gentle && !w->asked) {
		w->asked = true;
		w->deadline = now + GRACE * SECOND;
		kill(-w->pid, SIGTERM);
		return;
	}
	w->asked = true;
	w->killed = true;
	w->deadline = now + KIN_PATIENCE * SECOND;
	kin_kill(w->pid);
}

/* A frame, or the end of them, while the program runs. */
static void hear(struct watch *w, struct recorder *r, uint64_t now)
{
	struct wire_head head = { 0 };
	bool heard = take_bytes(r->in, &head, sizeof(head));

	w->heard = now;
	if (heard && take_ping(r, &head))
		return;
	if (!heard || head.type != WIRE_STOP || head.len)
		w->leaving = true;
	stop(w, WIRE_STOPPED, now);
}

/* True when the program has ended; it stays a zombie. */
static bool has_ended(struct watch *w, struct recorder *r, uint64_t now)
{
	struct signalfd_siginfo got;
	siginfo_t info = { 0 };

	while (read(r->signals, &got, sizeof(got)) == sizeof(got)) {
		if (got.ssi_signo == SIGCHLD)
			continue;
		w->leaving = true;
		stop(w, WIRE_STOPPED, now);
	}
	return !waitid(P_PID, w->pid, &info, WEXITED | WNOHANG | WNOWAIT) &&
	       info.si_pid == w->pid;
}

/* When silence will have lasted too long; 0: never. */
static uint64_t silence_end(const struct watch *w, const struct recorder *r)
{
	return r->silence_ms && !w->leaving ?
		       w->heard + r->silence_ms * 1000000ull :
		       0;
}

/* Milliseconds to the nearer of two moments, rounded up; 0: there is none. */
static int poll_time(uint64_t a, uint64_t b)
{
	uint64_t now = launch_clock();
	uint64_t next = !a || (b && b < a) ? b : a;

	if (!next)
		return -1;
	if (now >= next)
		return 0;
	uint64_t ms = (next - now + 999999) / 1000000;
	return ms < 3600000 ? ms : 3600000;
}

/* Returns the moment the program ended, or was given up. */
static uint64_t watch(struct watch *w, struct recorder *r)
{
	for (;;) {
		struct pollfd fds[] = {
			{ .fd = r->signals, .events = POLLIN },
			{ .fd = w->leaving ? -1 : r->in, .events = POLLIN },
			{ .fd = r->streams[0].fd, .events = POLLIN },
			{ .fd = r->streams[1].fd, .events = POLLIN },
		};

		uint64_t silence = silence_end(w, r);
		poll(fds, 4, poll_time(w->deadline, silence));
		uint64_t now = launch_clock();
		if (fds[0].revents && has_ended(w, r, now))
			return now;
		if (fds[1].revents)
			hear(w, r, now);
		for (int i = 0; i < 2; i++)
			if (fds[2 + i].revents)
				stream_drain(&r->streams[i]);
		if (silence && now >= silence && !fds[1].revents) {
			w->leaving = true;
			stop(w, WIRE_STOPPED, now);
		}
		if (!w->deadline || now < w->deadline)
			continue;
		if (w->killed) {
			w->flags |= WIRE_STUCK;
			return now;
		}
		stop(w, WIRE_TIMED_OUT, now);
	}
}

/* ==== After ============================================================= */

static void report_usage(struct wire_report *report, const struct rusage *ru)
{
	report->user_us = ru->ru_utime.tv_sec * 1000000ull +
			  ru->ru_utime.tv_usec;
	report->sys_us = ru->ru_stime.tv_sec * 1000000ull +
			 ru->ru_stime.tv_usec;
	report->maxrss = ru->ru_maxrss * 1024ull;
	report->minor_faults = ru->ru_minflt;
	report->major_faults = ru->ru_majflt;
	report->voluntary_switches = ru->ru_nvcsw;
	report->involuntary_switches = ru->ru_nivcsw;
}

/* Reaps the program, then all that it left behind. */
static void finish(struct wire_report *report, struct watch *w)
{
	struct rusage ru = { 0 };
	int status = 0;

	/* The zombie still holds the group's id: this hits no stranger. */
	kin_kill(w->pid);
	if (!(w->flags & WIRE_STUCK))
		wait4(w->pid, &status, 0, &ru);
	if (!kin_clear())
		w->flags |= WIRE_STUCK;
	report->status = status;
	report_usage(report, &ru);
}

/* What the pipes still hold: nobody writes to them any more. */
static void drain_all(struct recorder *r)
{
	for (int i = 0; i < 2; i++) {
		while (r->streams[i].fd >= 0 && stream_drain(&r->streams[i]))
			;
		stream_close(&r->streams[i]);
	}
}

bool take(struct wire_report *report, struct recorder *r,
	  const struct wire_request *request)
{
	struct launch l;
	struct watch w = { 0 };

	launch_init(&l, request);
	w.pid = start(&l, r);
	memset(report, 0, sizeof(*report));
	if (w.pid >= 0 && l.stage == WIRE_STARTED) {
		uint64_t timeout = request->spec.timeout_ns;

		w.gentle = request->spec.flags & WIRE_GENTLE;
		w.heard = l.start_ns;
		w.deadline = timeout ? l.start_ns + timeout : 0;
		report->wall_ns = watch(&w, r) - l.start_ns;
	}
	if (w.pid >= 0)
		finish(report, &w);
	counters_read(report->counters, &l.counters);
	counters_close(&l.counters);
	drain_all(r);
	report->flags = w.flags | l.flags;
	if (stream_is_cut(&r->streams[0]))
		report->flags |= WIRE_OUT_CUT;
	if (stream_is_cut(&r->streams[1]))
		report->flags |= WIRE_ERR_CUT;
	report->stage = l.stage;
	report->error = l.error;
	report->out_len = stream_len(&r->streams[0]);
	report->err_len = stream_len(&r->streams[1]);
	return !w.leaving;
}
