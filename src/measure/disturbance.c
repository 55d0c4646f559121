#include "measure/disturbance.h"

#include <math.h>
#include <stdio.h>

#include "base/buf.h"
#include "measure/sysfile.h"

#define IDLE_SHARE 0.05
#define IDLE_SECONDS 0.005 /* less is within what clocks can tell */
#define STEAL_SHARE 0.02
#define ZONES_MAX 32

/* user nice system idle iowait irq softirq steal, of all CPUs together. */
static void read_ticks(struct moment *out, const char *root)
{
	auto_free char *line = sysfile_line(root, "/proc/stat");
	long long t[8];

	if (!line || sscanf(line, "cpu %lld %lld %lld %lld %lld %lld %lld %lld",
			    &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6],
			    &t[7]) != 8)
		return;
	out->steal = t[7];
	out->ticks = 0;
	for (size_t i = 0; i < ARRAY_SIZE(t); i++)
		out->ticks += t[i];
}

/* The greatest number in `<dir>/<prefix><n><file>`, n from 0. */
static int64_t greatest(const char *root, const char *dir,
			const char *prefix, const char *file)
{
	int64_t most = -1;

	for (int n = 0; n < ZONES_MAX; n++) {
		auto_free char *path =
			xstrfmt("%s/%s%d%s", dir, prefix, n, file);
		int64_t value;

		if (!sysfile_number(&value, root, path))
			break;
		if (value > most)
			most = value;
	}
	return most;
}

void moment_read(struct moment *out, const char *root)
{
	*out = (struct moment){ -1, -1, -1, -1 };
	if (!root)
		return;
	read_ticks(out, root);
	out->khz = greatest(root, "/sys/devices/system/cpu", "cpu",
			    "/cpufreq/scaling_cur_freq");
	out->millicelsius =
		greatest(root, "/sys/class/thermal", "thermal_zone", "/temp");
}

void circumstance_of(struct circumstance *out, const struct moment *before,
		     const struct moment *after, double wall, double cpu)
{
	int64_t ticks = after->ticks - before->ticks;
	int64_t steal = after->steal - before->steal;

	*out = (struct circumstance){ .wall = wall };
	if (wall > 0)
		out->busy = cpu / wall;
	if (wall > 0 && cpu < wall)
		out->idle = 1 - cpu / wall;
	/* A single tick may be one that began long before. */
	if (before->ticks >= 0 && after->ticks >= 0 && ticks > 0 && steal > 1)
		out->steal = (double)steal / ticks;
}

const char *disturbance_of(const struct circumstance *c,
			   const struct calm *calm, bool parallel)
{
	double more = c->idle - calm->idle;

	if (c->steal > STEAL_SHARE)
		return "steal";
	if (!parallel && more > IDLE_SHARE && more * c->wall > IDLE_SECONDS)
		return "waiting";
	return NULL;
}

void calm_note(struct calm *calm, const struct circumstance *c)
{
	calm->idle = fmin(calm->idle, c->idle);
}
