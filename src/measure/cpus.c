#include "measure/cpus.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"

/* A CPU's number at *s, which is moved behind it; -1 when there is none. */
static int parse_number(const char **s)
{
	int n = 0;

	if (!isdigit((unsigned char)**s))
		return -1;
	for (; isdigit((unsigned char)**s); (*s)++) {
		n = n * 10 + (**s - '0');
		if (n >= CPU_SETSIZE)
			return -1;
	}
	return n;
}

bool cpus_parse(cpu_set_t *out, const char *list)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (const char *s = list;; s++) {
		int first = parse_number(&s), last = first;

		if (first >= 0 && *s == '-') {
			s++;
			last = parse_number(&s);
		}
		if (first < 0 || last < first || (*s && *s != ','))
			return false;
		for (int cpu = first; cpu <= last; cpu++)
			CPU_SET(cpu, &set);
		if (!*s)
			break;
	}
	*out = set;
	return true;
}

char *cpus_format(const cpu_set_t *set)
{
	struct buf b = BUF_INIT;

	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		int last = cpu;

		if (!CPU_ISSET(cpu, set))
			continue;
		while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, set))
			last++;
		buf_addf(&b, "%s%d", b.len ? "," : "", cpu);
		if (last > cpu)
			buf_addf(&b, "-%d", last);
		cpu = last;
	}
	return buf_detach(&b);
}

void cpus_usable(cpu_set_t *out)
{
	if (sched_getaffinity(0, sizeof(*out), out))
		memset(out, 0xff, sizeof(*out));
}

bool cpus_contain(const cpu_set_t *whole, const cpu_set_t *part)
{
	cpu_set_t both;

	CPU_AND(&both, whole, part);
	return CPU_EQUAL(&both, part);
}

void cpus_subtract(cpu_set_t *out, const cpu_set_t *from, const cpu_set_t *set)
{
	cpu_set_t both;

	CPU_AND(&both, from, set);
	CPU_XOR(out, from, &both);
}

bool cpus_keep_off(cpu_set_t *before, const char *list)
{
	cpu_set_t used, rest;

	cpus_usable(before);
	if (!cpus_parse(&used, list))
		return false;
	cpus_subtract(&rest, before, &used);
	return CPU_COUNT(&rest) && !CPU_EQUAL(&rest, before) &&
	       !sched_setaffinity(0, sizeof(rest), &rest);
}

void cpus_move_threads(const cpu_set_t *set)
{
	DIR *dir = opendir("/proc/self/task");

	if (!dir)
		return;
	for (struct dirent *e; (e = readdir(dir));) {
		int tid = atoi(e->d_name);

		/* One that has just ended is no matter. */
		if (tid && tid != gettid())
			(void)sched_setaffinity(tid, sizeof(*set), set);
	}
	closedir(dir);
}

bool cpus_map(cpu_set_t *out, const cpu_set_t *want, const cpu_set_t *usable)
{
	int left = CPU_COUNT(want);

	*out = *want;
	if (cpus_contain(usable, want))
		return true;
	CPU_ZERO(out);
	for (int cpu = CPU_SETSIZE; cpu-- && left;) {
		if (CPU_ISSET(cpu, usable)) {
			CPU_SET(cpu, out);
			left--;
		}
	}
	return false;
}
