#include "suite/summary_bench.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "tap.h"

#define HEADER                                                            \
	"{\"version\":\"5.15.0\",\"hostname\":\"turing\",\"kernel\":"        \
	"\"Linux\",\"arch\":\"x86_64\"}\n"
#define ROW                                                               \
	"{\"name\":\"fft.\",\"command\":\"taskset --cpu-list 5 ./fft.exe\"," \
	"\"time_secs\":2.5,\"user_time_secs\":2.25,"                         \
	"\"sys_time_secs\":0.125,\"maxrss_kB\":24252,"                       \
	"\"ocaml\":{\"version\":\"5.4.0\",\"c_compiler\":\"gcc\"},"          \
	"\"gc\":{\"allocated_words\":15009982,"                              \
	"\"mean_space_overhead\":43.558279},"                                \
	"\"codesize\":2491560.0,\"ocaml_url\":\"https://x/trunk.tar.gz\"}\n"

static void parse(struct summary_bench *out, const char *text)
{
	summary_bench_parse(out, text, strlen(text));
}

static void has_damage(const char *text, enum bench_damage kind, size_t rows,
		       const char *name)
{
	AUTO(summary_bench) s = { 0 };

	parse(&s, text);
	if (!ok(s.damages.nr == 1 && s.damages.items[0].kind == kind &&
			s.nr == rows,
		"%s", name))
		for (size_t i = 0; i < s.damages.nr; i++)
			ok(false, "line %d: %s", s.damages.items[i].line,
			   bench_damage_text(s.damages.items[i].kind));
}

static void test_row(void)
{
	AUTO(summary_bench) s = { 0 };

	parse(&s, HEADER ROW);
	is(s.header.hostname, "turing", "the header says where");
	is_int(s.nr, 1, "one row");
	is_int(s.damages.nr, 0, "nothing is damaged");
	const struct summary_row *row = summary_bench_find(&s, "fft.");
	ok(row && row->time == 2.5 && row->user == 2.25 && row->sys == 0.125,
	   "its times in seconds");
	is_int(row->maxrss, 24252 * 1024, "its memory in bytes");
	is(summary_row_version(row), "5.4.0", "its compiler");
	is_int(row->gc.nr, 2, "its gc figures");
	is_int(row->line, 2, "its line");
	ok(!summary_bench_find(&s, "fft"), "names are whole names");
}

static void test_write(void)
{
	AUTO(summary_bench) s = { 0 };
	AUTO(buf) out = BUF_INIT;

	parse(&s, HEADER ROW);
	summary_bench_write_header(&out, &s.header);
	summary_bench_write_row(&out, &s.rows[0]);
	is(out.ptr, HEADER ROW, "what was read is written byte by byte");
	struct summary_row bare = { .name = (char *)"x",
				    .command = (char *)"",
				    .time = 1,
				    .user = NAN,
				    .sys = NAN,
				    .codesize = NAN,
				    .maxrss = -1 };
	buf_clear(&out);
	summary_bench_write_row(&out, &bare);
	is(out.ptr,
	   "{\"name\":\"x\",\"command\":\"\",\"time_secs\":1.0,"
	   "\"ocaml\":{},\"gc\":{}}\n",
	   "what was not measured is not written");
}

static void test_damage(void)
{
	has_damage("", DAMAGE_EMPTY, 0, "an empty file");
	has_damage("\n \n", DAMAGE_EMPTY, 0, "a file of blanks");
	has_damage(HEADER, DAMAGE_HEADER_ONLY, 0, "a header and no row");
	has_damage(HEADER ROW "{\"name\":\"x\",\"comm", DAMAGE_CUT, 1,
		   "a last row cut off");
	has_damage(HEADER "noise\n" ROW, DAMAGE_SYNTAX, 1, "a line of noise");
	has_damage(HEADER "[1]\n" ROW, DAMAGE_SYNTAX, 1, "another value");
	has_damage(HEADER ROW ROW, DAMAGE_TWICE, 1, "two rows of one name");
	has_damage(ROW "{\"name\":1}\n", DAMAGE_NO_NAME, 1,
		   "a name that is no string");
	has_damage(ROW "{\"name\":\"y\"}\n", DAMAGE_NO_VALUE, 1,
		   "a row without time");
	has_damage("{\"name\":\"y\",\"time_secs\":1,\"gc\":{}}\n",
		   DAMAGE_NO_GC, 1, "a row without gc figures is kept");
}

static void test_lines(void)
{
	AUTO(summary_bench) s = { 0 };

	parse(&s, "{\n  \"name\": \"a\",\n  \"time_secs\": 1,\n"
		  "  \"gc\": {\n    \"heap_words\": 1\n  }\n}\n"
		  "\n{\"name\":\"b\",\"time_secs\":2,\"gc\":{\"x\":1}}");
	ok(s.nr == 2 && !s.damages.nr,
	   "a row over several lines, and no line feed at the end");
	ok(s.rows[0].line == 1 && s.rows[1].line == 9,
	   "rows know the line they begin on");
}

int main(void)
{
	test_row();
	test_write();
	test_damage();
	test_lines();
	return done();
}
