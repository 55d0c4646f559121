#include "measure/cpus.h"

#include "base/alloc.h"
#include "tap.h"

static void is_list(const char *list, const char *want, const char *name)
{
	cpu_set_t set;
	auto_free char *got =
		cpus_parse(&set, list) ? cpus_format(&set) : NULL;

	is(got, want, name);
}

static void test_keep_off(void)
{
	cpu_set_t usable, before, now;
	auto_free char *last = NULL;
	int cpu = CPU_SETSIZE;

	cpus_usable(&usable);
	while (!CPU_ISSET(--cpu, &usable))
		;
	last = xstrfmt("%d", cpu);
	ok(cpus_keep_off(&before, last) == (CPU_COUNT(&usable) > 1),
	   "a thread keeps off a CPU if it has another");
	ok(CPU_EQUAL(&before, &usable), "and knows where it was");
	cpus_usable(&now);
	ok(CPU_COUNT(&now) == 1 || !CPU_ISSET(cpu, &now), "it is not there");
	ok(!cpus_keep_off(&now, "0-1023"), "it cannot keep off all");
	sched_setaffinity(0, sizeof(before), &before);
}

int main(void)
{
	cpu_set_t all, some, rest;

	is_list("0", "0", "one CPU");
	is_list("0,2-5", "0,2-5", "a range");
	is_list("5,4,3,0", "0,3-5", "any order");
	is_list("1-3,2-4", "1-4", "ranges that overlap");
	is_list("1023", "1023", "the last one");
	is_list("1024", NULL, "beyond the last one");
	is_list("99999999999999999999", NULL, "far beyond");
	is_list("", NULL, "nothing");
	is_list("3-1", NULL, "a range backwards");
	is_list("-1", NULL, "a sign");
	is_list("1,", NULL, "an end that is none");
	is_list(",1", NULL, "a start that is none");
	is_list("1-", NULL, "half a range");
	is_list("1 2", NULL, "a space");
	is_list("1-2-3", NULL, "a range of three");
	is_list("1x", NULL, "a letter");
	cpus_usable(&all);
	ok(CPU_COUNT(&all) > 0, "some CPUs may be used");
	ok(cpus_parse(&all, "0-7") && cpus_parse(&some, "3-4,9"), "two sets");
	ok(!cpus_contain(&all, &some), "one is not within the other");
	cpus_subtract(&rest, &all, &some);
	auto_free char *text = cpus_format(&rest);
	is(text, "0-2,5-7", "one without the other");
	ok(cpus_contain(&all, &rest), "is within the one");
	cpus_subtract(&rest, &all, &all);
	auto_free char *none = cpus_format(&rest);
	is(none, "", "a set without itself is empty");
	test_keep_off();
	return done();
}
