#include "record/result_record.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "sample_result.h"
#include "tap.h"

#define SHA_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SHA_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

/* A result with something in every member. */
static void full(struct result *out)
{
	sample_result(out, SHA_A, SHA_B, "2026-11-30T17:00:00Z", 1.5);
	out->pr = xstrdup("17");
	out->ref = xstrdup("");
	out->request = xstrdup("0123456789abcdef0123456789abcdef");
	out->round = 3;
	out->sides[0].variant = xstrdup("+fp");
	out->stages = json_pack("{s:f}", "build_seconds", 1.25);
	strlist_add(&out->notes, "no chrt");
	result_add_missing(out, "zip", 1, "build", "needs zlib");
	struct result_target *target = result_add_target(out, "ops");
	metrics_set(&target->cells[1].metrics, "ops", 7, "1/s")
		->higher_is_better = true;
	target->cells[1].measured = true;
	target->domains = 4;
	for (int i = 0; i < 30; i++) {
		auto_free char *name = xstrfmt("metric %d", i);

		metrics_set(&target->cells[1].metrics, name, i, "1");
	}
}

static char *line_of(const struct result *result)
{
	json_auto_t *json = result_to_json(result);

	return json_line(json);
}

static void test_round_trip(void)
{
	AUTO(result) result;
	AUTO(result) back = RESULT_INIT;
	AUTO(result) twin = RESULT_INIT;
	AUTO(buf) record = BUF_INIT;
	AUTO(result_parts) parts = { 0 };
	AUTO(arena) arena = ARENA_INIT;

	full(&result);
	result_encode(&record, &result, NULL);
	ok(result_decode(&back, record.ptr, record.len, &parts,
			 &arena),
	   "what was encoded is decoded");
	auto_free char *want = line_of(&result);
	auto_free char *got = line_of(&back);
	is(got, want, "to the same document");
	is(back.ref, "", "an empty text is not an absent one");
	ok(!back.config, "and the reverse");
	result_decode(&twin, record.ptr, record.len, &parts,
			 &arena);
	ok(twin.runner == back.runner && twin.stages == back.stages,
	   "equal parts are shared");
}

static void test_damage(void)
{
	AUTO(result) result;
	AUTO(buf) record = BUF_INIT;
	AUTO(result_parts) parts = { 0 };
	AUTO(arena) arena = ARENA_INIT;
	size_t taken = 0;

	full(&result);
	result_encode(&record, &result, NULL);
	for (size_t i = 0; i < record.len; i++) {
		AUTO(result) back = RESULT_INIT;

		record.ptr[i] ^= 0x10;
		taken += result_decode(&back, record.ptr, record.len, &parts,
			 &arena);
		record.ptr[i] ^= 0x10;
	}
	is_int(taken, 0, "no changed byte goes unnoticed");
	for (size_t len = 0; len < record.len; len++) {
		AUTO(result) back = RESULT_INIT;

		taken += result_decode(&back, record.ptr, len, &parts, &arena);
	}
	is_int(taken, 0, "nor does a missing end");
}

int main(void)
{
	test_round_trip();
	test_damage();
	error_clear();
	return done();
}
