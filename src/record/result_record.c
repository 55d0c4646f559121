#include "record/result_record.h"

#include <stdint.h>
#include <string.h>

#include "base/json.h"
#include "record/result_parts.h"

/* Eight bytes at a time; only damage must be noticed, not malice. */
static uint64_t checksum(const char *bytes, size_t len)
{
	uint64_t sum = len, word;

	for (; len >= sizeof(word); bytes += sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		sum = (sum ^ word) * 0x9e3779b97f4a7c15;
		sum ^= sum >> 32;
		len -= sizeof(word);
	}
	for (; len; len--)
		sum = (sum ^ (unsigned char)*bytes++) * 0x100000001b3;
	return sum;
}

/* ==== Writing ==== */

/* Names that come again and again, by number. */
struct writer {
	struct buf *out;
	struct strlist names;
	size_t last;
};

/* A call for each number would be felt. */
static inline void put(struct writer *w, const void *bytes, size_t len)
{
	struct buf *out = w->out;

	if (out->cap - out->len <= len)
		buf_reserve(out, len);
	memcpy(out->ptr + out->len, bytes, len);
	out->len += len;
}

static void put_int(struct writer *w, int64_t value)
{
	int32_t small = (int32_t)value;

	put(w, &small, sizeof(small));
}

static void put_number(struct writer *w, double value)
{
	put(w, &value, sizeof(value));
}

/* With its NUL, to be used where it lies; NULL is told from an empty one. */
static void put_text(struct writer *w, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	put_int(w, text ? (int64_t)len : -1);
	if (text)
		put(w, text, len + 1);
}

/*
 * A name seen before is its number; a new one is the next number and the
 * name. Cells list the same names in the same order, so that the one after
 * the last is nearly always it.
 */
static void put_name(struct writer *w, const char *name)
{
	size_t nr = w->names.nr;

	for (size_t i = 0; i < nr; i++) {
		size_t at = (w->last + 1 + i) % nr;

		if (!strcmp(w->names.items[at], name)) {
			w->last = at;
			put_int(w, at);
			return;
		}
	}
	put_int(w, nr);
	put_text(w, name);
	strlist_add(&w->names, name);
	w->last = nr;
}

static void put_parts(struct writer *w, const struct result *result,
		      const struct result_parts *parts)
{
	for (size_t i = 0; i < RESULT_PARTS; i++) {
		json_t *value = *result_part((struct result *)result, i);
		const char *known =
			parts ? result_parts_text(parts, i, value) : NULL;
		auto_free char *text =
			value && !known ? json_line(value) : NULL;

		put_text(w, known ? known : text);
	}
}

static void put_opinions(struct writer *w, const struct result_cell *cell)
{
	put_int(w, cell->nr_opinions);
	for (size_t i = 0; i < cell->nr_opinions; i++) {
		const struct result_opinion *opinion = &cell->opinions[i];

		put_name(w, opinion->metric);
		put_number(w, opinion->ratio);
		put_number(w, opinion->low);
		put_number(w, opinion->high);
		put_number(w, opinion->threshold);
		put_int(w, opinion->verdict);
	}
}

static void put_cell(struct writer *w, const struct result_cell *cell)
{
	put_int(w, cell->measured);
	put_number(w, cell->seconds);
	put_int(w, cell->samples);
	put_number(w, cell->ratio);
	put_number(w, cell->low);
	put_number(w, cell->high);
	put_int(w, cell->verdict);
	put_number(w, cell->threshold);
	put_text(w, cell->why);
	put_int(w, cell->retaken);
	put_int(w, cell->disturbed);
	put_opinions(w, cell);
	put_int(w, cell->metrics.nr);
	for (size_t i = 0; i < cell->metrics.nr; i++) {
		const struct metric *metric = &cell->metrics.items[i];

		put_name(w, metric->name);
		put_name(w, metric->unit);
		put_number(w, metric->value);
		put_int(w, metric->higher_is_better);
	}
}

static void put_target(struct writer *w, const struct result *result,
		       const struct result_target *target)
{
	put_text(w, target->name);
	put_name(w, target->kind);
	put_name(w, target->status);
	put_name(w, target->primary);
	put_int(w, target->domains);
	put_int(w, target->identical);
	for (size_t i = 0; i < result->nr_sides; i++)
		put_cell(w, &target->cells[i]);
}

