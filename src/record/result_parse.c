/*
 * The reading half of result.h. A document may come from anybody: each
 * member is held against its type and its bounds, and the first that is off
 * is named with its place, as in "targets[3].sides[0].seconds".
 */
#include "record/result.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "record/place.h"
#include "record/result_members.h"
#include "record/result_parts.h"

/* ==== Sides ==== */

static int read_oid(struct oid *out, struct place *place, const char *key)
{
	struct jsonval value = place_get(place, key);
	char digits[OID_HEX_LEN + 1] = "";
	size_t len;

	if (!jsonval_kind(value))
		return place_wrong(place, key, "is missing");
	const char *raw = jsonval_raw(&len, value);
	if (jsonval_kind(value) == JSON_IS_TEXT && len == OID_HEX_LEN + 2)
		memcpy(digits, raw + 1, OID_HEX_LEN);
	if (!oid_parse(out, digits))
		return place_wrong(place, key, "is no full commit id");
	return 0;
}

static int read_side(struct result *out, struct place *top, int index,
		     struct jsonval json)
{
	struct result_side *side = &out->sides[index];
	struct place at;

	int rc = place_enter(&at, top, "sides", index, json);
	if (!rc)
		rc = read_oid(&side->sha, &at, "sha");
	if (!rc)
		rc = read_name(&side->variant, &at, "variant", NULL);
	return rc;
}

/* A document without `sides` has those of `base_sha` and `sha`. */
static int read_sides(struct result *out, struct place *top)
{
	struct jsonval side;
	struct oid sha;
	int rc = read_oid(&sha, top, "sha");

	if (!rc)
		rc = place_array(&side, top, "sides", RESULT_SIDES_MAX);
	if (rc)
		return rc;
	size_t nr = jsonval_count(place_get(top, "sides"));
	bool has_base = !nr && jsonval_kind(place_get(top, "base_sha"));
	out->nr_sides = nr ? nr : has_base ? 2 : 1;
	out->sides = arena_array(top->arena, out->nr_sides,
				 sizeof(*out->sides));
	if (has_base)
		rc = read_oid(&out->sides[0].sha, top, "base_sha");
	if (!nr)
		out->sides[out->nr_sides - 1].sha = sha;
	for (int i = 0; !rc && jsonval_kind(side);
	     i++, side = jsonval_next(side))
		rc = read_side(out, top, i, side);
	if (!rc && !oid_equal(&result_head(out)->sha, &sha))
		return place_wrong(top, "sha", "is not the last side's");
	return rc;
}

/* ==== What is missing ==== */

static int read_one_missing(struct result_missing *out, struct place *place,
			    int nr_sides)
{
	int rc = read_name(&out->name, place, "name", "");

	if (!rc)
		rc = place_text(&out->reason, place, "reason", "",
				RESULT_REASON_MAX);
	if (!rc)
		rc = place_int(&out->side, place, "side", nr_sides - 1);
	return rc ? rc : read_name(&out->stage, place, "stage", "");
}

static int read_missing(struct result *out, struct place *top)
{
	struct jsonval one;
	int rc = place_array(&one, top, "missing", RESULT_LIST_MAX);

	if (rc)
		return rc;
	out->cap_missing = jsonval_count(place_get(top, "missing"));
	out->missing = arena_array(top->arena, out->cap_missing,
				   sizeof(*out->missing));
	for (int i = 0; !rc && jsonval_kind(one);
	     i++, one = jsonval_next(one)) {
		struct place at;

		rc = place_enter(&at, top, "missing", i, one);
		if (!rc)
			rc = read_one_missing(&out->missing[out->nr_missing++],
					      &at, out->nr_sides);
	}
	return rc;
}

/* ==== What is left of the document ==== */

/* What the document says of itself; where it says nothing, what follows. */
static int read_summary(struct result *out, struct place *top)
{
	struct jsonval summary = place_get(top, "summary");
	struct place at;
	double total;

	result_summarise(out);
	int rc = place_number(&total, top, "total_seconds", 0);
	if (!rc && isfinite(total))
		out->total_seconds = total;
	if (rc || !jsonval_kind(summary))
		return rc;
	rc = place_enter(&at, top, "summary", -1, summary);
	for (int i = 0; !rc && i < VERDICT_NR; i++)
		rc = place_int(&out->summary.count[i], &at, verdict_name(i),
			       INT32_MAX);
	return rc ? rc :
		    place_number(&out->summary.geomean, &at, "geomean", 0);
}

