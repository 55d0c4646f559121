#include "suite/bench_lines.h"

#include <string.h>

#include "base/alloc.h"
#include "base/json.h"

#define RECORD_MAX (1 << 20) /* bytes of one record over several lines */

const char *bench_damage_text(enum bench_damage damage)
{
	static const char *const texts[DAMAGE_NR] = {
		[DAMAGE_EMPTY] = "empty file",
		[DAMAGE_HEADER_ONLY] = "header and no row",
		[DAMAGE_CUT] = "last record cut off",
		[DAMAGE_SYNTAX] = "not a JSON object",
		[DAMAGE_NO_NAME] = "row without name",
		[DAMAGE_NO_VALUE] = "row without its value",
		[DAMAGE_NO_GC] = "row without gc figures",
		[DAMAGE_TWICE] = "second row of one name",
		[DAMAGE_TOO_LARGE] = "file too large",
	};

	return texts[damage];
}

void bench_damages_add(struct bench_damages *damages, enum bench_damage kind,
		       int line)
{
	ARRAY_GROW(damages->items, damages->nr + 1, damages->cap);
	damages->items[damages->nr++] =
		(struct bench_damage_at){ .kind = kind, .line = line };
}

void bench_damages_of_file(struct bench_damages *damages, bool any,
			   const char *version, size_t rows)
{
	if (damages->nr)
		return;
	if (!any)
		bench_damages_add(damages, DAMAGE_EMPTY, 0);
	else if (version && !rows)
		bench_damages_add(damages, DAMAGE_HEADER_ONLY, 1);
}

bool bench_damages_have(const struct bench_damages *damages,
			enum bench_damage kind)
{
	for (size_t i = 0; i < damages->nr; i++)
		if (damages->items[i].kind == kind)
			return true;
	return false;
}

void bench_damages_release(struct bench_damages *damages)
{
	free(damages->items);
	*damages = (struct bench_damages){ 0 };
}

/* ==== Records =========================================================== */

/* The offset of the line feed that ends the line at `pos`, or the end. */
static size_t line_end(const struct bench_lines *l, size_t pos)
{
	const char *feed = memchr(l->text + pos, '\n', l->len - pos);

	return feed ? (size_t)(feed - l->text) : l->len;
}

static bool is_blank(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!strchr(" \t\r\n", s[i]) || !s[i])
			return false;
	return true;
}

static json_t *parse_object(const struct bench_lines *l, size_t end)
{
	json_t *value;

	if (json_parse(&value, l->text + l->pos, end - l->pos, "record"))
		return NULL;
	if (json_is_object(value))
		return value;
	json_decref(value);
	return NULL;
}

/* As far as the line before the next one that begins a record. */
static size_t record_end(const struct bench_lines *l, size_t end, int *lines)
{
	while (end < l->len && end - l->pos < RECORD_MAX) {
		if (end + 1 < l->len && l->text[end + 1] == '{')
			break;
		if (end + 1 >= l->len)
			return l->len;
		end = line_end(l, end + 1);
		(*lines)++;
	}
	return end;
}

json_t *bench_lines_next(struct bench_lines *l)
{
	while (l->pos < l->len) {
		size_t end = line_end(l, l->pos);
		int lines = 1;
		json_t *object = NULL;
		bool blank = is_blank(l->text + l->pos, end - l->pos);

		if (!blank)
			object = parse_object(l, end);
		if (!blank && !object) {
			size_t longer = record_end(l, end, &lines);

			if (longer > end)
				object = parse_object(l, longer);
			end = longer;
		}
		l->line = l->lines_read + 1;
		l->lines_read += lines;
		l->pos = end + 1;
		if (object)
			return object;
		if (!blank)
			bench_damages_add(l->damages,
					  end >= l->len &&
							  l->text[l->len - 1] !=
								  '\n' ?
						  DAMAGE_CUT :
						  DAMAGE_SYNTAX,
					  l->line);
	}
	return NULL;
}

/* ==== Header ============================================================ */

bool bench_header_read(struct bench_header *out, const json_t *object)
{
	if (json_object_get(object, "name") ||
	    !json_get_string(object, "version", NULL) ||
	    !json_get_string(object, "hostname", NULL))
		return false;
	bench_header_release(out);
	out->version = xstrdup(json_get_string(object, "version", ""));
	out->hostname = xstrdup(json_get_string(object, "hostname", ""));
	out->kernel = xstrdup(json_get_string(object, "kernel", ""));
	out->arch = xstrdup(json_get_string(object, "arch", ""));
	return true;
}

json_t *bench_header_to_json(const struct bench_header *header)
{
	json_t *object = json_object();

	json_set_string(object, "version", header->version);
	json_set_string(object, "hostname", header->hostname);
	json_set_string(object, "kernel", header->kernel);
	json_set_string(object, "arch", header->arch);
	return object;
}

void bench_header_release(struct bench_header *header)
{
	free(header->version);
	free(header->hostname);
	free(header->kernel);
	free(header->arch);
	*header = (struct bench_header){ 0 };
}
