#include "suite/gc_stats.h"

#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static const char ocaml_53[] = "a program's own words\n"
			       "\x1b[0mallocated_words: 13086\n"
			       "minor_words: 13020\n"
			       "promoted_words: 0\n"
			       "major_words: 66\n"
			       "minor_collections: 0\n"
			       "major_collections: 0\n"
			       "forced_major_collections: 0\n"
			       "heap_words: 4096\n"
			       "top_heap_words: 4096\n"
			       "mean_space_overhead: 0.500000\n";

static void test_one_block(void)
{
	AUTO(gc_stats) stats = { 0 };
	size_t at = gc_stats_parse(&stats, ocaml_53, strlen(ocaml_53));

	is_int(stats.nr, 10, "ten figures of OCaml 5.3");
	ok(at == strlen("a program's own words\n\x1b[0m"),
	   "the program's own text ends where the block begins");
	json_auto_t *json = gc_stats_to_json(&stats);
	auto_free char *text = json_dumps(json, JSON_COMPACT);
	is(text,
	   "{\"allocated_words\":13086,\"minor_words\":13020,"
	   "\"promoted_words\":0,\"major_words\":66,\"minor_collections\":0,"
	   "\"major_collections\":0,\"forced_major_collections\":0,"
	   "\"heap_words\":4096,\"top_heap_words\":4096,"
	   "\"mean_space_overhead\":0.5}",
	   "order, whole numbers and fractions are kept");
	AUTO(gc_stats) again = { 0 };
	gc_stats_from_json(&again, json);
	ok(again.nr == 10 && again.items[9].value == 0.5 &&
		   !again.items[9].whole && again.items[0].whole,
	   "and read back");
}

static void test_metrics(void)
{
	AUTO(gc_stats) stats = { 0 };
	AUTO(metrics) metrics = METRICS_INIT;

	gc_stats_parse(&stats, ocaml_53, strlen(ocaml_53));
	gc_stats_to_metrics(&metrics, &stats);
	is(metrics_find(&metrics, "gc.top_heap_words")->unit, "words",
	   "words are words");
	is(metrics_find(&metrics, "gc.major_collections")->unit, "1",
	   "collections are a count");
	is(metrics_find(&metrics, "gc.mean_space_overhead")->unit, "%",
	   "the overhead is a percentage");
}

static void test_many_blocks(void)
{
	static const char text[] = "allocated_words: 1\nminor_words: 2\n"
				   "between\n"
				   "no line feed allocated_words: 3\n"
				   "mean_space_overhead: -nan\n"
				   "heap_words: 7\n";
	AUTO(gc_stats) stats = { 0 };

	gc_stats_parse(&stats, text, strlen(text));
	ok(stats.nr == 2 && stats.items[0].value == 3 &&
		   stats.items[1].value == 7,
	   "the last block counts, and a nan in it is no value");
}

static void test_none(void)
{
	AUTO(gc_stats) stats = { 0 };
	static const char text[] = "Fatal error: exception Out_of_memory\n";

	ok(gc_stats_parse(&stats, text, strlen(text)) == strlen(text) &&
		   !stats.nr,
	   "a program that printed none");
	ok(gc_stats_parse(&stats, "", 0) == 0 && !stats.nr, "nor nothing");
	AUTO(gc_stats) cut = { 0 };
	gc_stats_parse(&cut, "allocated_words: 5\nminor_w", 26);
	is_int(cut.nr, 1, "a block cut off keeps what it has");
}

int main(void)
{
	test_one_block();
	test_metrics();
	test_many_blocks();
	test_none();
	return done();
}
