/*
 * sample_result - result documents for test programs. Each includes it once.
 */
#ifndef TESTS_SAMPLE_RESULT_H
#define TESTS_SAMPLE_RESULT_H

#include "record/result.h"

#include "base/json.h"

/* A result of two sides, with `slow` times the base's seconds for the head. */
static inline void sample_result(struct result *out, const char *base,
				 const char *head, const char *date,
				 double slow)
{
	*out = (struct result)RESULT_INIT;
	out->date = xstrdup(date);
	out->suite = xstrdup("s");
	out->nr_sides = 2;
	out->sides = xcalloc(2, sizeof(*out->sides));
	oid_parse(&out->sides[0].sha, base);
	oid_parse(&out->sides[1].sha, head);
	out->runner = json_object();
	json_set_string(out->runner, "name", "m1");
	out->options = json_object();
	struct result_target *target = result_add_target(out, "fib");
	for (int i = 0; i < 2; i++) {
		struct result_cell *cell = &target->cells[i];

		cell->measured = true;
		cell->samples = 5;
		cell->seconds = i ? slow : 1;
		metrics_set(&cell->metrics, "maxrss", 1048576, "B");
	}
	target->cells[0].ratio = slow;
	target->cells[0].low = slow - 0.01;
	target->cells[0].high = slow + 0.01;
	target->cells[0].verdict = slow > 1.01 ? VERDICT_SLOWER :
						 VERDICT_SAME;
	result_summarise(out);
}

#endif
