#include "suite/summary_bench.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"

/* ==== Reading =========================================================== */

/*
 * Rows found by name in O(1), so that a file of a hundred thousand rows
 * costs no more than reading it: an index beside the array, while parsing.
 */
static bool is_second(json_t *seen, const char *name)
{
	if (json_object_get(seen, name))
		return true;
	json_object_set_new(seen, name, json_true());
	return false;
}

static void read_row(struct summary_row *row, const json_t *object, int line)
{
	json_t *ocaml = json_object_get(object, "ocaml");
	double kib = json_get_number(object, "maxrss_kB", -1);

	*row = (struct summary_row){
		.name = xstrdup(json_get_string(object, "name", "")),
		.command = xstrdup(json_get_string(object, "command", "")),
		.time = json_get_number(object, "time_secs", NAN),
		.user = json_get_number(object, "user_time_secs", NAN),
		.sys = json_get_number(object, "sys_time_secs", NAN),
		.maxrss = kib >= 0 && kib < 1e15 ? (int64_t)(kib * 1024) : -1,
		.ocaml = json_is_object(ocaml) ? json_incref(ocaml) : NULL,
		.codesize = json_get_number(object, "codesize", NAN),
		.ocaml_url = xstrdup_or_null(
			json_get_string(object, "ocaml_url", NULL)),
		.line = line,
	};
	gc_stats_from_json(&row->gc, json_object_get(object, "gc"));
}

static void add_row(struct summary_bench *out, json_t *object, json_t *seen,
		    int line)
{
	const char *name = json_get_string(object, "name", NULL);

	if (!name) {
		bench_damages_add(&out->damages, DAMAGE_NO_NAME, line);
		return;
	}
	if (is_second(seen, name)) {
		bench_damages_add(&out->damages, DAMAGE_TWICE, line);
		return;
	}
	if (!json_is_number(json_object_get(object, "time_secs"))) {
		bench_damages_add(&out->damages, DAMAGE_NO_VALUE, line);
		return;
	}
	ARRAY_GROW(out->rows, out->nr + 1, out->cap);
	read_row(&out->rows[out->nr], object, line);
	if (!out->rows[out->nr++].gc.nr)
		bench_damages_add(&out->damages, DAMAGE_NO_GC, line);
}

void summary_bench_parse(struct summary_bench *out, const char *text,
			 size_t len)
{
	struct bench_lines lines = { .text = text,
				     .len = len,
				     .damages = &out->damages };
	json_auto_t *seen = json_object();
	bool any = false;

	for (json_t *o; (o = bench_lines_next(&lines)); json_decref(o)) {
		if (any || !bench_header_read(&out->header, o))
			add_row(out, o, seen, lines.line);
		any = true;
	}
	bench_damages_of_file(&out->damages, any, out->header.version,
			      out->nr);
}

const struct summary_row *summary_bench_find(const struct summary_bench *bench,
					     const char *name)
{
	for (size_t i = 0; i < bench->nr; i++)
		if (!strcmp(bench->rows[i].name, name))
			return &bench->rows[i];
	return NULL;
}

const char *summary_row_version(const struct summary_row *row)
{
	return json_get_string(row->ocaml, "version", "");
}

void summary_row_release(struct summary_row *row)
{
	free(row->name);
	free(row->command);
	free(row->ocaml_url);
	json_decref(row->ocaml);
	gc_stats_release(&row->gc);
	*row = (struct summary_row){ 0 };
}

void summary_bench_release(struct summary_bench *bench)
{
	for (size_t i = 0; i < bench->nr; i++)
		summary_row_release(&bench->rows[i]);
	free(bench->rows);
	bench_header_release(&bench->header);
	bench_damages_release(&bench->damages);
	*bench = (struct summary_bench){ 0 };
}

/* ==== Writing =========================================================== */

/* In the order the members were set; "3.7", not "3.7000000000000002". */
static void write_line(struct buf *out, const json_t *object)
{
	auto_free char *line =
		json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(15));

	buf_addstr(out, line);
	buf_addch(out, '\n');
}

void summary_bench_write_header(struct buf *out,
				const struct bench_header *header)
{
	json_auto_t *object = bench_header_to_json(header);

	write_line(out, object);
}

void summary_bench_write_row(struct buf *out, const struct summary_row *row)
{
	json_auto_t *object = json_object();

	json_set_string(object, "name", row->name);
	json_set_string(object, "command", row->command);
	json_set_number(object, "time_secs", row->time);
	json_set_number(object, "user_time_secs", row->user);
	json_set_number(object, "sys_time_secs", row->sys);
	if (row->maxrss >= 0)
		json_set_int(object, "maxrss_kB", row->maxrss / 1024);
	json_object_set_new(object, "ocaml",
			    row->ocaml ? json_incref(row->ocaml) :
					 json_object());
	json_object_set_new(object, "gc", gc_stats_to_json(&row->gc));
	json_set_number(object, "codesize", row->codesize);
	if (row->ocaml_url)
		json_set_string(object, "ocaml_url", row->ocaml_url);
	write_line(out, object);
}
