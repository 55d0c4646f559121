#include "report/speedup.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "report/figure.h"
#include "report/section.h"

/* ==== Names ==== */

static bool is_word(char c)
{
	return isalnum((unsigned char)c);
}

char *speedup_family(const char *name, int domains)
{
	auto_free char *number = xstrfmt("%d", domains);
	size_t len = strlen(number);

	for (const char *at = strstr(name, number); at;
	     at = strstr(at + 1, number)) {
		if (at > name && !is_word(at[-1]) && !is_word(at[len]))
			return xstrfmt("%.*s*%s", (int)(at - name), name,
				       at + len);
	}
	return NULL;
}

static void add_without(struct buf *out, const char *text, const char *part)
{
	const char *at = strstr(text, part);

	if (!at) {
		buf_addstr(out, text);
		return;
	}
	buf_add(out, text, at - text);
	buf_addstr(out, at + strlen(part));
}

/* A wrapper's name behind it says how it was run, not what. */
static char *without_wrapper(const char *name)
{
	static const char *const wrappers[] = { ".orunchrt", ".orun" };

	for (size_t i = 0; i < ARRAY_SIZE(wrappers); i++)
		if (text_ends_with(name, wrappers[i]))
			return xmemdupz(name, strlen(name) -
						      strlen(wrappers[i]));
	return xstrdup(name);
}

/* "fib_multicore.*_40" is "fib.40", "sort.*" is "sort". */
char *speedup_sequential(const char *family)
{
	auto_free char *bare = without_wrapper(family);
	AUTO(buf) program = BUF_INIT;
	AUTO(buf) out = BUF_INIT;

	add_without(&program, bare, "_multicore");
	add_without(&out, program.ptr,
		    strstr(program.ptr, "*_") ? "*_" :
		    strstr(program.ptr, "_*") ? "_*" :
		    strstr(program.ptr, ".*") ? ".*" :
						"*");
	return buf_detach(&out);
}

/* ==== Members of families ==== */

struct member {
	char *family;
	const struct result_target *target;
};

struct members {
	struct member *items;
	size_t nr, cap;
	json_t *sequential; /* names without wrapper: index of the target */
};

static void members_release(struct members *members)
{
	for (size_t i = 0; i < members->nr; i++)
		free(members->items[i].family);
	free(members->items);
	json_decref(members->sequential);
}

static int compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int order = strcmp(x->family, y->family);

	if (!order)
		order = (x->target->domains > y->target->domains) -
			(x->target->domains < y->target->domains);
	return order ? order : strcmp(x->target->name, y->target->name);
}

static void members_of(struct members *out, const struct result *result)
{
	*out = (struct members){ .sequential = json_object() };
	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_target *target = &result->targets[i];
		char *family = target->domains > 0 ?
				       speedup_family(target->name,
						      target->domains) :
				       NULL;

		if (!target->domains) {
			auto_free char *name = without_wrapper(target->name);

			json_object_set_new(out->sequential, name,
					    json_integer((json_int_t)i));
		}
		if (!family)
			continue;
		ARRAY_GROW(out->items, out->nr + 1, out->cap);
		out->items[out->nr++] = (struct member){ family, target };
	}
	if (out->nr)
		qsort(out->items, out->nr, sizeof(*out->items),
		      compare_members);
}

/* ==== The table ==== */

static double faster(double a, double b)
{
	if (!(a > 0))
		return b;
	return b > 0 && b < a ? b : a;
}

/* NaN: the side has no sequential time. */
static double sequential_time(const struct members *members,
			      const struct result *result,
			      const struct member *first, size_t side)
{
	auto_free char *name = speedup_sequential(first->family);
	const json_t *place = json_object_get(members->sequential, name);
	double alone = NAN, one = NAN;

	if (place)
		alone = section_metric(
			&result->targets[json_integer_value(place)].cells[side],
			"seconds");
	if (first->target->domains == 1)
		one = section_metric(&first->target->cells[side], "seconds");
	return faster(alone, one);
}

/* "1.97x of 23.9 s" */
static void add_speedup(struct table *table, double sequential,
			const struct result_cell *cell)
{
	double ratio = sequential / section_metric(cell, "seconds");
	auto_free char *of = figure_value(sequential, "s");

	table_number(table, ratio,
		     isfinite(ratio) ? xstrfmt("%.2fx of %s", ratio, of) :
				       xstrdup("-"));
}

static void add_row(struct table *table, const struct result *result,
		    const struct member *member, const double *sequential)
{
	table_text(table, member->family);
	table_count(table, member->target->domains);
	for (size_t side = 0; side < result->nr_sides; side++)
		add_speedup(table, sequential[side],
			    &member->target->cells[side]);
}

static bool any_known(const double *values, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (values[i] > 0)
			return true;
	return false;
}

/* One benchmark: the members from `first` to before `end`. */
static void add_family(struct table *table, const struct members *members,
		       const struct result *result, size_t first, size_t end)
{
	auto_free double *sequential = xcalloc(result->nr_sides,
					       sizeof(*sequential));

	for (size_t side = 0; side < result->nr_sides; side++)
		sequential[side] = sequential_time(
			members, result, &members->items[first], side);
	if (!any_known(sequential, result->nr_sides))
		return;
	for (size_t i = first; i < end; i++)
		if (members->items[i].target->domains > 1)
			add_row(table, result, &members->items[i],
				sequential);
}

void speedup_table(struct table *out, const struct result *result)
{
	AUTO(members) members;
	size_t end;

	*out = (struct table)TABLE_INIT;
	table_column(out, "name", "target", TABLE_SHRINK);
	table_column(out, "domains", "domains", TABLE_RIGHT);
	for (size_t side = 0; side < result->nr_sides; side++) {
		auto_free char *label = section_side(result, side);

		table_column(out, "speedup", label, TABLE_RIGHT);
	}
	members_of(&members, result);
	for (size_t i = 0; i < members.nr; i = end) {
		for (end = i + 1; end < members.nr &&
				  !strcmp(members.items[end].family,
					  members.items[i].family);
		     end++)
			;
		add_family(out, &members, result, i, end);
	}
}
