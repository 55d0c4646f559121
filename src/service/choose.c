#include "service/choose.h"

#include <string.h>
#include <sys/random.h>

#include "record/offer.h"

const struct request *choose_find_request(const struct ledger *ledger,
					  const char *id)
{
	for (size_t i = 0; i < ledger->nr; i++)
		if (!strcmp(ledger->requests[i].id, id))
			return &ledger->requests[i];
	return NULL;
}

static const struct claim *find_claim(const struct claims *claims,
				      const char *id)
{
	for (size_t i = 0; i < claims->nr; i++)
		if (!strcmp(claims->items[i].request, id))
			return &claims->items[i];
	return NULL;
}

static bool is_open(const struct choosing *c, const struct request *request)
{
	return request->state == REQUEST_OPEN &&
	       (!c->only || !strcmp(c->only, request->id)) &&
	       (!c->schedule || (request->schedule &&
				 !strcmp(c->schedule, request->schedule)));
}

/* One time in `nr`. */
static bool is_chosen(size_t nr)
{
	uint32_t chance = 0;

	return nr == 1 || (getrandom(&chance, sizeof(chance), 0) > 0 &&
			   chance % nr == 0);
}

/* Free, or to be taken from *claim. */
static bool is_free(const struct claim **claim, const struct choosing *c,
		    const struct request *request)
{
	*claim = find_claim(c->claims, request->id);
	return !*claim || sightings_abandoned(c->sightings, *claim, c->now);
}

/* Of `nr` met so far each is the chosen one with the same chance. */
void choose(struct choice *out, const struct choosing *c)
{
	size_t free_ones = 0;

	*out = (struct choice){ 0 };
	for (size_t i = 0; i < c->ledger->nr && free_ones < c->rivals; i++) {
		const struct request *request = &c->ledger->requests[i];
		const struct claim *claim;

		if (!is_open(c, request))
			continue;
		if (out->request && request->priority < out->request->priority)
			break;
		if (!offer_fits(c->runner, c->labels, request)) {
			out->elsewhere++;
		} else if (is_free(&claim, c, request)) {
			if (!is_chosen(++free_ones))
				continue;
			out->request = request;
			out->old = claim;
		} else if (!out->blocked) {
			out->blocked = request;
			out->blocker = claim;
		}
	}
}

void choose_unservable(struct choice *out, char **obstacle,
		       const struct choosing *c, const struct faces *faces,
		       int64_t limit)
{
	*obstacle = NULL;
	for (size_t i = 0; i < c->ledger->nr && !*obstacle; i++) {
		const struct request *request = &c->ledger->requests[i];
		const struct claim *claim;

		if (request->since >= limit || !is_open(c, request) ||
		    offer_fits(c->runner, c->labels, request) ||
		    !is_free(&claim, c, request))
			continue;
		*obstacle = offer_obstacle(faces, limit, request);
		if (!*obstacle)
			continue;
		out->request = request;
		out->old = claim;
	}
}
