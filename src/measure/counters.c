#include "measure/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
	const char *name;
	uint64_t config;
} kinds[COUNTER_NR] = {
	[COUNTER_INSTRUCTIONS] = { "instructions",
				   PERF_COUNT_HW_INSTRUCTIONS },
	[COUNTER_CYCLES] = { "cycles", PERF_COUNT_HW_CPU_CYCLES },
	[COUNTER_BRANCH_MISSES] = { "branch_misses",
				    PERF_COUNT_HW_BRANCH_MISSES },
	[COUNTER_CACHE_MISSES] = { "cache_misses",
				   PERF_COUNT_HW_CACHE_MISSES },
};

/* ==== The kernel's side ================================================= */

static int open_event_of_kernel(struct perf_event_attr *attr)
{
	return syscall(SYS_perf_event_open, attr, 0, -1, -1,
		       PERF_FLAG_FD_CLOEXEC);
}

/*
 * Each event stands alone, not in a group: inherited groups cannot be read
 * before Linux 6.12, and a group larger than the hardware never counts.
 */
static int open_one(enum counter kind, bool user_only,
		    counter_open_fn open_event)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = kinds[kind].config,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_kernel = user_only,
		.exclude_hv = 1,
	};

	return open_event(&attr);
}

void counters_open(struct counter_set *set, counter_open_fn open_event)
{
	if (!open_event)
		open_event = open_event_of_kernel;
	for (int i = 0; i < COUNTER_NR; i++) {
		set->state[i] = COUNTER_WHOLE;
		set->fds[i] = open_one(i, false, open_event);
		if (set->fds[i] < 0 && (errno == EACCES || errno == EPERM)) {
			set->state[i] = COUNTER_USER;
			set->fds[i] = open_one(i, true, open_event);
		}
	}
}

void counters_read(struct counter_value values[COUNTER_NR],
		   const struct counter_set *set)
{
	for (int i = 0; i < COUNTER_NR; i++) {
		uint64_t got[3];

		values[i] = (struct counter_value){ COUNTER_ABSENT };
		if (set->fds[i] < 0 ||
		    read(set->fds[i], got, sizeof(got)) != sizeof(got))
			continue;
		values[i] = (struct counter_value){
			.state = set->state[i],
			.value = got[0],
			.enabled_ns = got[1],
			.running_ns = got[2],
		};
	}
}

void counters_close(struct counter_set *set)
{
	for (int i = 0; i < COUNTER_NR; i++) {
		if (set->fds[i] >= 0)
			close(set->fds[i]);
		set->fds[i] = -1;
	}
}

bool counters_available(void)
{
	int fd = open_one(COUNTER_INSTRUCTIONS, true, open_event_of_kernel);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* ==== The reader's side ================================================= */

static void add_note(struct strlist *notes, const char *note)
{
	if (!strlist_has(notes, note))
		strlist_add(notes, note);
}

void counters_to_metrics(struct metrics *out, struct strlist *notes,
			 const struct counter_value values[COUNTER_NR])
{
	for (int i = 0; i < COUNTER_NR; i++) {
		const struct counter_value *v = &values[i];
		double value = v->value;

		/* It never got hold of the hardware: nothing was seen. */
		if (v->state == COUNTER_ABSENT || !v->running_ns)
			continue;
		if (v->state == COUNTER_USER)
			add_note(notes, "hardware counters see user code "
					"only: the kernel is closed to us");
		if (v->running_ns < v->enabled_ns) {
			value = round(value * v->enabled_ns / v->running_ns);
			add_note(notes, "hardware counters took turns: "
					"counts are scaled to the whole time");
		}
		metrics_set(out, kinds[i].name, value, "1");
	}
}
