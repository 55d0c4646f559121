#include "service/forecast.h"

#include <math.h>
#include <string.h>

#include "measure/machine.h"
#include "record/offer.h"
#include "service/estimate.h"

/* Who works off the queue, and from when on it is free for the next. */
struct server {
	const struct face *face; /* NULL: assumed */
	double free_at; /* seconds from now; infinite: not to be told */
};

struct outlook {
	struct forecast *out;
	const struct ledger *ledger;
	const struct claims *claims;
	const struct faces *faces;
	int64_t now;
	struct server *servers;
	size_t nr_servers;
};

bool forecast_is_there(const struct face *face, int64_t now)
{
	return face->state != FACE_STOPPED && !face_is_dead(face) &&
	       now - face->at < FORECAST_GONE;
}

/* It is there, and takes nothing new. */
static bool is_asleep(const struct face *face)
{
	return face->state == FACE_PAUSED || face->state == FACE_DRAINING;
}

/* ==== Who may take what ================================================= */

static bool offers(const struct face *face, const struct request *request)
{
	return offer_fits(face->name, &face->labels, request);
}

static bool may_take(const struct server *server,
		     const struct request *request)
{
	return !server->face || offers(server->face, request);
}

/* By a runner that is there; *awake: by one that takes anything just now. */
static bool is_offered(bool *awake, const struct outlook *o,
		       const struct request *request)
{
	bool offered = false;

	*awake = false;
	for (size_t i = 0; i < o->faces->nr; i++) {
		const struct face *face = &o->faces->items[i];

		if (!forecast_is_there(face, o->now) || !offers(face, request))
			continue;
		offered = true;
		*awake |= !is_asleep(face);
	}
	return offered;
}

static char *runner_obstacle(const struct outlook *o, const char *name)
{
	const struct face *face = faces_find(o->faces, name);

	if (!face)
		return xstrfmt("no runner '%s' was ever seen", name);
	if (face->state == FACE_STOPPED)
		return xstrfmt("runner '%s' has stopped", name);
	return forecast_is_there(face, o->now) ?
		       xstrfmt("runner '%s' is not of that pool", name) :
		       xstrfmt("runner '%s' is gone", name);
}

static char *find_obstacle(const struct outlook *o,
			   const struct request *request)
{
	bool awake;

	if (is_offered(&awake, o, request))
		return awake ? NULL : xstrdup("its runners are paused");
	if (request->runner)
		return runner_obstacle(o, request->runner);
	return request->pool ?
		       xstrfmt("no runner offers pool '%s'", request->pool) :
		       NULL;
}

/* ==== How long it takes ================================================= */

static const struct claim *claim_of(const struct outlook *o,
				    const struct request *request)
{
	for (size_t i = 0; i < o->claims->nr; i++)
		if (!strcmp(o->claims->items[i].request, request->id) &&
		    o->claims->items[i].round == request->round)
			return &o->claims->items[i];
	return NULL;
}

/* The kind of machine that it will run on, or most likely will. */
static const char *class_for(const struct outlook *o,
			     const struct request *request,
			     const char *otherwise)
{
	const struct claim *claim = claim_of(o, request);
	const struct face *face =
		claim ? faces_find(o->faces, claim->runner) : NULL;

	for (size_t i = 0; !face && i < o->faces->nr; i++)
		if (forecast_is_there(&o->faces->items[i], o->now) &&
		    offers(&o->faces->items[i], request))
			face = &o->faces->items[i];
	return face && face->machine.class ? face->machine.class : otherwise;
}

