#include "base/jsonview.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "tap.h"

/* ==== Against jansson ==== */

static bool same(struct jsonval ours, const json_t *theirs);

static bool same_members(struct jsonval ours, const json_t *theirs)
{
	size_t count = 0;

	for (struct jsonval v = jsonval_first(ours); jsonval_kind(v);
	     v = jsonval_next(v)) {
		auto_free char *key = jsonval_key(NULL, v);
		struct jsonval found = jsonval_get(ours, key);

		if (found.at != v.at ||
		    !same(v, json_object_get(theirs, key)))
			return false;
		count++;
	}
	return count == json_object_size(theirs) &&
	       count == jsonval_count(ours);
}

static bool same_elements(struct jsonval ours, const json_t *theirs)
{
	size_t count = 0;

	for (struct jsonval v = jsonval_first(ours); jsonval_kind(v);
	     v = jsonval_next(v))
		if (!same(v, json_array_get(theirs, count++)))
			return false;
	return count == json_array_size(theirs);
}

static bool same_text(struct jsonval ours, const json_t *theirs)
{
	auto_free char *text = jsonval_text(NULL, ours);

	return !strcmp(text, json_string_value(theirs)) &&
	       jsonval_is(ours, text);
}

static bool same(struct jsonval ours, const json_t *theirs)
{
	int64_t integer;
	double real;

	switch (jsonval_kind(ours)) {
	case JSON_IS_NULL:
		return json_is_null(theirs);
	case JSON_IS_TRUE:
		return json_is_true(theirs);
	case JSON_IS_FALSE:
		return json_is_false(theirs);
	case JSON_IS_INTEGER:
		return json_is_integer(theirs) &&
		       jsonval_integer(&integer, ours) &&
		       integer == json_integer_value(theirs);
	case JSON_IS_REAL:
		return json_is_real(theirs) && jsonval_number(&real, ours) &&
		       real == json_real_value(theirs);
	case JSON_IS_TEXT:
		return json_is_string(theirs) && same_text(ours, theirs);
	case JSON_IS_ARRAY:
		return json_is_array(theirs) && same_elements(ours, theirs);
	case JSON_IS_OBJECT:
		return json_is_object(theirs) && same_members(ours, theirs);
	default:
		return false;
	}
}

/* Both read it, and the same in it; or both refuse. */
static bool agree(const char *text, size_t len)
{
	AUTO(jsonview) view = JSONVIEW_INIT;
	json_error_t error;
	json_auto_t *theirs =
		json_loadb(text, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY,
			   &error);
	bool read = !jsonview_parse(&view, text, len, "text");

	/* Where it stops at a number's size it says nothing of the rest. */
	if (!theirs && (strstr(error.text, "number overflow") ||
			strstr(error.text, "too big")))
		return true;
	if (!theirs || !read)
		return !theirs && !read;
	return same(jsonview_root(&view), theirs);
}

static const char *const samples[] = {
	"{}",
	"[]",
	"  [ 1 , -2.5e3 , 0, -0, 0.0, 1E+2 ]\n",
	"{\"a\":1,\"b\":{\"c\":[true,false,null]},\"d\":\"\"}",
	"{\"b\":1,\"a\":2,\"a b\":3}",
	"{\"b\":1,\"a\":2,\"b\":3}",
	"{\"a\":1,\"\\u0061\":2}",
	"{\"a\":1,\"a\":2}",
	"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20ac\\ud83d\\ude00\"",
	"\"\\ud83d\"",
	"\"\\ude00\\ud83d\"",
	"\"\\u0000\"",
	"\"caf\xc3\xa9\"",
	"\"caf\xe9\"",
	"\"\xed\xa0\x80\"",
	"\"a\tb\"",
	"\"open",
	"\"\\",
	"\"\\u12",
	"[1,]",
	"[,1]",
	"[1 2]",
	"{\"a\" 1}",
	"{\"a\":}",
	"{a:1}",
	"{\"a\":1,}",
	"[01]",
	"[1.]",
	"[.5]",
	"[-]",
	"[1e]",
	"[+1]",
	"[0x10]",
	"[nul]",
	"[NaN]",
	"[Infinity]",
	"[] []",
	"",
	" ",
	"[99999999999999999999]",
	"[1e999]",
	"[12345678901234567.25]",
};

