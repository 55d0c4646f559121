#include "suite/pausetimes.h"

#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static void parse(struct pausetimes *out, const char *text)
{
	pausetimes_parse(out, text, strlen(text));
}

static void test_shapes(void)
{
	AUTO(pausetimes) p = { 0 };

	parse(&p,
	      "{\"name\":\"map\",\"mean_latency\":0,\"max_latency\":1.5,"
	      "\"distr_latency\":{\"25.0000\":0.5,\"99.9999\":1.25}}\n"
	      "{\"name\":\"old\",\"mean_latency\":2000,\"max_latency\":9000,"
	      "\"distr_latency\":[1,2,3,4,5,6,7,8,9,10,11] }\n"
	      "{\"name\":\"list\",\"mean_latency\":0,\"max_latency\":18,"
	      "\"distr_latency\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,"
	      "18]}\n");
	is_int(p.nr, 3, "three rows");
	is_int(p.damages.nr, 0, "none damaged");
	ok(p.rows[0].points[1].percentile == 99.9999 &&
		   p.rows[0].points[1].seconds == 1.25e-3,
	   "a map of percentiles is in milliseconds");
	is_near(p.rows[1].mean, 2e-6, 1e-18, "an array of 11 is nanoseconds");
	ok(p.rows[1].points[10].percentile == 99.9, "up to the 99.9th");
	is_near(p.rows[2].points[17].seconds, 18e-3, 1e-15,
		"an array of 18 is milliseconds");
	ok(p.rows[2].points[17].percentile == 100, "up to the last");
}

static void test_damage(void)
{
	AUTO(pausetimes) p = { 0 };

	parse(&p, "{\"version\":\"5\",\"hostname\":\"h\"}\n"
		  "{\"name\":\"a\",\"distr_latency\":[1,2]}\n"
		  "{\"name\":\"b\",\"distr_latency\":null}\n"
		  "{\"mean_latency\":1}\n");
	is_int(p.nr, 0, "no row of an unknown shape");
	ok(p.damages.nr == 3 && p.damages.items[0].kind == DAMAGE_NO_VALUE &&
		   p.damages.items[2].kind == DAMAGE_NO_NAME,
	   "and each is said");
	AUTO(pausetimes) header = { 0 };
	parse(&header, "{\"version\":\"5\",\"hostname\":\"h\"}\n");
	ok(bench_damages_have(&header.damages, DAMAGE_HEADER_ONLY),
	   "a header alone");
}

int main(void)
{
	test_shapes();
	test_damage();
	return done();
}
