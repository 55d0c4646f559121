#include "service/watch.h"

#include <stdlib.h>

#include "tap.h"

static struct circumstance ran(double wall, double cpu)
{
	const struct moment none = { -1, -1, -1, -1 };
	struct circumstance c;

	circumstance_of(&c, &none, &none, wall, cpu);
	return c;
}

/* Takes a sample that goes like this however often it is taken. */
static int tries_of(struct watch *watch, double cpu, bool parallel)
{
	struct circumstance c = ran(1, cpu);
	int tries = 0;

	while (watch_retake(watch, &c, parallel, tries))
		tries++;
	return tries;
}

static void retaken(void)
{
	struct watch watch = WATCH_INIT;
	struct circumstance bad = ran(1.2, 1), good = ran(1, 1);

	is_int(tries_of(&watch, 1, false), 0, "a calm sample counts");
	ok(watch_retake(&watch, &bad, false, 0), "a disturbed one does not");
	ok(!watch_retake(&watch, &good, false, 1), "... the next one does");
	is_int(watch.retaken, 1, "one was left out");
	is_int(watch.disturbed, 0, "none counts that was disturbed");
	is_int(watch.nr, 2, "two count");
	is_int(tries_of(&watch, 0.8, false), 2, "twice at most");
	is_int(watch.disturbed, 1, "... then it counts, and is counted");
	is_int(tries_of(&watch, 0.8, false), 2, "... the next one, too");
	is_int(tries_of(&watch, 0.8, false), 0,
	       "what stays so is so by nature");
	is_int(watch.disturbed, 3, "... and still said");
	is_int(watch.nr, 5, "every look has its sample");
	watch_release(&watch);
}

static char *compared(double base, double step, double head)
{
	struct watch a = WATCH_INIT, b = WATCH_INIT;

	for (int i = 0; i < 3; i++) {
		tries_of(&a, base + i * step, true);
		tries_of(&b, head + i * step, true);
	}
	char *text = watch_difference(&a, &b);
	watch_release(&a);
	watch_release(&b);
	return text;
}

static void differences(void)
{
	struct watch none = WATCH_INIT;
	char *text = compared(3.9, 0.01, 3.1);

	is(text, "keeps 3.11 CPUs busy, the base 3.91", "an idle domain");
	free(text);
	text = compared(0.98, 0.001, 0.97);
	is(text, NULL, "next to nothing");
	free(text);
	text = compared(2, 0.5, 2.4);
	is(text, NULL, "what comes and goes");
	free(text);
	is(watch_difference(&none, &none), NULL, "nothing at all");
}

int main(void)
{
	retaken();
	differences();
	return done();
}
