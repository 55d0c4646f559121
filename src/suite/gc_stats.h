/*
 * gc_stats - what an OCaml program prints on stderr as it ends, when it runs
 * under OCAMLRUNPARAM=v=0x400.
 *
 *	allocated_words: 13086
 *	minor_words: 13020
 *	...
 *
 * The set and order of the figures differ between runtimes and are kept.
 * Other text may stand before, even on the first figure's own line, with
 * terminal escapes in between. Where children print figures too, the last
 * block counts: it is the parent's, which ends last.
 */
#ifndef SUITE_GC_STATS_H
#define SUITE_GC_STATS_H

#include <jansson.h>
#include <stddef.h>

#include "measure/metric.h"

struct gc_figure {
	char *name;
	double value;
	bool whole; /* printed without fraction */
};

struct gc_stats {
	struct gc_figure *items;
	size_t nr; /* 0: the program printed none */
	size_t cap;
};

/*
 * Reads the figures in a program's stderr; returns the offset where the
 * block begins (`len` when there is none): what stands before is the
 * program's own text.
 */
size_t gc_stats_parse(struct gc_stats *out, const char *text, size_t len);
/* The `gc` object of a result row, order kept; new reference. */
json_t *gc_stats_to_json(const struct gc_stats *stats);
/* The reverse; members that are no numbers are left out. */
void gc_stats_from_json(struct gc_stats *out, const json_t *object);
/* Sets "gc.<name>", with units: "words", "%" and "1" for counts. */
void gc_stats_to_metrics(struct metrics *out, const struct gc_stats *stats);
void gc_stats_release(struct gc_stats *stats);

#endif
