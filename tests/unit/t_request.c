#include "record/request.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "tap.h"

#define ID "0123456789abcdef0123456789abcdef"
#define SHA "0123456789abcdef0123456789abcdef01234567"
#define T "\"at\":\"2026-11-30T17:00:00Z\",\"by\":\"A\",\"id\":\"" ID "\","
#define END "\"attempt\":1,\"runner\":\"r\","

#define REQUEST                                               \
	"{" T "\"event\":\"request\",\"sides\":[{\"sha\":\"" SHA \
	"\"}],\"suite\":\"s\",\"v\":1}"
#define GUARDED                                                \
	"{" T "\"event\":\"request\",\"needs_approval\":true," \
	"\"sides\":[{\"sha\":\"" SHA "\"}],\"suite\":\"s\",\"v\":1}"
#define RETRY(n) "{" T "\"event\":\"retry\",\"round\":" #n ",\"v\":1}"
#define CANCEL(n) "{" T "\"event\":\"cancel\",\"round\":" #n ",\"v\":1}"
#define APPROVE(n) "{" T "\"event\":\"approve\",\"round\":" #n ",\"v\":1}"
#define FAILURE(n)                                                         \
	"{" T END "\"event\":\"failure\",\"reason\":\"x\",\"round\":" #n \
	",\"stage\":\"build\",\"v\":1}"
#define RESULT(n)                                                     \
	"{" T END "\"commit\":\"" SHA "\",\"event\":\"result\"," \
	"\"path\":\"p\",\"round\":" #n ",\"v\":1}"

static void parse_all(struct events *out, const char *const *lines)
{
	for (; *lines; lines++) {
		struct event event;

		if (event_parse(&event, *lines, strlen(*lines))) {
			ok(false, "%s: %s", *lines, error_message());
			continue;
		}
		events_add(out, &event);
	}
}

/* What a fold says, as one string to compare. */
static char *describe(const struct events *events)
{
	AUTO(request) request = { 0 };

	if (request_fold(&request, events->items, events->nr))
		return xstrdup("none");
	auto_free char *end =
		request.end ? json_line(request.end) : xstrdup("-");
	return xstrfmt("%s %d%s %s", request_state_name(request.state),
		       request.round, request.conflict ? " conflict" : "",
		       end);
}

static void folds(const char *want, const char *name,
		  const char *const *lines)
{
	AUTO(events) events = { 0 };

	parse_all(&events, lines);
	auto_free char *whole = describe(&events);
	/* Without the event that ended the round. */
	char *space = strrchr(whole, '{');
	if (!space)
		space = strrchr(whole, '-');
	if (space)
		space[-1] = '\0';
	is(whole, want, name);
}

#define FOLDS(want, name, ...) \
	folds(want, name, (const char *const[]){ __VA_ARGS__, NULL })

static void test_states(void)
{
	FOLDS("open 0", "a request is open", REQUEST);
	FOLDS("none", "no request, no state", CANCEL(0));
	FOLDS("done 0", "a result ends it", REQUEST, RESULT(0));
	FOLDS("cancelled 0", "a cancel ends it", REQUEST, CANCEL(0));
	FOLDS("failed 0", "a failure ends it", REQUEST, FAILURE(0));
	FOLDS("done 0", "a result comes before cancel and failure",
	      FAILURE(0), CANCEL(0), REQUEST, RESULT(0));
	FOLDS("cancelled 0", "a cancel comes before a failure", FAILURE(0),
	      CANCEL(0), REQUEST);
	FOLDS("open 0", "a retry of an open round does not count", REQUEST,
	      RETRY(1));
	FOLDS("open 1", "a retry opens the next round", REQUEST, FAILURE(0),
	      RETRY(1));
	FOLDS("open 1", "several retries for one number are one", REQUEST,
	      FAILURE(0), RETRY(1),
	      "{\"at\":\"2026-11-30T18:00:00Z\",\"by\":\"B\",\"event\":"
	      "\"retry\",\"id\":\"" ID "\",\"round\":1,\"v\":1}");
	FOLDS("failed 0", "a retry that leaves a number out waits", REQUEST,
	      FAILURE(0), RETRY(2));
	FOLDS("open 2", "until that number is there", REQUEST, FAILURE(0),
	      RETRY(2), RETRY(1), CANCEL(1));
	FOLDS("open 0", "a result of a round never opened is ignored",
	      REQUEST, RESULT(3));
	FOLDS("open 0", "also that of the next round", REQUEST, RESULT(1));
	FOLDS("done 1", "it counts once its round is open", REQUEST,
	      RESULT(1), CANCEL(0), RETRY(1));
	FOLDS("unapproved 0", "an expensive one waits", GUARDED);
	FOLDS("open 0", "for its approval", GUARDED, APPROVE(0));
	FOLDS("unapproved 0", "that of another round does not help", GUARDED,
	      APPROVE(1));
	FOLDS("open 1", "a plain retry needs none", GUARDED, CANCEL(0),
	      RETRY(1));
	FOLDS("unapproved 0 conflict", "two requests of one id: the smallest",
	      REQUEST, GUARDED);
	FOLDS("open 0", "the same one twice is none", REQUEST, REQUEST);
}

static void shuffle(struct events *events, unsigned *seed)
{
	for (size_t i = events->nr; i > 1; i--) {
		size_t j = rand_r(seed) % i;
		struct event swap = events->items[i - 1];

		events->items[i - 1] = events->items[j];
		events->items[j] = swap;
	}
}

