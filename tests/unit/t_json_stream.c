#include "base/json_stream.h"

#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "tap.h"

static void each_object(void)
{
	const char *text = "make: {entering}\n{\"a\":1}{\"a\":{\"b\":2}} and "
			   "{\"cut\":\"{\\\"x\\\":3}";
	struct json_stream stream = JSON_STREAM(text, strlen(text));

	json_auto_t *first = json_stream_next(&stream);
	auto_free char *first_line = json_line(first);
	is(first_line, "{\"a\":1}", "an object behind other text");
	json_auto_t *second = json_stream_next(&stream);
	auto_free char *second_line = json_line(second);
	is(second_line, "{\"a\":{\"b\":2}}",
	   "the outermost, once, right behind another");
	json_auto_t *third = json_stream_next(&stream);
	ok(!third, "one that is cut short is none");
	ok(!json_stream_next(&stream), "and the end stays the end");
}

static void with_member(void)
{
	const char *text = "{\"results\":1}{\"results\":[7]}";
	struct json_stream stream = JSON_STREAM(text, strlen(text));
	json_auto_t *object = json_stream_next_with(&stream, "results");

	is_int(json_array_size(json_object_get(object, "results")), 1,
	       "the one with an array of that name");
}

/* 1 MiB of openings, each of which could be read to its end. */
static void hostile(void)
{
	AUTO(buf) text = BUF_INIT;

	while (text.len < 1 << 20) {
		buf_addstr(&text, "{\"a\":[");
		buf_addn(&text, '1', 300);
		buf_addch(&text, ',');
	}
	struct json_stream stream = JSON_STREAM(text.ptr, text.len);
	ok(!json_stream_next(&stream), "openings without end hold no object");
	ok(stream.wasted <= 17 * text.len, "and the work is bounded");
}

int main(void)
{
	each_object();
	with_member();
	hostile();
	return done();
}