static int read_notes(struct result *out, struct place *top)
{
	struct jsonval note;
	int rc = place_array(&note, top, "notes", RESULT_LIST_MAX);

	if (rc || !jsonval_kind(note))
		return rc;
	out->notes.cap = jsonval_count(place_get(top, "notes")) + 1;
	out->notes.items = arena_array(top->arena, out->notes.cap,
				       sizeof(*out->notes.items));
	for (; jsonval_kind(note); note = jsonval_next(note)) {
		if (jsonval_kind(note) != JSON_IS_TEXT)
			return place_wrong(top, "notes",
					   "holds what is no text");
		out->notes.items[out->notes.nr++] =
			jsonval_text(top->arena, note);
	}
	return 0;
}

static int read_origin(struct result *out, struct place *top)
{
	struct {
		char **text;
		const char *key;
	} names[] = {
		{ &out->config, "config" },
		{ &out->continues, "continues" },
		{ &out->date, "date" },
		{ &out->pr, "pr" },
		{ &out->ref, "ref" },
		{ &out->request, "request" },
		{ &out->schedule, "schedule" },
		{ &out->suite, "suite" },
		{ &out->suite_sha, "suite_sha" },
	};
	int64_t when;
	int rc = 0;

	for (size_t i = 0; !rc && i < ARRAY_SIZE(names); i++)
		rc = read_name(names[i].text, top, names[i].key, NULL);
	if (!rc && (!out->date || !out->suite))
		return place_wrong(top, out->date ? "suite" : "date",
				   "is missing");
	if (!rc)
		rc = place_int(&out->round, top, "round", INT32_MAX);
	if (!rc && !clock_parse(&when, out->date))
		return place_wrong(top, "date",
				   "is not like 2026-11-30T17:00:00Z");
	if (!rc && out->request && !id_is_valid(out->request))
		return place_wrong(top, "request", "is no id");
	return rc;
}

static int read_parts(struct result *out, struct place *top,
		      struct result_parts *parts)
{
	int rc = 0;

	for (size_t i = 0; i < RESULT_PARTS && !rc; i++) {
		struct jsonval value;
		size_t len;

		rc = place_object(&value, top, result_part_name(i));
		if (rc || !jsonval_kind(value))
			continue;
		const char *text = jsonval_raw(&len, value);
		rc = result_parts_parse(result_part(out, i), parts, i, text,
					len, top->what);
	}
	return rc;
}

static int check_version(struct place *top)
{
	int64_t version;

	if (jsonval_kind(top->json) != JSON_IS_OBJECT)
		return fail(ERR_BADDATA, "%s is no JSON object", top->what);
	if (!jsonval_integer(&version, place_get(top, "schema_version")) ||
	    version < 1)
		return place_wrong(top, "schema_version", "is missing");
	if (version <= RESULT_VERSION)
		return 0;
	fail(ERR_REFUSED,
	     "%s was written by a newer git-bench (schema_version %lld; "
	     "this one reads %d)",
	     top->what, (long long)version, RESULT_VERSION);
	fail_hint("update git-bench on this machine");
	return ERR_REFUSED;
}

int result_read(struct result *out, const struct jsonview *view,
		const char *what, struct result_parts *parts,
		struct arena *arena)
{
	struct place top = PLACE_TOP(what, jsonview_root(view), arena);
	static int (*const readers[])(struct result *,
				      struct place *) = {
		read_origin,  read_sides,   result_read_targets,
		read_missing, read_summary, read_notes,
	};
	AUTO(result) result = RESULT_INIT;
	int rc = check_version(&top);

	result.in_arena = arena;
	for (size_t i = 0; !rc && i < ARRAY_SIZE(readers); i++)
		rc = readers[i](&result, &top);
	if (!rc)
		rc = read_parts(&result, &top, parts);
	if (rc)
		return rc;
	*out = result;
	result = (struct result)RESULT_INIT;
	return 0;
}

int result_parse(struct result *out, const char *text, size_t len,
		 const char *what)
{
	AUTO(jsonview) view = JSONVIEW_INIT;
	AUTO(result_parts) parts = { 0 };
	json_auto_t *extra = NULL;

	if (len > RESULT_SIZE_MAX)
		return fail(ERR_BADDATA, "%s is larger than %d bytes", what,
			    RESULT_SIZE_MAX);
	int rc = jsonview_parse(&view, text, len, what);
	if (!rc)
		rc = json_parse(&extra, text, len, what);
	if (!rc)
		rc = result_read(out, &view, what, &parts, NULL);
	if (!rc)
		out->extra = STEAL(extra);
	return rc;
}
