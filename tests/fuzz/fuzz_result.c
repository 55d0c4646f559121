/*
 * Any bytes as a result document: read or refused, as jansson would have it.
 * What was read can be summed up, said in a commit's message, kept as a
 * record, and written; and what is written reads back as itself.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "record/history_message.h"
#include "record/history_name.h"
#include "record/result_record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Only a number's size is noticed late. */
static void check_view(const char *text, size_t len)
{
	AUTO(jsonview) view = JSONVIEW_INIT;
	json_error_t error;
	json_auto_t *json = json_loadb(
		text, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	bool read = !jsonview_parse(&view, text, len, "fuzz");

	/* jansson overlooks a NUL behind a number. */
	if (memchr(text, '\0', len))
		return;
	if (json)
		assert(read || strstr(error_message(), "nested too deeply"));
	else if (read)
		assert(strstr(error.text, "overflow") ||
		       strstr(error.text, "too big"));
}

static void check_record(const struct result *result, const char *want)
{
	AUTO(buf) record = BUF_INIT;
	AUTO(result_parts) parts = { 0 };
	AUTO(arena) arena = ARENA_INIT;
	AUTO(result) back = RESULT_INIT;

	result_encode(&record, result, NULL);
	assert(result_decode(&back, record.ptr, record.len, &parts, &arena));
	back.extra = json_incref(result->extra);
	auto_free char *text = result_to_text(&back);
	assert(!strcmp(text, want));
}

static void check_result(const struct result *result)
{
	AUTO(result) back = RESULT_INIT;
	auto_free char *text = result_to_text(result);
	auto_free char *message = history_message(result, "r");
	auto_free char *stem = history_stem(result, 3);
	auto_free char *latest = history_latest_path(result->suite);

	assert(!result_parse(&back, text, strlen(text), "fuzz"));
	auto_free char *again = result_to_text(&back);
	assert(!strcmp(text, again));
	assert(*message != '\n' && !strchr(stem, '/'));
	assert(!strstr(latest, "/.") && !strstr(latest, "//"));
	check_record(result, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	AUTO(result) result = RESULT_INIT;

	check_view(text, size);
	if (!result_parse(&result, text, size, "fuzz"))
		check_result(&result);
	error_clear();
	return 0;
}
