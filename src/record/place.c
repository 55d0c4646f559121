#include "record/place.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

/* With a dot behind it, unless it is the document. */
static char *place_name(const struct place *place)
{
	if (!place->in)
		return xstrdup("");
	auto_free char *before = place_name(place->in);
	if (place->index < 0)
		return xstrfmt("%s%s.", before, place->member);
	return xstrfmt("%s%s[%d].", before, place->member, place->index);
}

int place_wrong(struct place *place, const char *key, const char *why)
{
	auto_free char *where = place_name(place);

	return fail(ERR_BADDATA, "%s: %s%.60s %s", place->what, where, key,
		    why);
}

int place_enter(struct place *out, struct place *in, const char *member,
		int index, struct jsonval json)
{
	*out = (struct place){ in->what, in,    member,   index,
			       json,     0,     in->arena };
	if (jsonval_kind(json) == JSON_IS_OBJECT)
		return 0;
	return place_wrong(in, member, index < 0 ? "is no object" :
						   "holds what is no object");
}

struct jsonval place_get(struct place *place, const char *key)
{
	struct jsonval value =
		jsonval_get_next(place->json, key, &place->cursor);

	if (jsonval_kind(value) == JSON_IS_NULL)
		value.view = NULL;
	return value;
}

int place_text(char **out, struct place *place, const char *key,
	       const char *otherwise, size_t max)
{
	struct jsonval value = place_get(place, key);
	enum jsonkind kind = jsonval_kind(value);

	*out = NULL;
	if (kind && kind != JSON_IS_TEXT)
		return place_wrong(place, key, "is no text");
	if (kind)
		*out = jsonval_text(place->arena, value);
	else if (otherwise)
		*out = arena_text(place->arena, otherwise, strlen(otherwise));
	if (*out && strlen(*out) > max)
		return place_wrong(place, key, "is too long");
	return 0;
}

int place_number(double *out, struct place *place, const char *key,
		 double least)
{
	struct jsonval value = place_get(place, key);

	*out = NAN;
	if (!jsonval_kind(value))
		return 0;
	if (!jsonval_number(out, value))
		return place_wrong(place, key, "is no number");
	if (*out < least)
		return place_wrong(place, key, "is negative");
	return 0;
}

int place_int(int *out, struct place *place, const char *key, int max)
{
	struct jsonval value = place_get(place, key);
	int64_t number;

	*out = 0;
	if (!jsonval_kind(value))
		return 0;
	if (!jsonval_integer(&number, value))
		return place_wrong(place, key, "is no whole number");
	if (number < 0 || number > max)
		return place_wrong(place, key, "is out of range");
	*out = number;
	return 0;
}

int place_object(struct jsonval *out, struct place *place,
		 const char *key)
{
	*out = place_get(place, key);
	if (jsonval_kind(*out) && jsonval_kind(*out) != JSON_IS_OBJECT)
		return place_wrong(place, key, "is no object");
	return 0;
}

int place_array(struct jsonval *out, struct place *place,
		const char *key, size_t max)
{
	struct jsonval value = place_get(place, key);

	*out = jsonval_first(value);
	if (!jsonval_kind(value))
		return 0;
	if (jsonval_kind(value) != JSON_IS_ARRAY)
		return place_wrong(place, key, "is no list");
	if (jsonval_count(value) > max)
		return place_wrong(place, key, "is too long a list");
	return 0;
}