static void put_lists(struct writer *w, const struct result *result)
{
	put_int(w, result->nr_sides);
	for (size_t i = 0; i < result->nr_sides; i++) {
		put_text(w, result->sides[i].sha.hex);
		put_text(w, result->sides[i].variant);
	}
	put_int(w, result->nr_targets);
	for (size_t i = 0; i < result->nr_targets; i++)
		put_target(w, result, &result->targets[i]);
	put_int(w, result->nr_missing);
	for (size_t i = 0; i < result->nr_missing; i++) {
		put_text(w, result->missing[i].name);
		put_int(w, result->missing[i].side);
		put_text(w, result->missing[i].stage);
		put_text(w, result->missing[i].reason);
	}
	put_int(w, result->notes.nr);
	for (size_t i = 0; i < result->notes.nr; i++)
		put_text(w, result->notes.items[i]);
}

void result_encode(struct buf *out, const struct result *result,
		   const struct result_parts *parts)
{
	const char *const texts[] = { result->date,	 result->suite,
				      result->ref,	 result->pr,
				      result->schedule,	 result->request,
				      result->continues, result->suite_sha,
				      result->config };
	struct writer w = { .out = out };
	size_t start = out->len;

	put_number(&w, 0); /* room for the checksum */
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		put_text(&w, texts[i]);
	put_parts(&w, result, parts);
	put_int(&w, result->round);
	put_number(&w, result->total_seconds);
	for (int i = 0; i < VERDICT_NR; i++)
		put_int(&w, result->summary.count[i]);
	put_number(&w, result->summary.geomean);
	put_lists(&w, result);
	strlist_release(&w.names);

	size_t head = start + sizeof(uint64_t);
	uint64_t sum = checksum(out->ptr + head, out->len - head);
	memcpy(out->ptr + start, &sum, sizeof(sum));
}

/* ==== Reading ==== */

struct reader {
	char *p; /* in the arena */
	char *end;
	bool bad; /* from here on all is zero and empty */
	struct arena *arena;
	char **names;
	size_t nr_names;
	size_t cap_names;
};

static void take(void *out, struct reader *r, size_t len)
{
	if (r->bad || (size_t)(r->end - r->p) < len) {
		r->bad = true;
		memset(out, 0, len);
		return;
	}
	memcpy(out, r->p, len);
	r->p += len;
}

static int32_t take_int(struct reader *r)
{
	int32_t value;

	take(&value, r, sizeof(value));
	return value;
}

static double take_number(struct reader *r)
{
	double value;

	take(&value, r, sizeof(value));
	return value;
}

/* An array for as many members as follow, each of four bytes at least. */
static void *take_array(size_t *nr, struct reader *r, size_t size)
{
	int32_t count = take_int(r);

	if (count < 0 || count > (r->end - r->p) / 4)
		r->bad = true;
	*nr = r->bad ? 0 : count;
	return *nr ? arena_array(r->arena, *nr, size) : NULL;
}

/* Where it lies; NULL for what was NULL. */
static char *take_text(struct reader *r)
{
	int32_t len = take_int(r);
	char *start = r->p;

	if (r->bad || len < 0)
		return NULL;
	if (len >= r->end - r->p || start[len]) {
		r->bad = true;
		return NULL;
	}
	r->p += len + 1;
	return start;
}

/* What must not be NULL is empty where it is. */
static char *take_some(struct reader *r)
{
	static char empty[1];
	char *text = take_text(r);

	return text ? text : empty;
}

static char *take_name(struct reader *r)
{
	size_t at = (uint32_t)take_int(r);

	if (at == r->nr_names) {
		ARRAY_GROW(r->names, r->nr_names + 1, r->cap_names);
		r->names[r->nr_names++] = take_some(r);
	}
	if (at < r->nr_names)
		return r->names[at];
	r->bad = true;
	return NULL;
}

static void take_parts(struct result *out, struct reader *r,
		       struct result_parts *parts)
{
	for (size_t i = 0; i < RESULT_PARTS; i++) {
		const char *text = take_text(r);

		if (text && result_parts_parse(result_part(out, i), parts, i,
					       text, strlen(text), "record"))
			r->bad = true;
	}
}

static enum verdict take_verdict(struct reader *r)
{
	return (uint32_t)take_int(r) % VERDICT_NR;
}

