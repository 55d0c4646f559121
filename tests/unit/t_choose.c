#include "service/choose.h"

#include <string.h>

#include "record/offer.h"
#include "service/roster.h"
#include "tap.h"

#define NR 4

/* Four open requests, each a second younger than the one before. */
static struct request requests[NR];
static struct ledger ledger = { .requests = requests, .nr = NR };
static struct claims claims;
static struct sightings sightings;

static void begin(void)
{
	static char ids[NR][2] = { "a", "b", "c", "d" };

	memset(requests, 0, sizeof(requests));
	for (int i = 0; i < NR; i++) {
		requests[i].id = ids[i];
		requests[i].since = requests[i].at = 1000 + i;
	}
}

static struct choosing choosing(size_t rivals, const struct strlist *labels)
{
	return (struct choosing){
		.ledger = &ledger,
		.claims = &claims,
		.sightings = &sightings,
		.runner = "one",
		.labels = labels,
		.rivals = rivals,
	};
}

static const char *chosen(size_t rivals, const struct strlist *labels)
{
	struct choosing c = choosing(rivals, labels);
	struct choice choice;

	choose(&choice, &c);
	return choice.request ? choice.request->id : NULL;
}

/* Which of them are ever taken, in 400 times? */
static int ever(size_t rivals, const struct strlist *labels)
{
	int seen = 0;

	for (int i = 0; i < 400; i++) {
		const char *id = chosen(rivals, labels);

		seen |= id ? 1 << (*id - 'a') : 0;
	}
	return seen;
}

static void test_order(const struct strlist *labels)
{
	begin();
	is(chosen(1, labels), "a", "alone, one takes the first");
	is_int(ever(2, labels), 3, "two rivals share the first two");
	is_int(ever(9, labels), 15, "many share what there is");
	requests[0].priority = 100;
	is_int(ever(9, labels), 1, "but all want the most urgent one");
}

static void test_offers(const struct strlist *labels)
{
	struct choosing c = choosing(1, labels);
	struct choice choice;

	begin();
	requests[0].pool = (char *)"other";
	requests[1].runner = (char *)"two";
	requests[2].pool = (char *)"p";
	requests[2].runner = (char *)"one";
	choose(&choice, &c);
	is(choice.request->id, "c", "the first that it may take");
	is_int(choice.elsewhere, 2, "the others are for others");
	requests[2].state = REQUEST_UNAPPROVED;
	is(chosen(1, labels), "d", "what waits for approval is not taken");
	requests[3].state = REQUEST_UNAPPROVED;
	is(chosen(1, labels), NULL, "then there is none");
}

static void test_unservable(const struct strlist *labels)
{
	struct choosing c = choosing(1, labels);
	struct face two = { .name = (char *)"two", .at = 2000 };
	struct faces faces = { .items = &two, .nr = 1 };
	struct choice choice = { 0 };
	char *obstacle;

	begin();
	requests[1].pool = (char *)"other";
	requests[2].runner = (char *)"two";
	choose_unservable(&choice, &obstacle, &c, &faces, 1001);
	ok(!obstacle, "there is time yet");
	choose_unservable(&choice, &obstacle, &c, &faces, 1900);
	is(obstacle, "no runner offers pool 'other'", "now there is none");
	is(choice.request->id, "b", "for that one");
	free(obstacle);
	requests[1].pool = NULL;
	choose_unservable(&choice, &obstacle, &c, &faces, 1900);
	ok(!obstacle, "a runner that was seen may come back");
	choose_unservable(&choice, &obstacle, &c, &faces, 2001);
	is(obstacle, "there is no runner 'two'", "but not after as long");
	free(obstacle);
	requests[2].pool = (char *)"p";
	obstacle = offer_obstacle(&faces, 0, &requests[2]);
	is(obstacle, "runner 'two' does not offer pool 'p'",
	   "a runner of another pool");
	free(obstacle);
}

static void test_roster(void)
{
	struct face face = { .name = (char *)"one", .oid = { "1" } };
	struct faces faces = { .items = &face, .nr = 1 }, none = { 0 };
	AUTO(roster) roster = ROSTER_INIT;

	roster_look(&roster, &faces, 0);
	is_int(roster_live(&roster, 0), 1, "one that was never seen may live");
	roster_look(&roster, &faces, ROSTER_PATIENCE + 1);
	is_int(roster_live(&roster, ROSTER_PATIENCE + 1), 0,
	       "not if it never moves");
	face.oid.hex[0] = '2';
	roster_look(&roster, &faces, 5000);
	is_int(roster_live(&roster, 5000), 1, "it moved");
	face.state = FACE_STOPPED;
	roster_look(&roster, &faces, 5001);
	is_int(roster_live(&roster, 5001), 0, "it says that it stopped");
	face.state = FACE_IDLE;
	roster_look(&roster, &none, 5002);
	is_int(roster_live(&roster, 5002), 0, "it is gone");
}

int main(void)
{
	AUTO(strlist) labels = STRLIST_INIT;

	strlist_add(&labels, "p");
	test_order(&labels);
	test_offers(&labels);
	test_unservable(&labels);
	test_roster();
	return done();
}
