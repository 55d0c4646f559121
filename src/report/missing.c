#include "report/missing.h"

#include <stdint.h>
#include <string.h>

#include "base/complaint.h"
#include "base/text.h"
#include "report/section.h"

struct row {
	const struct result_missing *missing; /* the first of them */
	char *sentence;
	uint64_t sides; /* bit n: side n lacks it */
};

struct rows {
	struct row *items;
	size_t nr;
};

static void rows_release(struct rows *rows)
{
	for (size_t i = 0; i < rows->nr; i++)
		free(rows->items[i].sentence);
	free(rows->items);
}

char *missing_sentence(const struct result_missing *missing)
{
	static const char *const ends[] = { "timeout", "crash", "absent" };

	/* How it ended says more than what it printed before. */
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (!strcmp(missing->stage, ends[i]))
			return xmemdupz(missing->reason,
					strcspn(missing->reason, "\r\n"));
	return complaint_line(missing->reason);
}

/* ==== Rows ==== */

/* Sides beyond the ones there are were never checked when a result came. */
static bool is_of_side(const struct result *result,
		       const struct result_missing *missing)
{
	return missing->side >= 0 && (size_t)missing->side < result->nr_sides;
}

static uint64_t all_sides(const struct result *result)
{
	return ~UINT64_C(0) >> (RESULT_SIDES_MAX - result->nr_sides);
}

static void rows_of(struct rows *out, const struct result *result)
{
	json_auto_t *places = json_object();

	out->items = xcalloc(result->nr_missing + 1, sizeof(*out->items));
	out->nr = 0;
	for (size_t i = 0; i < result->nr_missing; i++) {
		const struct result_missing *missing = &result->missing[i];
		auto_free char *sentence = missing_sentence(missing);
		auto_free char *key = xstrfmt("%s\n%s\n%s", missing->name,
					      missing->stage, sentence);
		const json_t *place = json_object_get(places, key);
		size_t at = place ? (size_t)json_integer_value(place) :
				    out->nr;

		if (!place) {
			out->items[out->nr++] = (struct row){
				.missing = missing,
				.sentence = STEAL(sentence),
			};
			json_object_set_new(places, key, json_integer(at));
		}
		if (is_of_side(result, missing))
			out->items[at].sides |= UINT64_C(1) << missing->side;
	}
}

/* ==== The table ==== */

/* 0: the head alone lacks it; 1: some side does; 2: all do. */
static int rank(const struct result *result, const struct row *row)
{
	if (row->sides == all_sides(result))
		return result->nr_sides > 1 ? 2 : 0;
	return row->sides != UINT64_C(1) << (result->nr_sides - 1);
}

/* "base, head" or "all"; owned. */
static char *sides_text(const struct result *result, uint64_t sides)
{
	AUTO(strlist) names = STRLIST_INIT;

	if (result->nr_sides > 1 && sides == all_sides(result))
		return xstrdup(result->nr_sides == 2 ? "both" : "all");
	for (size_t i = 0; i < result->nr_sides; i++)
		if (sides & UINT64_C(1) << i)
			strlist_take(&names, section_side(result, i));
	return strlist_join(&names, ", ");
}

static void add_row(struct table *table, const struct result *result,
		    const struct row *row)
{
	auto_free char *sides = sides_text(result, row->sides);

	if (*row->missing->name)
		table_text(table, row->missing->name);
	else
		table_word(table, "everything");
	table_text(table, sides);
	table_text(table, row->missing->stage);
	table_text(table, row->sentence);
}

size_t missing_table(struct table *out, const struct result *result,
		     size_t most)
{
	AUTO(rows) rows;
	size_t added = 0;

	rows_of(&rows, result);
	*out = (struct table)TABLE_INIT;
	table_column(out, "name", "not measured", TABLE_SHRINK);
	table_column(out, "side", "side", TABLE_SHRINK);
	table_column(out, "stage", "stage", TABLE_SHRINK);
	table_column(out, "reason", "reason", TABLE_LEFT);
	for (int r = 0; r <= 2; r++)
		for (size_t i = 0; i < rows.nr && added < most; i++)
			if (rank(result, &rows.items[i]) == r) {
				add_row(out, result, &rows.items[i]);
				added++;
			}
	return rows.nr - added;
}