static void take_opinions(struct result_cell *cell, struct reader *r)
{
	cell->opinions =
		take_array(&cell->nr_opinions, r, sizeof(*cell->opinions));
	for (size_t i = 0; i < cell->nr_opinions; i++) {
		struct result_opinion *opinion = &cell->opinions[i];

		opinion->metric = take_name(r);
		opinion->ratio = take_number(r);
		opinion->low = take_number(r);
		opinion->high = take_number(r);
		opinion->threshold = take_number(r);
		opinion->verdict = take_verdict(r);
	}
}

static void take_cell(struct result_cell *cell, struct reader *r)
{
	struct metrics *metrics = &cell->metrics;

	cell->measured = take_int(r);
	cell->seconds = take_number(r);
	cell->samples = take_int(r);
	cell->ratio = take_number(r);
	cell->low = take_number(r);
	cell->high = take_number(r);
	cell->verdict = take_verdict(r);
	cell->threshold = take_number(r);
	cell->why = take_text(r);
	cell->retaken = take_int(r);
	cell->disturbed = take_int(r);
	take_opinions(cell, r);
	metrics->items = take_array(&metrics->nr, r, sizeof(*metrics->items));
	metrics->cap = metrics->nr;
	for (size_t i = 0; i < metrics->nr; i++) {
		struct metric *metric = &metrics->items[i];

		metric->name = take_name(r);
		metric->unit = take_name(r);
		metric->value = take_number(r);
		metric->higher_is_better = take_int(r);
	}
}

static void take_target(struct result_target *target, size_t nr_sides,
			struct reader *r)
{
	target->name = take_some(r);
	target->kind = take_name(r);
	target->status = take_name(r);
	target->primary = take_name(r);
	target->domains = take_int(r);
	target->identical = take_int(r);
	target->cells =
		arena_array(r->arena, nr_sides, sizeof(*target->cells));
	for (size_t i = 0; i < nr_sides; i++)
		take_cell(&target->cells[i], r);
}

static void take_sides(struct result *out, struct reader *r)
{
	out->sides = take_array(&out->nr_sides, r, sizeof(*out->sides));
	for (size_t i = 0; i < out->nr_sides; i++) {
		const char *sha = take_some(r);

		if (!oid_parse(&out->sides[i].sha, sha))
			r->bad = true;
		out->sides[i].variant = take_text(r);
	}
	if (!out->nr_sides)
		r->bad = true;
}

static void take_lists(struct result *out, struct reader *r)
{
	take_sides(out, r);
	out->targets = take_array(&out->nr_targets, r, sizeof(*out->targets));
	for (size_t i = 0; i < out->nr_targets && !r->bad; i++)
		take_target(&out->targets[i], out->nr_sides, r);
	out->missing = take_array(&out->nr_missing, r, sizeof(*out->missing));
	for (size_t i = 0; i < out->nr_missing; i++) {
		out->missing[i].name = take_some(r);
		out->missing[i].side = take_int(r);
		out->missing[i].stage = take_some(r);
		out->missing[i].reason = take_some(r);
	}
	out->notes.items =
		take_array(&out->notes.nr, r, sizeof(*out->notes.items));
	for (size_t i = 0; i < out->notes.nr; i++)
		out->notes.items[i] = take_some(r);
}

static void take_all(struct result *out, struct reader *r,
		     struct result_parts *parts)
{
	char **const texts[] = { &out->date,	  &out->suite,
				 &out->ref,	  &out->pr,
				 &out->schedule,  &out->request,
				 &out->continues, &out->suite_sha,
				 &out->config };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		*texts[i] = take_text(r);
	take_parts(out, r, parts);
	out->round = take_int(r);
	out->total_seconds = take_number(r);
	for (int i = 0; i < VERDICT_NR; i++)
		out->summary.count[i] = take_int(r);
	out->summary.geomean = take_number(r);
	take_lists(out, r);
	if (!out->date || !out->suite)
		r->bad = true;
}

bool result_decode(struct result *out, const void *bytes, size_t len,
		   struct result_parts *parts, struct arena *arena)
{
	const char *head = bytes;
	uint64_t sum;

	*out = (struct result)RESULT_INIT;
	if (len < sizeof(sum))
		return false;
	memcpy(&sum, head, sizeof(sum));
	head += sizeof(sum);
	len -= sizeof(sum);
	if (sum != checksum(head, len))
		return false;
	struct reader r = { .p = arena_text(arena, head, len),
			    .arena = arena };
	r.end = r.p + len;
	out->in_arena = true;
	take_all(out, &r, parts);
	free(r.names);
	if (r.bad)
		result_release(out);
	return !r.bad;
}
