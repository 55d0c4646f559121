/*
 * bench_lines - the records of a Sandmark result file, as they really stand.
 *
 * One JSON object a line is the rule. Some were printed over several lines,
 * some files are empty, and a full disk cuts the last record in mid-string.
 * Nothing of that is an error here: what can be read is handed out, what
 * cannot is counted as damage with its line and kind.
 *
 *	struct bench_lines lines = { .text = t, .len = n, .damages = &d };
 *	for (json_t *o; (o = bench_lines_next(&lines)); json_decref(o))
 *		... lines.line is where it began ...
 */
#ifndef SUITE_BENCH_LINES_H
#define SUITE_BENCH_LINES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum bench_damage {
	DAMAGE_EMPTY,	    /* the file has no byte, or only blanks */
	DAMAGE_HEADER_ONLY, /* a header and not one row */
	DAMAGE_CUT,	    /* the last record ends in its middle */
	DAMAGE_SYNTAX,	    /* text that is no JSON object */
	DAMAGE_NO_NAME,	    /* a row that does not say whose it is */
	DAMAGE_NO_VALUE,    /* a row without the value it is there for */
	DAMAGE_NO_GC,	    /* a row whose program printed no gc figures */
	DAMAGE_TWICE,	    /* a second row of the same name */
	DAMAGE_TOO_LARGE,   /* a file beyond what is read */
	DAMAGE_NR,
};

/* "empty file", "last record cut off", ...: for people. */
const char *bench_damage_text(enum bench_damage damage);

struct bench_damages {
	struct bench_damage_at {
		enum bench_damage kind;
		int line; /* from 1; 0: the file as a whole */
	} *items;
	size_t nr;
	size_t cap;
};

void bench_damages_add(struct bench_damages *damages, enum bench_damage kind,
		       int line);
/*
 * Judges a file that was read to its end: empty, or a header without rows.
 * `any`: it held an object; `version`: of its header, or NULL.
 */
void bench_damages_of_file(struct bench_damages *damages, bool any,
			   const char *version, size_t rows);
bool bench_damages_have(const struct bench_damages *damages,
			enum bench_damage kind);
void bench_damages_release(struct bench_damages *damages);

struct bench_lines {
	const char *text;
	size_t len;
	struct bench_damages *damages;
	int line; /* of the record handed out last */
	/* Its own: */
	size_t pos;
	int lines_read;
};

/* The next JSON object (new reference), NULL at the end. */
json_t *bench_lines_next(struct bench_lines *lines);

/* Line 1 of a file since 2022: where it was measured. */
struct bench_header {
	char *version; /* kernel release; NULL: the file has no header */
	char *hostname;
	char *kernel;
	char *arch;
};

/* Takes an object that has no "name" but all a header has. */
bool bench_header_read(struct bench_header *out, const json_t *object);
/* The header as the nightly writes it; new reference. */
json_t *bench_header_to_json(const struct bench_header *header);
void bench_header_release(struct bench_header *header);

#endif
