/*
 * summary_bench - Sandmark's `*.summary.bench`: read, and written with the
 * same keys, names, order and header as the nightly's.
 *
 * Invariant: no two rows of one name; what could not be read is in
 * `damages`, and a file of nothing but damage is still a value, not an error.
 *
 *	AUTO(summary_bench) s = { 0 };
 *	summary_bench_parse(&s, text, len);
 *	... s.rows[i] ...
 *
 * Written, one row at a time, into a buf that becomes the file:
 *
 *	summary_bench_write_header(&out, &header);
 *	summary_bench_write_row(&out, &row);
 */
#ifndef SUITE_SUMMARY_BENCH_H
#define SUITE_SUMMARY_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "suite/bench_lines.h"
#include "suite/gc_stats.h"

struct summary_row {
	char *name;    /* "bdd.26", "nbody_multicore.4_512.orunchrt", "fft." */
	char *command; /* as it was run; "" when absent */
	double time;   /* seconds, wall */
	double user;   /* seconds; NaN: absent */
	double sys;
	int64_t maxrss; /* bytes; -1: absent */
	json_t *ocaml;	/* object: what `ocamlc -config` says; or NULL */
	struct gc_stats gc;
	double codesize; /* bytes; NaN: absent */
	char *ocaml_url; /* NULL: absent */
	int line;
};

struct summary_bench {
	struct bench_header header;
	struct summary_row *rows;
	size_t nr;
	size_t cap;
	struct bench_damages damages;
};

void summary_bench_parse(struct summary_bench *out, const char *text,
			 size_t len);
/* Borrowed; NULL when there is no such row. */
const struct summary_row *summary_bench_find(const struct summary_bench *bench,
					     const char *name);
/* ocaml.version of a row, or "". */
const char *summary_row_version(const struct summary_row *row);
void summary_bench_release(struct summary_bench *bench);

void summary_bench_write_header(struct buf *out,
				const struct bench_header *header);
void summary_bench_write_row(struct buf *out, const struct summary_row *row);
void summary_row_release(struct summary_row *row);

#endif
