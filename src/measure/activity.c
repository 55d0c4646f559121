#include "measure/activity.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "measure/sysfile.h"

#define BUSY_SHARE 0.2

/* "12 (name) S 1 ...": utime and stime are the 14th and 15th word. */
static bool parse_task(struct activity_task *out, const char *stat)
{
	const char *name = strchr(stat, '(');
	const char *end = strrchr(stat, ')');
	long long user, sys;

	/* The name may hold anything, parentheses and blanks too. */
	if (!name || !end || end < name ||
	    sscanf(end + 1,
		   " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld",
		   &user, &sys) != 2)
		return false;
	out->ticks = user + sys;
	out->name = xmemdupz(name + 1, end - name - 1);
	return true;
}

static int compare_pids(const void *a, const void *b)
{
	const struct activity_task *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

static void read_tasks(struct activity *out, const char *root)
{
	auto_free char *dir = xstrfmt("%s/proc", root);
	AUTO(strlist) names = STRLIST_INIT;

	if (file_list(&names, dir))
		error_clear();
	for (size_t i = 0; i < names.nr; i++) {
		struct activity_task task = { 0 };
		int64_t pid;

		if (!text_to_int64(&pid, names.items[i]) || pid == getpid())
			continue;
		auto_free char *path = xstrfmt("/proc/%lld/stat",
					       (long long)pid);
		auto_free char *stat = sysfile_line(root, path);
		if (!stat || !parse_task(&task, stat))
			continue;
		task.pid = pid;
		ARRAY_GROW(out->tasks, out->nr + 1, out->cap);
		out->tasks[out->nr++] = task;
	}
	if (out->nr)
		qsort(out->tasks, out->nr, sizeof(*out->tasks), compare_pids);
}

/*
 * "cpu" sums the "cpu<n>" lines: user nice system idle iowait irq softirq
 * steal; what guests get is within user.
 */
static void read_total(struct activity *out, const char *root)
{
	AUTO(buf) text = BUF_INIT;
	long long t[8] = { 0 };

	sysfile_text(&text, root, "/proc/stat");
	if (sscanf(text.ptr, "cpu %lld %lld %lld %lld %lld %lld %lld %lld",
		   &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6],
		   &t[7]) != 8)
		return;
	for (const char *p = text.ptr; p; p = strstr(p + 1, "\ncpu"))
		out->cpus++;
	out->cpus--; /* the sum itself */
	out->steal = t[7];
	for (size_t i = 0; i < ARRAY_SIZE(t); i++)
		out->total += t[i];
	if (out->cpus > 0)
		out->total /= out->cpus;
}

void activity_read(struct activity *out, const char *root)
{
	*out = (struct activity){ 0 };
	read_total(out, root);
	read_tasks(out, root);
}

static const struct activity_task *find(const struct activity *activity,
					int pid)
{
	struct activity_task key = { .pid = pid };

	if (!activity->nr)
		return NULL;
	return bsearch(&key, activity->tasks, activity->nr,
		       sizeof(*activity->tasks), compare_pids);
}

void activity_compare(struct activity_change *out,
		      const struct activity *before,
		      const struct activity *after)
{
	double passed = after->total - before->total;

	*out = (struct activity_change){ .steal = -1 };
	if (passed <= 0 || after->cpus <= 0)
		return;
	out->steal = (after->steal - before->steal) / (passed * after->cpus);
	for (size_t i = 0; i < after->nr; i++) {
		const struct activity_task *now = &after->tasks[i];
		const struct activity_task *then = find(before, now->pid);
		double share = then ? (now->ticks - then->ticks) / passed : 0;

		if (share >= BUSY_SHARE)
			strlist_addf(&out->busy, "%s (%.0f %%)", now->name,
				     share * 100);
	}
}

void activity_release(struct activity *activity)
{
	if (!activity)
		return;
	for (size_t i = 0; i < activity->nr; i++)
		free(activity->tasks[i].name);
	free(activity->tasks);
	*activity = (struct activity){ 0 };
}

void activity_change_release(struct activity_change *change)
{
	if (!change)
		return;
	strlist_release(&change->busy);
	*change = (struct activity_change){ 0 };
}
