#include "record/history_message.h"

#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "record/history_name.h"
#include "record/importance.h"

#define ROWS_MAX 12
#define NAME_COLUMNS 32

/* ==== Which targets ==== */

struct row {
	const struct result_target *target;
	bool compared;
	size_t at;
};

/* What was compared, what matters most first; then the rest as it stands. */
static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->compared && y->compared)
		return importance_compare(x->target, y->target);
	if (x->compared != y->compared)
		return x->compared ? -1 : 1;
	return x->at < y->at ? -1 : 1;
}

/* ==== The table ==== */

static void add_padded(struct buf *out, const char *text, size_t columns)
{
	size_t width = text_width(text);

	buf_addstr(out, text);
	if (width < columns)
		buf_addn(out, ' ', columns - width);
}

static void add_seconds(struct buf *out, const struct result_cell *cell)
{
	auto_free char *text = cell->measured && isfinite(cell->seconds) ?
				       text_from_seconds(cell->seconds) :
				       xstrdup("-");

	buf_addstr(out, "  ");
	add_padded(out, text, 10);
}

/*
 * Indented: a line that begins with "---" ends the message for those who
 * look for trailers.
 */
static void add_row(struct buf *out, const struct result *result,
		    const struct result_target *target)
{
	auto_free char *clean = text_escape(target->name);
	auto_free char *name = text_fit(clean, NAME_COLUMNS);
	const struct result_cell *base = &target->cells[0];

	buf_addstr(out, "  ");
	add_padded(out, name, NAME_COLUMNS);
	if (result->nr_sides > 1)
		add_seconds(out, base);
	add_seconds(out, &target->cells[result->nr_sides - 1]);
	if (result_is_compared(result, target)) {
		auto_free char *change = target->identical ?
						 xstrdup("=") :
						 text_from_ratio(base->ratio);

		buf_addstr(out, "  ");
		add_padded(out, change, 8);
		buf_addf(out, "%s", verdict_name(base->verdict));
	}
	buf_rtrim(out);
	buf_addch(out, '\n');
}

static void add_table(struct buf *out, const struct result *result)
{
	size_t nr = result->nr_targets;
	auto_free struct row *rows = xcalloc(nr, sizeof(*rows));

	for (size_t i = 0; i < nr; i++) {
		const struct result_target *target = &result->targets[i];

		rows[i] = (struct row){
			target, result_is_compared(result, target), i
		};
	}
	qsort(rows, nr, sizeof(*rows), compare_rows);
	for (size_t i = 0; i < nr && i < ROWS_MAX; i++)
		add_row(out, result, rows[i].target);
	if (nr > ROWS_MAX)
		buf_addf(out, "  and %zu more\n", nr - ROWS_MAX);
}

/* ==== The message ==== */

static void add_trailer(struct buf *out, const char *key, const char *value)
{
	auto_free char *clean = value ? text_escape(value) : NULL;

	if (clean && *clean)
		buf_addf(out, "%s: %s\n", key, clean);
}

static void add_trailers(struct buf *out, const struct result *result,
			 const char *runner)
{
	const struct result_side *base = result_base(result);

	if (result->request)
		buf_addf(out, "Bench-Request: %s %d\n", result->request,
			 result->round);
	add_trailer(out, "Bench-Head", result_head(result)->sha.hex);
	add_trailer(out, "Bench-Base", base ? base->sha.hex : NULL);
	add_trailer(out, "Bench-Suite", result->suite);
	add_trailer(out, "Bench-Runner", runner);
}

char *history_message(const struct result *result, const char *runner)
{
	AUTO(buf) out = BUF_INIT;
	auto_free char *suite = text_escape(result->suite);
	auto_free char *headline = result_headline(result);

	buf_addf(&out, "%s: %.*s %s\n\n", suite, HISTORY_SHA_LEN,
		 result_head(result)->sha.hex, headline);
	add_table(&out, result);
	if (result->nr_targets)
		buf_addch(&out, '\n');
	add_trailers(&out, result, runner);
	return buf_detach(&out);
}
