#include "measure/disturbance.h"

#include "base/error.h"
#include "fakeroot.h"
#include "tap.h"

/* A sample of `wall` seconds in which the program ran for `cpu`. */
static const char *seen(struct calm *calm, double wall, double cpu,
			bool parallel)
{
	const struct moment none = { -1, -1, -1, -1 };
	struct circumstance c;

	circumstance_of(&c, &none, &none, wall, cpu);
	const char *why = disturbance_of(&c, calm, parallel);
	calm_note(calm, &c);
	return why;
}

static void waiting(void)
{
	struct calm calm = CALM_INIT;

	is(seen(&calm, 1, 0.70, false), NULL, "a first sample is its own");
	is(seen(&calm, 1, 0.66, false), NULL, "... as is what is like it");
	is(seen(&calm, 1, 0.99, false), NULL, "one that waits less is better");
	is(seen(&calm, 1, 0.70, false), "waiting", "... than the first was");
	is(seen(&calm, 1, 0.96, false), NULL, "a little does not matter");
	is(seen(&calm, 0.01, 0.008, false), NULL,
	   "nor do a few milliseconds");
	is(seen(&calm, 1, 3, true), NULL, "several domains run side by side");
	is(seen(&calm, 1, 0.5, true), NULL, "... and wait for each other");
}

static void steal(void)
{
	const struct moment before = { 100, 1000, -1, -1 };
	struct moment after = { 110, 1200, -1, -1 };
	struct calm calm = CALM_INIT;
	struct circumstance c;

	circumstance_of(&c, &before, &after, 1, 1);
	is_near(c.steal, 0.05, 1e-12, "what others had of the machine");
	is(disturbance_of(&c, &calm, true), "steal", "... disturbs anything");
	after.steal = 101;
	circumstance_of(&c, &before, &after, 1, 1);
	is(disturbance_of(&c, &calm, true), NULL, "one tick is none");
	after.ticks = -1;
	after.steal = 110;
	circumstance_of(&c, &before, &after, 1, 1);
	is_near(c.steal, 0, 1e-12, "what is not known does not count");
}

static void moments(void)
{
	struct moment m;

	root_begin();
	root_put("/proc/stat", "cpu 1 2 3 4 5 6 7 8 9 10\ncpu0 1 1 1 1\n");
	root_put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq",
		  "1200000\n");
	root_put("/sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq",
		  "2400000\n");
	root_put("/sys/class/thermal/thermal_zone0/temp", "45000\n");
	moment_read(&m, root);
	is_int(m.steal, 8, "steal");
	is_int(m.ticks, 36, "... of all time, guests' not twice");
	is_int(m.khz, 2400000, "the fastest CPU's frequency");
	is_int(m.millicelsius, 45000, "temperature");
	moment_read(&m, NULL);
	ok(m.ticks < 0 && m.khz < 0, "another machine is not to be seen");
	root_end();
}

int main(void)
{
	waiting();
	steal();
	moments();
	return done();
}
