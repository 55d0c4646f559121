#include "suite/perf_stat.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static void parse(struct perf_stat *out, const char *text)
{
	perf_stat_parse(out, text, strlen(text));
}

static double value(const struct perf_stat *p, const char *event)
{
	const struct perf_counter *c =
		p->nr ? perf_block_find(&p->blocks[0], event) : NULL;

	return c ? c->value : NAN;
}

static void test_block(void)
{
	AUTO(perf_stat) p = { 0 };

	parse(&p,
	      "{\"version\":\"5.15.0\",\"hostname\":\"turing\"}\n"
	      "# started on Tue Jul  9 03:04:40 2024\n\n\n"
	      " Performance counter stats for 'taskset -c 5 ./x.exe a':\n\n"
	      "          3,679.69 msec task-clock      #    1.000 CPUs utilized\n"
	      "    5,88,21,67,738      cycles          #    1.599 GHz\n"
	      "    40,657,639,816      instructions    #    2.30  insn per cycle\n"
	      "                                        #    0.33  stalled cycles "
	      "per insn  (83.36%)\n"
	      "       1,16,09,489      branch-misses   #    0.36% of all branches"
	      "  (83.32%)\n"
	      "   <not supported>      cache-misses\n\n"
	      "       3.681198326 seconds time elapsed\n\n"
	      "       3.593138000 seconds user\n"
	      "       0.088027000 seconds sys\n\n\n");
	is_int(p.nr, 1, "one block");
	is_int(p.damages.nr, 0, "nothing damaged");
	is(p.blocks[0].command, "taskset -c 5 ./x.exe a", "its command");
	is(p.blocks[0].started, "Tue Jul  9 03:04:40 2024", "its start");
	is_near(value(&p, "cycles"), 5882167738, 0, "digits in twos");
	is_near(value(&p, "instructions"), 40657639816, 0, "in threes");
	is_near(value(&p, "task-clock"), 3679.69, 1e-9, "with a fraction");
	is(perf_block_find(&p.blocks[0], "task-clock")->unit, "msec",
	   "and a unit");
	ok(!perf_block_find(&p.blocks[0], "cache-misses"),
	   "what was not counted is absent");
	ok(perf_block_find(&p.blocks[0], "branch-misses")->running == 83.32 &&
		   perf_block_find(&p.blocks[0], "instructions")->running ==
			   83.36 &&
		   perf_block_find(&p.blocks[0], "cycles")->running == 100,
	   "the share of the time it was counted, also on a second line");
	is_near(p.blocks[0].elapsed, 3.681198326, 1e-12, "elapsed");
	is_near(p.blocks[0].user, 3.593138, 1e-12, "user");
	is_near(p.blocks[0].sys, 0.088027, 1e-12, "sys");
}

static void test_other_marks(void)
{
	AUTO(perf_stat) p = { 0 };

	parse(&p, " Performance counter stats for 'x':\n"
		  "          3.679,69 msec task-clock\n"
		  "     5.882.167.738      cycles     (83,32%)\n"
		  "            12.345      faults:u\n"
		  "       3,681198326 seconds time elapsed\n");
	is_near(value(&p, "cycles"), 5882167738, 0, "digits grouped by dots");
	is_near(value(&p, "faults:u"), 12345, 0, "once as well");
	is_near(value(&p, "task-clock"), 3679.69, 1e-9, "a decimal comma");
	is_near(p.blocks[0].counters[1].running, 83.32, 1e-9, "in shares too");
	AUTO(perf_stat) q = { 0 };
	parse(&q, " Performance counter stats for 'x' (5 runs):\n"
		  "  5\xe2\x80\xaf""882\xe2\x80\xaf""167 cycles ( +-  0,05% )\n"
		  "  3,5 +- 0,2 seconds time elapsed  ( +-  0,1% )\n");
	is_near(q.nr ? q.blocks[0].elapsed : 0, 3.5, 0,
		"the mean time of several runs");
	is_near(value(&q, "cycles"), 5882167, 0, "and their counters");
}

static void test_damage(void)
{
	AUTO(perf_stat) p = { 0 };

	parse(&p, "# started on Tue Jul  9 03:04:40 2024\n\n"
		  " Performance counter stats for 'a':\n"
		  "    5,88,21,67,738      cyc\n"
		  "# started on Tue Jul  9 03:04:41 2024\n\n"
		  " Performance counter stats for 'b':\n"
		  "       1.5 seconds time elapsed\n"
		  "# started on Tue Jul  9 03:04:42 2024\n");
	ok(p.nr == 1 && !strcmp(p.blocks[0].command, "b"),
	   "a block without its end is left out, the next one is read");
	ok(p.damages.nr == 2 && p.damages.items[0].kind == DAMAGE_CUT &&
		   p.damages.items[0].line == 3,
	   "and said with its line");
	AUTO(perf_stat) noise = { 0 };
	parse(&noise, "noise\n");
	ok(bench_damages_have(&noise.damages, DAMAGE_SYNTAX), "noise");
	AUTO(perf_stat) empty = { 0 };
	parse(&empty, "");
	ok(bench_damages_have(&empty.damages, DAMAGE_EMPTY), "an empty file");
}

int main(void)
{
	test_block();
	test_other_marks();
	test_damage();
	return done();
}
