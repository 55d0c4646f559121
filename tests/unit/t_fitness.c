#include "measure/fitness.h"

#include <string.h>

#include "fakeroot.h"
#include "tap.h"

static const struct finding *find(const struct findings *findings,
				  const char *what)
{
	for (size_t i = 0; i < findings->nr; i++)
		if (!strcmp(findings->items[i].what, what))
			return &findings->items[i];
	return NULL;
}

static void is_level(const struct findings *findings, const char *what,
		     enum finding_level level)
{
	const struct finding *f = find(findings, what);

	if (ok(f && f->level == level, "%s: level %d", what, level) && f)
		ok(!f->advice == (level == FINDING_OK),
		   "%s: advice when it is needed", what);
}

static void test_good(void)
{
	const struct machine m = { .cores = 8,
				   .governor = (char *)"performance",
				   .turbo = (char *)"off",
				   .smt = (char *)"off",
				   .has_counters = true };
	const struct fitness f = { .load = 0.1,
				   .aslr = 2,
				   .paranoid = 1,
				   .disk_free = 100ll << 30,
				   .isolated = (char *)"6-7",
				   .activity.steal = 0 };
	AUTO(findings) got = FINDINGS_INIT;
	int ok_count = 0;

	fitness_judge(&got, &f, &m);
	for (size_t i = 0; i < got.nr; i++)
		ok_count += got.items[i].level == FINDING_OK &&
			    !got.items[i].advice;
	is_int(ok_count, got.nr, "a machine can be without fault");
	is(find(&got, "isolated cpus")->detail, "6-7", "isolated CPUs show");
	is(find(&got, "disk")->detail, "100.0 GiB free", "so does the disk");
}

static void test_bad(void)
{
	const struct machine m = { .cores = 1,
				   .governor = (char *)"powersave",
				   .turbo = (char *)"on",
				   .smt = (char *)"on",
				   .virtual_machine = true };
	struct fitness f = { .load = 3,
			     .quota = 0.5,
			     .aslr = 0,
			     .paranoid = 3,
			     .disk_free = 1000,
			     .activity.steal = 0.3 };
	AUTO(findings) got = FINDINGS_INIT;

	strlist_add(&f.activity.busy, "cc1 (90 %)");
	strlist_add(&f.activity.busy, "ld (50 %)");
	fitness_judge(&got, &f, &m);
	is_level(&got, "load", FINDING_WARNING);
	is_level(&got, "processes", FINDING_WARNING);
	is(find(&got, "processes")->detail, "cc1 (90 %), ld (50 %)",
	   "busy processes are named");
	is_level(&got, "cpus", FINDING_WARNING);
	is_level(&got, "cpu quota", FINDING_WARNING);
	is_level(&got, "governor", FINDING_WARNING);
	is_level(&got, "turbo", FINDING_WARNING);
	is_level(&got, "smt", FINDING_WARNING);
	is_level(&got, "aslr", FINDING_OK);
	is_level(&got, "counters", FINDING_WARNING);
	is(find(&got, "counters")->detail, "closed to this user",
	   "counters that are closed are not counters that are missing");
	is_level(&got, "hardware", FINDING_PROBLEM);
	is_level(&got, "disk", FINDING_PROBLEM);
	fitness_release(&f);
}

static void test_unknown(void)
{
	AUTO(fitness) f = FITNESS_INIT;
	AUTO(findings) got = FINDINGS_INIT;
	const struct machine m = { .cores = 2, .virtual_machine = true };

	fitness_judge(&got, &f, &m);
	ok(!find(&got, "load") && !find(&got, "disk") && !find(&got, "aslr"),
	   "of what is unknown nothing is said");
	is_level(&got, "hardware", FINDING_WARNING);
	is_level(&got, "counters", FINDING_WARNING);
	is(find(&got, "counters")->detail, "this machine gives none",
	   "counters that are missing");
}

static void test_read(void)
{
	AUTO(fitness) f = FITNESS_INIT;
	AUTO(fitness) silent = FITNESS_INIT;

	fitness_read(&silent, root);
	ok(silent.aslr == -1 && silent.paranoid == -1 && !silent.isolated &&
		   !silent.quota,
	   "an empty machine tells nothing");
	root_put("/proc/sys/kernel/randomize_va_space", "2\n");
	root_put("/proc/sys/kernel/perf_event_paranoid", "-1\n");
	root_put("/sys/devices/system/cpu/isolated", "3\n");
	root_put("/proc/self/cgroup", "4:memory:/x\n0::/a/b\n");
	root_put("/sys/fs/cgroup/a/cpu.max", "150000 100000\n");
	root_put("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
	fitness_read(&f, root);
	is_int(f.aslr, 2, "address randomisation");
	is_int(f.paranoid, -1, "perf_event_paranoid");
	is(f.isolated, "3", "isolated CPUs");
	is_near(f.quota, 1.5, 1e-9, "the strictest quota above us");
}

static void test_this_machine(void)
{
	AUTO(machine) m = { 0 };
	AUTO(findings) got = FINDINGS_INIT;

	machine_read(&m);
	machine_examine(&got, &m, "/");
	is_level(&got, "recorder", FINDING_OK);
	ok(find(&got, "load") && find(&got, "disk") &&
		   find(&got, "processes") && find(&got, "governor"),
	   "this machine is examined");
	findings_release(&got);
	setenv("GIT_BENCH_RECORDER", "/no/such/recorder", 1);
	machine_examine(&got, &m, "/");
	is_level(&got, "recorder", FINDING_PROBLEM);
}

int main(void)
{
	root_begin();
	test_good();
	test_bad();
	test_unknown();
	test_read();
	test_this_machine();
	root_end();
	return done();
}
