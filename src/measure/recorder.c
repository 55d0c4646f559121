#include "measure/recorder.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "measure/channel.h"
#include "measure/cpus.h"
#include "measure/machine_wire.h"

#define PROGRAM "git-bench-recorder"
#define HELLO_PATIENCE 60.0 /* seconds */
#define ANSWER_PATIENCE 60.0 /* seconds for what needs no time */
#define STOP_PATIENCE 15.0 /* more than it gives what it kills */

struct recorder {
	struct channel channel;
	int pid; /* its own, where it is */
	double patience; /* for the hello; 0: for ever */
	double grace; /* what our silence may last; 0: for ever */
	double ping_due;
	bool lost;
	double tick_every;
	double tick_due;
	int (*tick)(void *data);
	void *tick_data;
	cpu_set_t usable; /* ours, when we began */
	bool aside;	  /* other threads were moved */
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

/* A reason to stop waiting: an interrupt, or what the tick returns. */
static int look_up(struct recorder *r)
{
	int rc = interrupt_check();

	if (rc || !r->tick || clock_monotonic() < r->tick_due)
		return rc;
	rc = r->tick(r->tick_data);
	r->tick_due = clock_monotonic() + r->tick_every;
	return rc;
}

static int ping(struct recorder *r)
{
	uint32_t ms = r->grace * 1000;
	AUTO(buf) payload = BUF_INIT;

	if (!ms || clock_monotonic() < r->ping_due)
		return 0;
	r->ping_due = clock_monotonic() + r->grace / 4;
	buf_add(&payload, &ms, sizeof(ms));
	return channel_send(&r->channel, WIRE_PING, &payload);
}

/* Waits for a frame. After an error the channel is closed. */
static int await(struct buf *out, struct recorder *r, enum wire_type type,
		 double patience)
{
	double end = clock_monotonic() + patience;
	bool there = false;

	while (!there) {
		int rc = channel_receive(&r->channel);

		if (!rc)
			rc = channel_has(&there, &r->channel, type);
		if (rc)
			return rc;
		if (there)
			break;
		rc = look_up(r);
		if (rc) {
			channel_close(&r->channel);
			return rc;
		}
		if (patience > 0 && clock_monotonic() > end) {
			auto_free char *what = xstrfmt(
				"gives no answer for %.3g s", patience);

			return channel_give_up(&r->channel, what);
		}
	}
	channel_take(out, &r->channel);
	return 0;
}

static int await_hello(struct recorder *r)
{
	AUTO(buf) frame = BUF_INIT;
	struct wire_hello hello;
	int rc = await(&frame, r, WIRE_HELLO, r->patience);

	if (rc)
		return rc;
	if (frame.len != sizeof(hello))
		return channel_give_up(&r->channel, "says a strange hello");
	memcpy(&hello, frame.ptr, sizeof(hello));
	if (hello.magic != WIRE_MAGIC || hello.version != WIRE_VERSION)
		return channel_give_up(&r->channel, "is of another version");
	r->pid = hello.pid;
	return 0;
}

static int start(struct recorder *r)
{
	bool launched = channel_is_launched(&r->channel);

	if (r->lost && launched)
		return fail(ERR_FAILED, "the launcher '%s' is gone",
			    r->channel.argv.items[0]);
	int rc = channel_start(&r->channel);
	if (!rc)
		rc = await_hello(r);
	if (rc && launched && !*error_hint() && rc == ERR_FAILED)
		fail_hint("'git bench doctor' tries bench.launcher out");
	return rc;
}

int recorder_open_by(struct recorder **out, const struct recorder_way *way)
{
	auto_free char *program = NULL;
	int rc = find_program(&program);

	if (rc)
		return rc;
	struct recorder *r = xcalloc(1, sizeof(*r));
	r->channel = (struct channel)CHANNEL_INIT;
	r->patience = way->patience;
	r->grace = way->grace;
	cpus_usable(&r->usable);
	if (way->tick)
		recorder_on_wait(r, way->tick_every, way->tick,
				 way->tick_data);
	for (size_t i = 0; way->launcher && i < way->launcher->nr; i++)
		strlist_add(&r->channel.argv, way->launcher->items[i]);
	strlist_add(&r->channel.argv, program);
	rc = start(r);
	if (rc)
		recorder_close(r);
	else
		*out = r;
	return rc;
}

int recorder_open(struct recorder **out)
{
	const struct recorder_way way = { .patience = HELLO_PATIENCE };

	return recorder_open_by(out, &way);
}

int recorder_pid(const struct recorder *r)
{
	return r->pid;
}

bool recorder_is_lost(const struct recorder *r)
{
	return r && r->lost;
}

void recorder_on_wait(struct recorder *r, double seconds,
		      int (*tick)(void *data), void *data)
{
	r->tick_every = seconds;
	r->tick_due = clock_monotonic() + seconds;
	r->tick = tick;
	r->tick_data = data;
}

void recorder_close(struct recorder *r)
{
	if (!r)
		return;
	channel_release(&r->channel);
	if (r->aside)
		cpus_move_threads(&r->usable);
	free(r);
}

int recorder_machine(struct machine *out, struct recorder *r)
{
	AUTO(buf) frame = BUF_INIT;
	int rc = r->channel.fd < 0 ? start(r) : 0;

	if (!rc)
		rc = channel_send(&r->channel, WIRE_ASK, NULL);
	if (!rc)
		rc = await(&frame, r, WIRE_MACHINE, ANSWER_PATIENCE);
	if (!rc && !machine_decode(out, frame.ptr, frame.len))
		rc = channel_give_up(&r->channel, "describes no machine");
	r->lost = r->channel.fd < 0;
	return rc;
}

/* ==== A sample ========================================================== */

/* The report of a sample told to stop; a recorder that fails is shot. */
static void await_end(struct recorder *r)
{
	double end = clock_monotonic() + STOP_PATIENCE;
	AUTO(buf) report = BUF_INIT;
	bool there = false;

	while (!there && clock_monotonic() < end)
		if (channel_receive(&r->channel) ||
		    channel_has(&there, &r->channel, WIRE_REPORT))
			return;
	if (there)
		channel_take(&report, &r->channel);
	else
		channel_close(&r->channel);
}

/* Stops the sample; the error that asked for it stays the one in force. */
static int stop(struct recorder *r, int why)
{
	struct error error;

	error_put_aside(&error);
	if (!channel_send(&r->channel, WIRE_STOP, NULL))
		await_end(r);
	error_bring_back(&error);
	return why;
}

static int await_report(struct buf *report, struct recorder *r)
{
	bool there = false;

	r->tick_due = clock_monotonic() + r->tick_every;
	for (;;) {
		int rc = channel_receive(&r->channel);

		if (!rc)
			rc = channel_has(&there, &r->channel, WIRE_REPORT);
		if (rc)
			return rc;
		if (there)
			break;
		rc = look_up(r);
		if (rc)
			return stop(r, rc);
		rc = ping(r);
		if (rc)
			return rc;
	}
	channel_take(report, &r->channel);
	return 0;
}

/*
 * The heartbeat's thread, and the git that it runs, must not take the time
 * of a sample either. It stays aside between samples, so that what it began
 * there does not reach into the next one.
 */
static bool step_aside(cpu_set_t *before, struct recorder *r, const char *cpus)
{
	cpu_set_t used, rest;

	if (!cpus || !cpus_parse(&used, cpus))
		return false;
	cpus_subtract(&rest, &r->usable, &used);
	if (CPU_COUNT(&rest)) {
		cpus_move_threads(&rest);
		r->aside = true;
	}
	return cpus_keep_off(before, cpus);
}

int recorder_exchange(struct buf *report, struct recorder *r,
		      const struct buf *spec, const char *cpus)
{
	cpu_set_t before;
	/* Started before we step aside: it inherits where we may run. */
	int rc = r->channel.fd < 0 ? start(r) : 0;

	if (rc)
		return rc;
	bool aside = step_aside(&before, r, cpus);
	r->ping_due = 0;
	rc = ping(r);
	if (!rc)
		rc = channel_send(&r->channel, WIRE_SPEC, spec);
	if (!rc)
		rc = await_report(report, r);
	r->lost = r->channel.fd < 0;
	if (aside)
		sched_setaffinity(0, sizeof(before), &before);
	return rc;
}
