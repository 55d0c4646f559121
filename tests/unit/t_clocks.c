/* Clocks that disagree: who fires a slot. */
#include "service/clocks.h"

#include <stdio.h>

#include "base/alloc.h"
#include "tap.h"

#define NOW 1796058000 /* ours, at the second look */
#define HOUR 3600

/* A face as it is met at one look; every `version` is another commit. */
static struct face face(const char *name, int64_t at, int version)
{
	struct face face = { .name = (char *)name, .at = at,
			     .state = FACE_IDLE };

	snprintf(face.oid.hex, sizeof(face.oid.hex), "%040d", version);
	return face;
}

static void look(struct clocks *clocks, struct face *items, size_t nr,
		 int64_t now, double monotonic)
{
	const struct faces faces = { .items = items, .nr = nr };

	clocks_look(clocks, &faces, "me", now, monotonic);
}

/* Two looks, 20 seconds apart; the other's stamps at each. */
static void two_looks(struct clocks *clocks, int64_t first, int64_t second)
{
	struct face before = face("other", first, 1);
	struct face after = face("other", second, first == second ? 1 : 2);

	clocks_release(clocks);
	look(clocks, &before, 1, NOW - 20, 1000);
	look(clocks, &after, 1, NOW, 1020);
}

static void who_is_later(void)
{
	AUTO(clocks) clocks = CLOCKS_INIT;

	two_looks(&clocks, NOW - HOUR - 600, NOW - HOUR);
	is(clocks_later(&clocks, NOW, NOW, 1020), "other",
	   "an hour behind, it reaches the slot later: it fires");
	ok(!clocks_later(&clocks, NOW - HOUR - 60, NOW, 1020),
	   "a slot that it has reached, too, is anybody's");
	two_looks(&clocks, NOW + HOUR - 600, NOW + HOUR);
	ok(!clocks_later(&clocks, NOW, NOW, 1020),
	   "an hour ahead, it leaves the slot to us");
	two_looks(&clocks, NOW - 620, NOW - 5);
	ok(!clocks_later(&clocks, NOW, NOW, 1020), "clocks that agree");
	two_looks(&clocks, NOW - 900, NOW - 299);
	ok(!clocks_later(&clocks, NOW, NOW, 1020),
	   "five minutes are no disagreement");
	two_looks(&clocks, NOW - 1000, NOW - 321);
	is(clocks_later(&clocks, NOW, NOW, 1020), "other",
	   "more than five minutes are");
}

static void what_says_nothing(void)
{
	AUTO(clocks) clocks = CLOCKS_INIT;
	struct face stale = face("other", NOW - 9 * HOUR, 1);
	struct face mine = face("me", NOW - HOUR, 1);
	struct face moved = face("me", NOW - HOUR + 60, 2);

	look(&clocks, &stale, 1, NOW, 1000);
	ok(!clocks_later(&clocks, NOW, NOW, 1000),
	   "a stamp seen once says nothing");
	two_looks(&clocks, NOW - 9 * HOUR, NOW - 9 * HOUR);
	ok(!clocks_later(&clocks, NOW, NOW, 1020),
	   "nor does one that did not change");
	clocks_release(&clocks);
	look(&clocks, &mine, 1, NOW - 20, 1000);
	look(&clocks, &moved, 1, NOW, 1020);
	ok(!clocks_later(&clocks, NOW, NOW, 1020), "our own is no other's");
}

/* Long between two looks: what was written then may be of any time then. */
static void after_a_long_job(void)
{
	AUTO(clocks) clocks = CLOCKS_INIT;
	struct face before = face("other", NOW - 3 * HOUR, 1);
	struct face after = face("other", NOW - HOUR, 2);

	look(&clocks, &before, 1, NOW - 2 * HOUR, 1000);
	look(&clocks, &after, 1, NOW, 1000 + 2 * HOUR);
	ok(!clocks_later(&clocks, NOW, NOW, 1000 + 2 * HOUR),
	   "a stamp from between two looks that are hours apart");
	before = face("other", NOW - 9 * HOUR, 3);
	look(&clocks, &before, 1, NOW + 20, 1020 + 2 * HOUR);
	is(clocks_later(&clocks, NOW, NOW + 20, 1020 + 2 * HOUR), "other",
	   "one from before them");
}

static void can_it_fire(void)
{
	AUTO(clocks) clocks = CLOCKS_INIT;
	struct face busy = face("other", NOW - HOUR + 20, 3);

	two_looks(&clocks, NOW - HOUR - 600, NOW - HOUR);
	ok(clocks_later(&clocks, NOW, NOW + 1000, 2020),
	   "a runner is trusted to live for a while");
	ok(!clocks_later(&clocks, NOW, NOW + 2000, 1030 + CLOCKS_TRUST),
	   "one that no longer writes is not waited for");
	busy.state = FACE_WORKING;
	look(&clocks, &busy, 1, NOW + 20, 1040);
	ok(!clocks_later(&clocks, NOW, NOW + 20, 1040),
	   "nor is one that is busy");
	look(&clocks, NULL, 0, NOW + 40, 1060);
	is_int(clocks.nr, 0, "one that is gone is forgotten");
}

int main(void)
{
	who_is_later();
	what_says_nothing();
	after_a_long_job();
	can_it_fire();
	return done();
}
