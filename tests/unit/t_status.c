#include "report/status.h"

#include <string.h>

#include "base/json.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

#define NOW 1796058000 /* 2026-11-30T17:00:00Z */

static struct request_side sides[] = {
	{ .sha = { "0123456789abcdef0123456789abcdef01234567" } },
	{ .sha = { "89abcdef0123456789abcdef0123456789abcdef" },
	  .variant = (char *)"+flambda",
	  .ref = (char *)"refs/heads/topic" },
};

static struct request request_of(const char *id, enum request_state state)
{
	return (struct request){
		.id = (char *)id,
		.suite = (char *)"micro",
		.sides = sides,
		.nr_sides = 2,
		.by = (char *)"Ada <ada@example.org>",
		.at = NOW - 7200,
		.since = NOW - 7200,
		.state = state,
	};
}

static void people(void)
{
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;
	json_auto_t *failure = json_pack("{s:s, s:s}", "stage", "build",
					 "reason", "cc1: ...\nNo rule\n");
	json_auto_t *result = json_pack(
		"{s:s, s:{s:i, s:i}}", "path", "bench/history/x.json",
		"counts", "slower", 1, "same", 4);
	struct request r[] = {
		request_of("11111111aaaa", REQUEST_OPEN),
		request_of("22222222aaaa", REQUEST_OPEN),
		request_of("33333333aaaa", REQUEST_UNAPPROVED),
		request_of("44444444aaaa", REQUEST_FAILED),
		request_of("55555555aaaa", REQUEST_DONE),
	};
	struct claim claim = { .runner = (char *)"turing\033[2J",
			       .attempt = 2,
			       .at = NOW - 60 };
	struct status_entry entries[] = {
		{ .request = &r[0], .claim = &claim, .gone = true },
		{ .request = &r[1], .position = 1 }, { .request = &r[2] },
		{ .request = &r[3] }, { .request = &r[4] },
	};

	r[1].nr_sides = 1;
	r[3].end = failure;
	r[4].end = result;
	r[4].by = (char *)"bot";
	status_table(&table, entries, 5, NOW);
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "#  request   state       suite  compared"
	   "                         by   asked\n"
	   "   11111111  measuring   micro  0123456789..89abcdef01 +flambda"
	   "  Ada  2 hours ago  turing\\x1b[2J, seen 1 minute ago, "
	   "attempt 2, its process is gone\n"
	   "1  22222222  open        micro  0123456789"
	   "                       Ada  2 hours ago\n"
	   "   33333333  unapproved  micro  0123456789..89abcdef01 +flambda"
	   "  Ada  2 hours ago  waits for `git bench approve`\n"
	   "   44444444  failed      micro  0123456789..89abcdef01 +flambda"
	   "  Ada  2 hours ago  build: No rule\n"
	   "   55555555  done        micro  0123456789..89abcdef01 +flambda"
	   "  bot  2 hours ago  1 slower, 4 same in bench/history/x.json\n",
	   "the queue for people");
}

static void programs(void)
{
	struct request r = request_of("11111111aaaa", REQUEST_OPEN);
	struct claim claim = { .runner = (char *)"turing",
			       .attempt = 1,
			       .at = NOW - 60 };
	struct status_entry waits = { .request = &r, .position = 3 };
	struct status_entry measured = { .request = &r, .claim = &claim };

	r.filter = (char *)"^fib";
	r.options = json_pack("{s:i}", "samples", 5);
	ok(status_is_waiting(&waits) && !status_is_waiting(&measured),
	   "what is claimed does not wait");
	json_auto_t *open = status_json(&waits);
	auto_free char *line = json_line(open);
	is(line,
	   "{\"at\":\"2026-11-30T15:00:00Z\",\"by\":\"Ada "
	   "<ada@example.org>\",\"filter\":\"^fib\",\"id\":\"11111111aaaa\","
	   "\"options\":{\"samples\":5},\"position\":3,\"priority\":0,"
	   "\"round\":0,\"sides\":["
	   "{\"sha\":\"0123456789abcdef0123456789abcdef01234567\"},"
	   "{\"ref\":\"refs/heads/topic\","
	   "\"sha\":\"89abcdef0123456789abcdef0123456789abcdef\","
	   "\"variant\":\"+flambda\"}],\"since\":\"2026-11-30T15:00:00Z\","
	   "\"state\":\"open\",\"suite\":\"micro\"}",
	   "the queue for programs");
	json_auto_t *running = status_json(&measured);
	auto_free char *who = json_line(json_object_get(running, "claim"));
	is(who,
	   "{\"at\":\"2026-11-30T16:59:00Z\",\"attempt\":1,"
	   "\"runner\":\"turing\"}",
	   "who measures it");
	ok(!json_object_get(running, "position"), "it has no position");
	json_decref(r.options);
}

int main(void)
{
	people();
	programs();
	return done();
}
