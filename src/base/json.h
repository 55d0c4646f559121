/*
 * json - jansson, with one way in and one way out.
 *
 * In: nesting and size are bounded, duplicate keys are refused. Out: compact
 * with sorted keys and 15 digits, so that equal values give equal bytes
 * (0.1 is "0.1", not "0.10000000000000001").
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Parses a whole text into `out` (json_decref() or json_auto_t). ERR_BADDATA
 * says line and reason. `what` names the text in the message.
 */
int json_parse(json_t **out, const char *text, size_t len, const char *what);
/* One compact line without line feed; owned. */
char *json_line(const json_t *value);
/* The same indented, with a line feed at the end; owned. */
char *json_pretty(const json_t *value);

/* Typed look-ups: the member's value, or the default if absent or other. */
const char *json_get_string(const json_t *object, const char *key,
			    const char *otherwise);
double json_get_number(const json_t *object, const char *key,
		       double otherwise);
int64_t json_get_int(const json_t *object, const char *key,
		     int64_t otherwise);
bool json_get_bool(const json_t *object, const char *key, bool otherwise);

/* Setters that take care of NULL (json null) and of bytes that are no UTF-8. */
void json_set_string(json_t *object, const char *key, const char *value);
void json_set_number(json_t *object, const char *key, double value);
void json_set_int(json_t *object, const char *key, int64_t value);
void json_set_bool(json_t *object, const char *key, bool value);
/* A json string of any bytes; what is no UTF-8 comes out as \xNN. */
json_t *json_text(const char *value);

#endif
