/*
 * result_parts - the JSON objects inside a result that are kept as they are.
 *
 * Private to the files of result.h. Consecutive results of one machine
 * mostly have equal ones; what the last one had is remembered with its text.
 */
#ifndef RECORD_RESULT_PARTS_H
#define RECORD_RESULT_PARTS_H

#include "record/result.h"

/* The member of `result` that part number `at` is, and its name. */
json_t **result_part(struct result *result, size_t at);
const char *result_part_name(size_t at);
/* A new reference to the value of a text; ERR_BADDATA. */
int result_parts_parse(json_t **out, struct result_parts *parts, size_t at,
		       const char *text, size_t len, const char *what);
/* The text of a value as it was parsed, or NULL; borrowed. */
const char *result_parts_text(const struct result_parts *parts, size_t at,
			      const json_t *value);

#endif
