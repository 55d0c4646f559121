#include "service/sightings.h"

#include "tap.h"

static struct claim claim_of(const char *digit)
{
	struct claim claim = { .request = (char *)"r", .lease = 30 };

	for (int i = 0; i < OID_HEX_LEN; i++)
		claim.oid.hex[i] = *digit;
	return claim;
}

int main(void)
{
	struct claim one = claim_of("1"), two = claim_of("2");
	struct claims seen = { .items = &one, .nr = 1 };
	struct claims renewed = { .items = &two, .nr = 1 }, none = { 0 };
	struct claim name = claim_of("3"), three = claim_of("3");
	struct claims listed = { .items = &name, .nr = 1 };
	struct claims fetched = { .items = &three, .nr = 1 };
	__attribute__((cleanup(sightings_release))) struct sightings s =
		SIGHTINGS_INIT;

	ok(!sightings_expired(&s, &one, 0), "an unseen claim is alive");
	for (double t = 0; t < 30; t += 10)
		sightings_look(&s, &seen, t);
	ok(!sightings_expired(&s, &one, 29), "short of a lease it is alive");
	sightings_look(&s, &seen, 30);
	ok(sightings_expired(&s, &one, 30), "a whole lease of looks is enough");
	sightings_look(&s, &renewed, 31);
	ok(!sightings_expired(&s, &two, 31), "a renewal starts anew");
	ok(!sightings_expired(&s, &one, 31), "the old object counts no more");
	for (double t = 40; t <= 50; t += 10)
		sightings_look(&s, &renewed, t);
	sightings_look(&s, &renewed, 61);
	ok(!sightings_expired(&s, &two, 61),
	   "a gap of more than a third of the lease starts anew");
	for (double t = 71; t <= 91; t += 10)
		sightings_look(&s, &renewed, t);
	ok(sightings_expired(&s, &two, 91), "and then a lease is enough");
	ok(!sightings_expired(&s, &two, 102),
	   "the last look must be recent itself");
	sightings_look(&s, &none, 103);
	is_int(s.nr, 0, "a claim that is gone is forgotten");

	name.round = CLAIM_ROUND_UNREAD;
	for (double t = 200; t <= 230; t += 10)
		sightings_look(&s, &listed, t);
	ok(!sightings_expired(&s, &name, 230),
	   "a claim that was only listed is nobody's to take");
	ok(!sightings_want_reading(&s, &listed, 31, 230) &&
		   sightings_want_reading(&s, &listed, 30, 230),
	   "after some patience it is to be read");
	sightings_look(&s, &fetched, 231);
	ok(sightings_expired(&s, &three, 231),
	   "once it is read, the looks at its name count");
	sightings_look(&s, &none, 232);
	sightings_look(&s, &listed, 300);
	sightings_look(&s, &listed, 330);
	sightings_look(&s, &fetched, 331);
	ok(!sightings_expired(&s, &three, 331),
	   "unless they were too far apart for its lease");
	return done();
}
