#include "report/speedup.h"

#include <string.h>

#include "tap.h"

static const struct style plain = STYLE_PLAIN;

static void names(void)
{
	static const struct {
		const char *name;
		int domains;
		const char *family, *sequential;
	} cases[] = {
		{ "fib_multicore.4_40.orunchrt", 4,
		  "fib_multicore.*_40.orunchrt", "fib.40" },
		{ "spectralnorm2_multicore.2_5_500.orunchrt", 2,
		  "spectralnorm2_multicore.*_5_500.orunchrt",
		  "spectralnorm2.5_500" },
		{ "sort.16", 16, "sort.*", "sort" },
		{ "sort.100_4", 4, "sort.100_*", "sort.100" },
		{ "sort.4_4", 4, "sort.*_4", "sort.4" },
		{ "sort4", 4, NULL, NULL },
		{ "4.x", 4, NULL, NULL },
		{ "sort.44", 4, NULL, NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		auto_free char *family = speedup_family(cases[i].name,
							cases[i].domains);

		is(family, cases[i].family, cases[i].name);
		if (!family)
			continue;
		auto_free char *sequential = speedup_sequential(family);
		is(sequential, cases[i].sequential, "as a sequential program");
	}
}

static void add(struct result *result, const char *name, int domains,
		double base, double head)
{
	struct result_target *target = result_add_target(result, name);

	target->domains = domains;
	for (size_t i = 0; i < 2; i++) {
		target->cells[i].seconds = i ? head : base;
		target->cells[i].measured = target->cells[i].seconds > 0;
	}
}

static void table(void)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;

	result.suite = xstrdup("s");
	result.nr_sides = 2;
	result.sides = xcalloc(2, sizeof(*result.sides));
	add(&result, "fib_multicore.8_40", 8, 2, 4);
	add(&result, "fib_multicore.1_40", 1, 12, 12);
	add(&result, "fib_multicore.2_40", 2, 6, 0);
	add(&result, "fib.40", 0, 10, 13);
	add(&result, "alone_multicore.4", 4, 1, 1);
	add(&result, "loop.4", 4, 1, 1);
	add(&result, "loop.1", 1, 0, 3);
	speedup_table(&table, &result);
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "target              domains           base           head\n"
	   "fib_multicore.*_40        2  1.67x of 10 s              -\n"
	   "fib_multicore.*_40        8  5.00x of 10 s  3.00x of 12 s\n"
	   "loop.*                    4              -   3.00x of 3 s\n",
	   "each side by its own best sequential time");
}

int main(void)
{
	names();
	table();
	return done();
}
