#include "record/event.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "tap.h"

#define ID "0123456789abcdef0123456789abcdef"
#define SHA "0123456789abcdef0123456789abcdef01234567"
#define HEAD "\"at\":\"2026-11-30T17:00:00Z\",\"by\":\"A <a@b>\""

static int parse(const char *line)
{
	AUTO(event) event = { 0 };

	return event_parse(&event, line, strlen(line));
}

static void refused(const char *line, const char *why)
{
	is_int(parse(line), ERR_BADDATA, why);
}

static void test_round_trip(void)
{
	AUTO(event) event;
	AUTO(event) again = { 0 };

	setenv("GIT_BENCH_NOW", "1796058000", 1);
	event_new(&event, EVENT_CANCEL, ID, 2, "Ada <ada@example.org>");
	json_set_string(event.json, "why", "two\nlines");
	auto_free char *line = event_line(&event);
	is(line,
	   "{\"at\":\"2026-11-30T17:00:00Z\",\"by\":\"Ada <ada@example.org>\","
	   "\"event\":\"cancel\",\"id\":\"" ID "\",\"round\":2,\"v\":1,"
	   "\"why\":\"two\\nlines\"}",
	   "a line is compact, has sorted keys and no line feed");
	is_int(event_parse(&again, line, strlen(line)), 0, "it reads back");
	is_int(again.kind, EVENT_CANCEL, "kind");
	is_int(again.round, 2, "round");
	is_int(again.at, 1796058000, "time");
	is(again.by, "Ada <ada@example.org>", "author");
	auto_free char *second = event_line(&again);
	is(second, line, "and comes out byte for byte");
}

static void test_kinds(void)
{
	is_int(parse("{\"v\":1,\"event\":\"request\",\"id\":\"" ID "\"," HEAD
		     ",\"suite\":\"s\",\"sides\":[{\"sha\":\"" SHA "\"}]}"),
	       0, "a request needs suite and sides");
	is_int(parse("{\"v\":1,\"event\":\"result\",\"id\":\"" ID "\"," HEAD
		     ",\"round\":0,\"attempt\":1,\"runner\":\"r\",\"path\":"
		     "\"p\",\"commit\":\"" SHA "\",\"new\":[1]}"),
	       0, "members nobody knows are welcome");
	refused("{\"v\":1,\"event\":\"result\",\"id\":\"" ID "\"," HEAD
		",\"round\":0}",
		"a result without its members is no event");
	refused("{\"v\":1,\"event\":\"request\",\"id\":\"" ID "\"," HEAD
		",\"suite\":\"s\",\"sides\":[]}",
		"a request without sides is no event");
	refused("{\"v\":1,\"event\":\"request\",\"id\":\"" ID "\"," HEAD
		",\"suite\":\"s\",\"sides\":[{\"sha\":\"HEAD\"}]}",
		"a side that is not pinned is no side");
	refused("{\"v\":1,\"event\":\"request\",\"id\":\"" ID "\"," HEAD
		",\"suite\":7,\"sides\":[{\"sha\":\"" SHA "\"}]}",
		"a suite is text");
	refused("{\"v\":1,\"event\":\"retry\",\"id\":\"" ID "\"," HEAD
		",\"round\":0}",
		"a retry opens a round after the first");
	refused("{\"v\":1,\"event\":\"cancel\",\"id\":\"" ID "\"," HEAD "}",
		"a cancel names its round");
}

static void test_hostile(void)
{
	is_int(parse("{\"v\":2,\"event\":\"cancel\"}"), ERR_REFUSED,
	       "a newer version is not ours to judge");
	is_int(parse("{\"v\":1,\"event\":\"teleport\"}"), ERR_REFUSED,
	       "nor is an unknown kind");
	refused("", "nothing is no event");
	refused("hello", "nor is prose");
	refused("[1]", "nor an array");
	refused("{\"v\":1,\"v\":1,\"event\":\"cancel\"}", "nor a double key");
	refused("{\"v\":\"1\",\"event\":\"cancel\"}", "a version is a number");
	refused("{\"event\":\"cancel\"}", "there must be a version");
	refused("{\"v\":1,\"event\":\"cancel\",\"id\":\"../..\"," HEAD
		",\"round\":0}",
		"an id is 32 hexadecimal digits");
	refused("{\"v\":1,\"event\":\"cancel\",\"id\":\"" ID
		"\",\"by\":\"x\",\"at\":\"yesterday\",\"round\":0}",
		"a time is exact");
	refused("{\"v\":1,\"event\":\"cancel\",\"id\":\"" ID "\"," HEAD
		",\"round\":99999999999}",
		"a round is a small number");
	refused("{\"v\":1,\"event\":\"cancel\",\"id\":\"" ID "\"," HEAD
		",\"round\":1e400}",
		"numbers out of range");
	refused("\xff\xfe{}", "bytes that are no UTF-8");

	auto_free char *deep = xmalloc(60001);
	memset(deep, '[', 60000);
	deep[60000] = '\0';
	refused(deep, "deep nesting");
	auto_free char *longer = xmalloc(EVENT_LINE_MAX + 2);
	memset(longer, ' ', EVENT_LINE_MAX + 1);
	longer[EVENT_LINE_MAX + 1] = '\0';
	refused(longer, "a line without end");
}

int main(void)
{
	test_round_trip();
	test_kinds();
	test_hostile();
	error_clear();
	return done();
}
