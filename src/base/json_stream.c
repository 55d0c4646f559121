#include "base/json_stream.h"

#include <string.h>

/* Bytes that may be read in vain for each byte of text. */
#define WASTE_FACTOR 16

json_t *json_stream_next(struct json_stream *stream)
{
	json_error_t error;

	while (stream->offset < stream->len &&
	       stream->wasted <= WASTE_FACTOR * stream->len) {
		const char *from = stream->text + stream->offset;
		size_t left = stream->len - stream->offset;
		const char *brace = memchr(from, '{', left);

		if (!brace)
			break;
		stream->offset = brace - stream->text;
		left = stream->len - stream->offset;
		json_t *object = json_loadb(brace, left,
					    JSON_DISABLE_EOF_CHECK |
						    JSON_REJECT_DUPLICATES,
					    &error);
		if (object) {
			stream->offset += error.position;
			return object;
		}
		/* On failure too this is how far it read. */
		stream->wasted += error.position > 0 ? error.position : 1;
		stream->offset++;
	}
	stream->offset = stream->len;
	return NULL;
}

json_t *json_stream_next_with(struct json_stream *stream, const char *member)
{
	for (json_t *object; (object = json_stream_next(stream));) {
		if (json_is_array(json_object_get(object, member)))
			return object;
		json_decref(object);
	}
	return NULL;
}
