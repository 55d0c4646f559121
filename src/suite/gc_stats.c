#include "suite/gc_stats.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/text.h"

#define FIRST "allocated_words:"
#define FIGURES_MAX 64
#define WHOLE_MAX 9007199254740992.0 /* 2^53: beyond, doubles skip integers */

static void add(struct gc_stats *stats, const char *name, size_t name_len,
		double value, bool whole)
{
	if (!isfinite(value) || stats->nr >= FIGURES_MAX)
		return;
	ARRAY_GROW(stats->items, stats->nr + 1, stats->cap);
	stats->items[stats->nr++] = (struct gc_figure){
		.name = xmemdupz(name, name_len),
		.value = value,
		.whole = whole && fabs(value) <= WHOLE_MAX,
	};
}

/* The last place where a block begins, or `len`. */
static size_t find_block(const char *text, size_t len)
{
	size_t found = len, first_len = strlen(FIRST);

	for (size_t pos = 0; pos < len;) {
		const char *at = memmem(text + pos, len - pos, FIRST,
					first_len);
		if (!at)
			break;
		found = at - text;
		pos = found + first_len;
	}
	return found;
}

static size_t name_length(const char *line, size_t len)
{
	size_t n = 0;

	while (n < len &&
	       (line[n] == '_' || (line[n] >= 'a' && line[n] <= 'z')))
		n++;
	return n;
}

/* Adds one "name: number" line; false when the line is something else. */
static bool parse_line(struct gc_stats *out, const char *line, size_t len)
{
	size_t name_len = name_length(line, len);
	double value;

	if (!name_len || name_len == len || line[name_len] != ':')
		return false;
	auto_free char *copy =
		xmemdupz(line + name_len + 1, len - name_len - 1);
	char *number = text_trim(copy);
	/* A mean of nothing prints as "nan": a figure, but not a value. */
	if (text_to_double(&value, number))
		add(out, line, name_len, value, !strpbrk(number, ".eE"));
	return true;
}

size_t gc_stats_parse(struct gc_stats *out, const char *text, size_t len)
{
	size_t begin = find_block(text, len);

	for (size_t pos = begin; pos < len;) {
		const char *feed = memchr(text + pos, '\n', len - pos);
		size_t end = feed ? (size_t)(feed - text) : len;

		if (!parse_line(out, text + pos, end - pos))
			break;
		pos = end + 1;
	}
	return begin;
}

json_t *gc_stats_to_json(const struct gc_stats *stats)
{
	json_t *object = json_object();

	for (size_t i = 0; i < stats->nr; i++) {
		const struct gc_figure *f = &stats->items[i];

		json_object_set_new(object, f->name,
				    f->whole ? json_integer(f->value) :
					       json_real(f->value));
	}
	return object;
}

void gc_stats_from_json(struct gc_stats *out, const json_t *object)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)object, name, value)
		if (json_is_number(value))
			add(out, name, strlen(name), json_number_value(value),
			    json_is_integer(value));
}

static const char *unit_of(const char *name)
{
	if (text_ends_with(name, "_words"))
		return "words";
	return text_ends_with(name, "_overhead") ? "%" : "1";
}

void gc_stats_to_metrics(struct metrics *out, const struct gc_stats *stats)
{
	for (size_t i = 0; i < stats->nr; i++) {
		const struct gc_figure *f = &stats->items[i];
		auto_free char *name = xstrfmt("gc.%s", f->name);

		metrics_set(out, name, f->value, unit_of(f->name));
	}
}

void gc_stats_release(struct gc_stats *stats)
{
	for (size_t i = 0; i < stats->nr; i++)
		free(stats->items[i].name);
	free(stats->items);
	*stats = (struct gc_stats){ 0 };
}