static int estimate_queue(const struct outlook *o, struct repo *repo)
{
	size_t nr = o->ledger->nr, live = 0;
	auto_free struct estimate_query *queries =
		xcalloc(nr + 1, sizeof(*queries));
	auto_free struct estimate *found = xcalloc(nr + 1, sizeof(*found));
	auto_free size_t *at = xcalloc(nr + 1, sizeof(*at));
	AUTO(machine) machine = { 0 };

	machine_read(&machine);
	for (size_t i = 0; i < nr; i++) {
		const struct request *request = &o->ledger->requests[i];

		if (request_has_ended(request))
			continue;
		queries[live] = (struct estimate_query){
			request, class_for(o, request, machine.class)
		};
		at[live++] = i;
	}
	int rc = estimate_all(found, repo, queries, live);
	for (size_t i = 0; i < live; i++) {
		if (!rc && found[i].known)
			o->out[at[i]].seconds = found[i].seconds;
		estimate_release(&found[i]);
	}
	return rc;
}

/* ==== The queue ========================================================= */

static struct server *find_server(struct outlook *o, const char *runner)
{
	for (size_t i = 0; i < o->nr_servers; i++)
		if (o->servers[i].face &&
		    !strcmp(o->servers[i].face->name, runner))
			return &o->servers[i];
	return NULL;
}

static void add_servers(struct outlook *o)
{
	o->servers = xcalloc(o->faces->nr + 1, sizeof(*o->servers));
	for (size_t i = 0; i < o->faces->nr; i++) {
		const struct face *face = &o->faces->items[i];

		if (!forecast_is_there(face, o->now))
			continue;
		o->servers[o->nr_servers++] = (struct server){
			.face = face,
			.free_at = is_asleep(face) ? INFINITY : 0,
		};
	}
	if (!o->nr_servers)
		o->nr_servers = 1;
}

/* What is claimed keeps its runner for as long as it will still take. */
static void occupy(struct outlook *o, const struct claim *claim,
		   double seconds)
{
	struct server *server = find_server(o, claim->runner);
	const struct face_job *job = server ? &server->face->job : NULL;
	int64_t begin = job && job->nr_phases ? job->phases[0].at : claim->at;

	if (!server && !o->servers[0].face)
		server = &o->servers[0];
	if (!server)
		return;
	if (isnan(seconds))
		server->free_at = INFINITY;
	else
		server->free_at += fmax(seconds - fmax(o->now - begin, 0), 0);
}

static void wait_in_line(struct outlook *o, const struct request *request,
			 struct forecast *forecast)
{
	struct server *first = NULL;

	for (size_t i = 0; i < o->nr_servers; i++)
		if (may_take(&o->servers[i], request) &&
		    (!first || o->servers[i].free_at < first->free_at))
			first = &o->servers[i];
	if (!first || isinf(first->free_at))
		return;
	forecast->wait = first->free_at;
	first->free_at += isnan(forecast->seconds) ? INFINITY :
						     forecast->seconds;
}

static void work_off(struct outlook *o)
{
	const struct ledger *ledger = o->ledger;

	for (size_t i = 0; i < ledger->nr; i++) {
		const struct claim *claim =
			claim_of(o, &ledger->requests[i]);

		if (claim)
			occupy(o, claim, o->out[i].seconds);
	}
	for (size_t i = 0; i < ledger->nr; i++) {
		const struct request *request = &ledger->requests[i];

		if (request->state != REQUEST_OPEN || claim_of(o, request))
			continue;
		o->out[i].obstacle = find_obstacle(o, request);
		if (!o->out[i].obstacle)
			wait_in_line(o, request, &o->out[i]);
	}
}

int forecast_queue(struct forecast *out, struct repo *repo,
		   const struct ledger *ledger, const struct claims *claims,
		   const struct faces *faces, int64_t now)
{
	struct outlook o = {
		.out = out,
		.ledger = ledger,
		.claims = claims,
		.faces = faces,
		.now = now,
	};

	for (size_t i = 0; i < ledger->nr; i++)
		out[i].seconds = out[i].wait = NAN;
	int rc = estimate_queue(&o, repo);
	if (rc)
		return rc;
	add_servers(&o);
	work_off(&o);
	free(o.servers);
	return 0;
}

void forecasts_free(struct forecast *forecasts, size_t nr)
{
	for (size_t i = 0; forecasts && i < nr; i++)
		free(forecasts[i].obstacle);
	free(forecasts);
}
