#include "report/speedup.h"

#include "tap.h"

static void add(struct result *result, const char *name, int domains,
		double base, double head)
{
	struct result_target *target = result_add_target(result, name);

	free(target->kind);
	target->kind = xstrdup(domains ? "parallel" : "sequential");
	target->domains = domains;
	target->cells[0].measured = target->cells[1].measured = true;
	target->cells[0].seconds = base;
	target->cells[1].seconds = head;
}

int main(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) text = BUF_INIT;
	const struct style style = STYLE_PLAIN;

	result.nr_sides = 2;
	result.sides = xcalloc(2, sizeof(*result.sides));
	add(&result, "nbody.4_4096", 4, 2.5, 2);
	add(&result, "nbody.1_4096", 1, 8, 8);
	add(&result, "nbody.2_4096", 2, 4, 5);
	add(&result, "nbody.16_4096", 16, 1, 1);
	add(&result, "alone.4", 4, 1, 1);
	add(&result, "plain.1", 0, 1, 1);
	add(&result, "unnumbered", 2, 1, 1);
	speedup_table(&table, &result);
	table_print(&text, &table, TABLE_AS_CSV, &style);
	is(text.ptr,
	   "program,domains,base_alone,base_speedup,head_alone,head_speedup\r\n"
	   "nbody.*_4096,2,8.0,2.0,8.0,1.6\r\n"
	   "nbody.*_4096,4,8.0,3.2,8.0,4.0\r\n"
	   "nbody.*_4096,16,8.0,8.0,8.0,8.0\r\n",
	   "speed-up on so many domains, of the same side's time on one");
	return done();
}
