#include "service/sightings.h"

#include <string.h>

static struct sighting *find(const struct sightings *sightings,
			     const char *request)
{
	for (size_t i = 0; i < sightings->nr; i++)
		if (!strcmp(sightings->items[i].request, request))
			return &sightings->items[i];
	return NULL;
}

static void see(struct sightings *sightings, const struct claim *claim,
		double now)
{
	struct sighting *s = find(sightings, claim->request);

	if (!s) {
		ARRAY_GROW(sightings->items, sightings->nr + 1,
			   sightings->cap);
		s = &sightings->items[sightings->nr++];
		*s = (struct sighting){ .request = xstrdup(claim->request) };
	}
	bool same = oid_equal(&s->oid, &claim->oid);
	if (same && now - s->last > s->gap)
		s->gap = now - s->last;
	/* How long a row's gaps may be is known once the claim is read. */
	if (!same || (!claim_is_unread(claim) && s->gap > claim->lease / 3)) {
		s->since = now;
		s->gap = 0;
	}
	s->oid = claim->oid;
	s->lease = claim->lease;
	s->last = now;
}

static bool is_among(const struct claims *claims, const char *request)
{
	for (size_t i = 0; i < claims->nr; i++)
		if (!strcmp(claims->items[i].request, request))
			return true;
	return false;
}

void sightings_look(struct sightings *sightings, const struct claims *claims,
		    double now)
{
	for (size_t i = 0; i < claims->nr; i++)
		see(sightings, &claims->items[i], now);
	for (size_t i = sightings->nr; i--;) {
		if (is_among(claims, sightings->items[i].request))
			continue;
		free(sightings->items[i].request);
		sightings->items[i] = sightings->items[--sightings->nr];
	}
}

bool sightings_expired(const struct sightings *sightings,
		       const struct claim *claim, double now)
{
	const struct sighting *s = find(sightings, claim->request);

	return s && !claim_is_unread(claim) &&
	       oid_equal(&s->oid, &claim->oid) &&
	       now - s->last <= s->lease / 3 && now - s->since >= s->lease;
}

bool sightings_want_reading(const struct sightings *sightings,
			    const struct claims *claims, double patience,
			    double now)
{
	for (size_t i = 0; i < claims->nr; i++) {
		const struct claim *claim = &claims->items[i];
		const struct sighting *s = find(sightings, claim->request);

		if (claim_is_unread(claim) && s && now - s->since >= patience)
			return true;
	}
	return false;
}

bool sightings_abandoned(const struct sightings *sightings,
			 const struct claim *claim, double now)
{
	return claim_is_dead(claim) || claim_is_own(claim) ||
	       sightings_expired(sightings, claim, now);
}

void sightings_release(struct sightings *sightings)
{
	for (size_t i = 0; i < sightings->nr; i++)
		free(sightings->items[i].request);
	free(sightings->items);
	*sightings = (struct sightings)SIGHTINGS_INIT;
}
