/*
 * json_stream - JSON objects that stand in other text, as in the log of a
 * benchmark that also talks.
 *
 *	struct json_stream stream = JSON_STREAM(text, len);
 *	for (json_t *object; (object = json_stream_next(&stream));)
 *		...			json_decref(object)
 *
 * Each complete object is given once, the outermost first; what is no JSON
 * is passed over. The work is bounded by a multiple of the text's length,
 * whatever the text is.
 */
#ifndef BASE_JSON_STREAM_H
#define BASE_JSON_STREAM_H

#include <jansson.h>
#include <stddef.h>

struct json_stream {
	const char *text;
	size_t len;
	size_t offset; /* behind the object given last */
	size_t wasted; /* bytes read in vain */
};

#define JSON_STREAM(bytes, length) { .text = (bytes), .len = (length) }

/* NULL when there is no further object. */
json_t *json_stream_next(struct json_stream *stream);
/* The next object with an array `member`; NULL when there is none. */
json_t *json_stream_next_with(struct json_stream *stream, const char *member);

#endif