static void test_samples(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
		ok(agree(samples[i], strlen(samples[i])),
		   "jansson says the same of sample %zu", i);
}

/* Small damage done to good texts, the same in each run. */
static void test_damaged(void)
{
	unsigned seed = 3;
	size_t wrong = 0;

	for (int i = 0; i < 20000; i++) {
		const char *from = samples[rand_r(&seed) % ARRAY_SIZE(samples)];
		size_t len = strlen(from);
		auto_free char *text = xstrdup(from);
		static const char bytes[] = "\"\\{}[],:0123456789eE.-+tfnu \xc3";

		for (int n = rand_r(&seed) % 3; len && n >= 0; n--)
			text[rand_r(&seed) % len] =
				bytes[rand_r(&seed) % (sizeof(bytes) - 1)];
		if (!agree(text, len)) {
			printf("# %s\n", text);
			wrong++;
		}
	}
	is_int(wrong, 0, "and of twenty thousand damaged ones");
}

/* ==== By itself ==== */

static void test_access(void)
{
	static const char text[] = "{\"a\":[1,{\"b\":\"x\"}],\"c\":-7}";
	AUTO(jsonview) view = JSONVIEW_INIT;
	int64_t integer;
	double real;
	size_t len;

	is_int(jsonview_parse(&view, text, strlen(text), "t"), 0, "read");
	struct jsonval root = jsonview_root(&view);
	struct jsonval list = jsonval_get(root, "a");
	struct jsonval inner = jsonval_next(jsonval_first(list));
	ok(jsonval_is(jsonval_get(inner, "b"), "x"), "a way to the inside");
	is_int(jsonval_kind(jsonval_next(inner)), JSON_ABSENT,
	       "the end of a list is absent");
	is_int(jsonval_kind(jsonval_get(root, "b")), JSON_ABSENT,
	       "so is what stands only deeper");
	is_int(jsonval_kind(jsonval_get(list, "a")), JSON_ABSENT,
	       "and a member of a list");
	const char *raw = jsonval_raw(&len, list);
	auto_free char *copy = xmemdupz(raw, len);
	is(copy, "[1,{\"b\":\"x\"}]", "a value as it stands");
	ok(jsonval_integer(&integer, jsonval_get(root, "c")) && integer == -7,
	   "an integer");
	ok(jsonval_number(&real, jsonval_get(root, "c")) && real == -7,
	   "is a number too");
	ok(!jsonval_integer(&integer, list), "a list is none");
	is_int(jsonview_parse(&view, "[", 1, "t"), ERR_BADDATA, "damage");
	is(error_message(), "t, line 1: ends too early", "is told");
	is_int(jsonval_kind(jsonview_root(&view)), JSON_ABSENT,
	       "and leaves nothing to look at");
}

static void test_bounds(void)
{
	AUTO(jsonview) view = JSONVIEW_INIT;
	AUTO(buf) text = BUF_INIT;

	buf_addn(&text, '[', 1000000);
	is_int(jsonview_parse(&view, text.ptr, text.len, "t"), ERR_BADDATA,
	       "deep nesting is refused, not followed");
	is(error_message(), "t, line 1: nested too deeply", "with a reason");
	buf_clear(&text);
	buf_addch(&text, '{');
	for (int i = 5000; i; i--)
		buf_addf(&text, "\"%d\":%d,\n", i, i);
	buf_addstr(&text, "\"4321\":0}");
	is_int(jsonview_parse(&view, text.ptr, text.len, "t"), ERR_BADDATA,
	       "a double key among thousands is found");
	is(error_message(), "t, line 5001: a key is there twice", "its line");
}

int main(void)
{
	test_samples();
	test_damaged();
	test_access();
	test_bounds();
	error_clear();
	return done();
}
