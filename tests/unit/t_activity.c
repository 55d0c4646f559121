#include "measure/activity.h"

#include <unistd.h>

#include "fakeroot.h"
#include "tap.h"

static void put_task(int pid, const char *name, int user, int sys)
{
	auto_free char *path = xstrfmt("/proc/%d/stat", pid);
	auto_free char *line =
		xstrfmt("%d (%s) R 1 2 3 4 5 6 7 8 9 10 %d %d 0 0 20\n", pid,
			name, user, sys);

	root_put(path, line);
}

int main(void)
{
	AUTO(activity) before = { 0 };
	AUTO(activity) after = { 0 };
	AUTO(activity) nothing = { 0 };
	AUTO(activity_change) change = { 0 };
	AUTO(activity_change) unknown = { 0 };

	root_begin();
	activity_read(&nothing, root);
	is_int(nothing.nr, 0, "an empty /proc has no tasks");
	activity_compare(&unknown, &nothing, &nothing);
	ok(unknown.steal < 0 && !unknown.busy.nr, "and tells nothing");

	root_put("/proc/stat", "cpu 100 0 100 1800 0 0 0 0 0 0\n"
			       "cpu0 50 0 50 900 0 0 0 0 0 0\n"
			       "cpu1 50 0 50 900 0 0 0 0 0 0\nintr 5\n");
	root_put("/proc/self/stat", "no task");
	put_task(7, "idle", 5, 5);
	put_task(12, "cc1 (2) R 1", 100, 50);
	put_task(getpid(), "this", 0, 0);
	put_task(300, "gone", 1, 1);
	activity_read(&before, root);
	is_int(before.nr, 3, "tasks are read, but the one who asks");
	is_int(before.cpus, 2, "CPUs are counted");
	is_int(before.total, 1000, "time is that of one CPU");
	is(before.tasks[1].name, "cc1 (2) R 1", "names may hold anything");
	is_int(before.tasks[1].ticks, 150, "ticks are those behind the name");

	root_put("/proc/stat", "cpu 200 0 200 1780 0 0 0 20 0 0\n"
			       "cpu0 100 0 100 880 0 0 0 20 0 0\n"
			       "cpu1 100 0 100 900 0 0 0 0 0 0\n");
	put_task(7, "idle", 10, 10);
	put_task(12, "cc1 (2) R 1", 150, 80);
	put_task(getpid(), "this", 900, 0);
	root_put("/proc/300/stat", NULL);
	put_task(301, "new", 90, 0);
	activity_read(&after, root);
	activity_compare(&change, &before, &after);
	is_near(change.steal, 0.1, 1e-9, "what a hypervisor took is a share");
	is_int(change.busy.nr, 1, "one task was busy meanwhile");
	is(change.busy.items[0], "cc1 (2) R 1 (80 %)", "which and how much");
	root_end();
	return done();
}