/* Lines by the bits of `mask`, some of them twice. */
static void subset(struct events *out, const char *const *lines, size_t nr,
		   unsigned mask, unsigned twice)
{
	for (size_t i = 0; i < nr; i++) {
		const char *const one[] = { lines[i], NULL };

		if (mask & 1u << i)
			parse_all(out, one);
		if (mask & twice & 1u << i)
			parse_all(out, one);
	}
}

static void test_order_is_nothing(void)
{
	static const char *const lines[] = {
		REQUEST,    GUARDED,   CANCEL(0),  FAILURE(0), RETRY(1),
		APPROVE(1), RESULT(1), FAILURE(1), RETRY(2),   CANCEL(2),
		RESULT(3),
	};
	size_t nr = ARRAY_SIZE(lines);
	unsigned seed = 7;
	size_t wrong = 0;

	for (unsigned mask = 1; mask < 1u << nr; mask += 1 + rand_r(&seed) % 3) {
		AUTO(events) plain = { 0 };
		AUTO(events) other = { 0 };

		subset(&plain, lines, nr, mask, 0);
		subset(&other, lines, nr, mask, rand_r(&seed));
		shuffle(&other, &seed);
		auto_free char *a = describe(&plain);
		auto_free char *b = describe(&other);
		if (strcmp(a, b)) {
			printf("# %#x: %s, but %s\n", mask, a, b);
			wrong++;
		}
	}
	is_int(wrong, 0, "neither order nor repetition changes a fold");
}

static void permute(struct events *events, size_t from, const char *want,
		    size_t *seen, size_t *wrong)
{
	if (from == events->nr) {
		auto_free char *got = describe(events);

		++*seen;
		*wrong += strcmp(got, want) != 0;
		return;
	}
	for (size_t i = from; i < events->nr; i++) {
		struct event swap = events->items[from];

		events->items[from] = events->items[i];
		events->items[i] = swap;
		permute(events, from + 1, want, seen, wrong);
		events->items[i] = events->items[from];
		events->items[from] = swap;
	}
}

static void test_all_permutations(void)
{
	static const char *const lines[] = {
		GUARDED, REQUEST, RESULT(0), CANCEL(0),
		RETRY(1), FAILURE(1), RETRY(1), NULL,
	};
	AUTO(events) events = { 0 };
	size_t seen = 0, wrong = 0;

	parse_all(&events, lines);
	auto_free char *want = describe(&events);
	permute(&events, 0, want, &seen, &wrong);
	is_int(seen, 5040, "seven lines have 5040 orders");
	is_int(wrong, 0, "and one fold");
}

static void test_round_trip(void)
{
	struct request_side sides[] = {
		{ .sha = { SHA }, .variant = (char *)"+flambda" },
		{ .sha = { SHA }, .ref = (char *)"refs/heads/x" },
	};
	json_auto_t *options = json_object();
	struct request asked = {
		.id = (char *)ID, .suite = (char *)"sandmark",
		.sides = sides, .nr_sides = 2, .pr = (char *)"17",
		.priority = -3, .filter = (char *)"^bdd", .options = options,
		.at = 1796058000, .by = (char *)"A <a@b>",
		.needs_approval = true,
	};
	AUTO(event) event;
	AUTO(request) got = { 0 };

	json_set_int(options, "samples", 5);
	request_to_event(&event, &asked);
	auto_free char *line = event_line(&event);
	AUTO(event) parsed = { 0 };
	is_int(event_parse(&parsed, line, strlen(line)), 0,
	       "what a request says can be read");
	is_int(request_fold(&got, &parsed, 1), 0, "and folded");
	AUTO(request) copy;
	request_copy(&copy, &got);
	AUTO(event) second;
	request_to_event(&second, &copy);
	auto_free char *again = event_line(&second);
	is(again, line, "and says the same, also as a copy");
	is(request_head(&got)->ref, "refs/heads/x", "the head is last");
	is_int(got.state, REQUEST_UNAPPROVED, "and waits for its approval");
}

static void test_queue_order(void)
{
	struct request a = { .id = (char *)"a", .at = 5 };
	struct request b = { .id = (char *)"b", .at = 5 };
	struct request old = { .id = (char *)"c", .at = 4 };
	struct request urgent = { .id = (char *)"d", .at = 9, .priority = 1 };

	ok(request_compare(&urgent, &old) < 0, "priority first");
	ok(request_compare(&old, &a) < 0, "then time");
	ok(request_compare(&a, &b) < 0, "then id");
}

/* A note of ten thousand rounds is folded, not suffered. */
static void test_many_rounds(void)
{
	AUTO(events) events = { 0 };
	const char *const request[] = { REQUEST, NULL };

	parse_all(&events, request);
	for (int round = 0; round < 10000; round++) {
		struct event event;

		event_new(&event, EVENT_CANCEL, ID, round, "A");
		events_add(&events, &event);
		event_new(&event, EVENT_RETRY, ID, round + 1, "A");
		events_add(&events, &event);
	}
	AUTO(request) got = { 0 };
	request_fold(&got, events.items, events.nr);
	is_int(got.round, 10000, "ten thousand rounds");
}

int main(void)
{
	test_states();
	test_all_permutations();
	test_order_is_nothing();
	test_round_trip();
	test_queue_order();
	test_many_rounds();
	error_clear();
	return done();
}
