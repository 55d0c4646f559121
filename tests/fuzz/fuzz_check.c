/*
 * A trailer that accepts, and a result with a gate: any bytes, in three parts
 * with NULs between, end in findings that can be shown, never in a crash.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "report/check_show.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The part up to the next NUL, as a text; owned. */
static char *take(const uint8_t **data, size_t *size)
{
	size_t len = strnlen((const char *)*data, *size);
	char *text = xmemdupz(*data, len);

	len += len < *size;
	*data += len;
	*size -= len;
	return text;
}

static void show(const struct check *check)
{
	static const struct style plain = STYLE_PLAIN;
	AUTO(strlist) notes = STRLIST_INIT;
	AUTO(buf) out = BUF_INIT;

	check_show(&out, check, &notes, true, TABLE_AS_TEXT, &plain);
	check_show(&out, check, &notes, true, TABLE_AS_MARKDOWN, &plain);
	json_decref(check_json(check, &notes));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	auto_free char *trailer = take(&data, &size);
	auto_free char *gate = take(&data, &size);
	AUTO(suites) suites = SUITES_INIT;
	AUTO(gates) gates = GATES_INIT;
	AUTO(acceptances) acceptances = ACCEPTANCES_INIT;
	AUTO(acceptance) acceptance;
	AUTO(result) result = RESULT_INIT;
	AUTO(check) check = CHECK_INIT;
	const char *why;

	if (acceptance_parse(&acceptance, &why, trailer))
		acceptances_add(&acceptances, &acceptance);
	if (!suites_parse(&suites, gate, strlen(gate)))
		gates_read(&gates, &suites);
	if (!result_parse(&result, (const char *)data, size, "fuzz") &&
	    result_base(&result)) {
		check_add(&check, &result, NULL, &gates, &acceptances, true);
		check_finish(&check);
		show(&check);
	}
	error_clear();
	return 0;
}
