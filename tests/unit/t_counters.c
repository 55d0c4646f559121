/*
 * Hardware counters, with the kernel's part played here: machines that have
 * them are rare where tests run.
 */
#include "measure/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "tap.h"

static int open_calls;

/* A descriptor that reads as one counter. */
static int counting(uint64_t value, uint64_t enabled, uint64_t running)
{
	const uint64_t words[] = { value, enabled, running };
	int fd = memfd_create("counter", MFD_CLOEXEC);

	if (write(fd, words, sizeof(words)) != sizeof(words))
		return -1;
	lseek(fd, 0, SEEK_SET);
	return fd;
}

/* A closed kernel; one counter shared, one starved, one not there. */
static int strict_kernel(struct perf_event_attr *attr)
{
	open_calls++;
	errno = ENOENT;
	if (attr->config == PERF_COUNT_HW_CACHE_MISSES)
		return -1;
	errno = EACCES;
	if (!attr->exclude_kernel)
		return -1;
	switch (attr->config) {
	case PERF_COUNT_HW_INSTRUCTIONS:
		return counting(1000000, 50, 50);
	case PERF_COUNT_HW_CPU_CYCLES:
		return counting(3000, 90, 30);
	default:
		return counting(0, 90, 0);
	}
}

static int open_kernel(struct perf_event_attr *attr)
{
	open_calls++;
	if (attr->disabled && attr->enable_on_exec && attr->inherit &&
	    !attr->exclude_kernel)
		return counting(attr->config + 7, 5, 5);
	errno = EINVAL;
	return -1;
}

static int no_kernel(struct perf_event_attr *attr)
{
	(void)attr;
	errno = ENOENT;
	return -1;
}

static void run(struct metrics *out, struct strlist *notes,
		counter_open_fn kernel)
{
	struct counter_set set;
	struct counter_value values[COUNTER_NR];

	open_calls = 0;
	counters_open(&set, kernel);
	counters_read(values, &set);
	counters_close(&set);
	ok(set.fds[0] == -1, "closed counters are closed");
	counters_to_metrics(out, notes, values);
}

int main(void)
{
	AUTO(metrics) strict = METRICS_INIT, open = METRICS_INIT;
	AUTO(metrics) none = METRICS_INIT;
	AUTO(strlist) notes = STRLIST_INIT;

	run(&strict, &notes, strict_kernel);
	is_int(open_calls, 7, "what is refused is asked for user code only");
	is_near(metrics_find(&strict, "instructions")->value, 1000000, 0,
		"a whole count is itself");
	is_near(metrics_find(&strict, "cycles")->value, 9000, 0,
		"a shared count is scaled");
	ok(!metrics_find(&strict, "branch_misses"),
	   "a count that never ran is absent, not zero");
	ok(!metrics_find(&strict, "cache_misses"),
	   "a count that is not to be had is absent");
	is_int(notes.nr, 2, "two things are to be said, once each");
	ok(strstr(notes.items[0], "user code only"), "user code only");
	ok(strstr(notes.items[1], "scaled"), "and scaled");

	strlist_clear(&notes);
	run(&open, &notes, open_kernel);
	is_int(open_calls, COUNTER_NR, "an open kernel is asked once each");
	is_int(open.nr, COUNTER_NR, "and gives all");
	is_near(metrics_find(&open, "branch_misses")->value,
		PERF_COUNT_HW_BRANCH_MISSES + 7, 0, "each its own");
	is(metrics_find(&open, "cache_misses")->unit, "1", "as counts");
	is_int(notes.nr, 0, "and there is nothing to say");

	run(&none, &notes, no_kernel);
	is_int(none.nr, 0, "a machine without counters gives no metrics");
	return done();
}
