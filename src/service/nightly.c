#include "service/nightly.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "record/queue.h"
#include "service/ask.h"
#include "service/bundle.h"
#include "service/nightly_place.h"
#include "suite/key.h"
#include "suite/suite.h"

/* What the steps below share. */
struct import {
	struct nightly_report *report;
	struct repo *repo;
	const struct nightly_config *config;
	const struct nightly_wish *wish;
	struct source source;
	struct suites suites;
	struct nightly_place *places; /* of each entry */
	const struct suite **of;      /* the suite of each entry */
	char **variants;	      /* of each entry; NULL: none */
	char **bases; /* of each entry, as --base takes it; NULL: as usual */
};

static void import_release(struct import *im)
{
	for (size_t i = 0; i < im->config->nr; i++) {
		nightly_place_release(&im->places[i]);
		free(im->variants[i]);
		free(im->bases[i]);
	}
	free(im->places);
	free(im->of);
	free(im->variants);
	free(im->bases);
	source_release(&im->source);
	suites_release(&im->suites);
}

const char *nightly_outcome_name(enum nightly_outcome outcome)
{
	static const char *const names[NIGHTLY_OUTCOME_NR] = {
		[NIGHTLY_SCHEDULED] = "schedule",
		[NIGHTLY_ASKED] = "request",
		[NIGHTLY_KNOWN] = "known",
		[NIGHTLY_BASE] = "base",
		[NIGHTLY_EXPIRED] = "expired",
		[NIGHTLY_UNUSABLE] = "unusable",
	};

	return names[outcome];
}

static void give_up(struct nightly_line *line)
{
	line->outcome = NIGHTLY_UNUSABLE;
	free(line->why);
	line->why = xstrdup(error_message());
	error_clear();
}

/* ==== Names and settings ================================================ */

/* As names of sections may be: "5.4.0+trunk" is 5.4.0-trunk. Owned. */
static char *plain_name(const char *name)
{
	char *plain = xstrfmt("%.*s", ENTRY_NAME_MAX, name);

	for (char *p = plain; *p; p++)
		if (!strchr("abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", *p) ||
		    (p == plain && (*p == '.' || *p == '-')))
			*p = p == plain ? '_' : '-';
	return plain;
}

static bool same_list(const struct strlist *a, const struct strlist *b)
{
	auto_free char *x = strlist_join(a, "\n");
	auto_free char *y = strlist_join(b, "\n");

	return a->nr == b->nr && !strcmp(x, y);
}

static bool has_settings(const struct nightly_entry *entry)
{
	return entry->options.nr || entry->env.nr;
}

/* An entry before it that sets the same has the variant already. */
static const char *find_variant(const struct import *im, size_t at)
{
	const struct nightly_entry *entry = &im->config->items[at];

	for (size_t i = 0; i < at; i++) {
		const struct nightly_entry *other = &im->config->items[i];

		if (im->variants[i] && same_list(&other->options,
						 &entry->options) &&
		    same_list(&other->env, &entry->env))
			return im->variants[i];
	}
	return NULL;
}

static void make_variant(struct import *im, size_t at)
{
	const struct nightly_entry *entry = &im->config->items[at];
	struct settings *settings = &im->report->settings;
	const char *known = find_variant(im, at);

	if (!has_settings(entry))
		return;
	if (known) {
		im->variants[at] = xstrdup(known);
		return;
	}
	auto_free char *name = plain_name(entry->name);
	im->variants[at] = xstrfmt("+%s", name);
	settings_set_all(settings, "variant", name, "option", &entry->options);
	settings_set_all(settings, "variant", name, "env", &entry->env);
}

static bool is_taken(const struct nightly_report *report, size_t until,
		     const char *schedule)
{
	for (size_t i = 0; i < until; i++)
		if (report->lines[i].schedule &&
		    !strcmp(report->lines[i].schedule, schedule))
			return true;
	return false;
}

static void make_schedule(struct import *im, size_t at)
{
	const struct nightly_entry *entry = &im->config->items[at];
	struct nightly_line *line = &im->report->lines[at];
	auto_free char *name = plain_name(entry->name);
	auto_free char *expires = entry->expires == INT64_MAX ? NULL :
				  clock_format_date(entry->expires - 1);
	struct settings *settings = &im->report->settings;

	if (is_taken(im->report, at, name)) {
		fail(ERR_REFUSED, "schedule '%s' is another entry's", name);
		give_up(line);
		return;
	}
	settings_set(settings, "schedule", name, "cron", im->wish->cron);
	settings_set(settings, "schedule", name, "suite", im->of[at]->name);
	settings_set(settings, "schedule", name, "ref", im->places[at].ref);
	settings_set(settings, "schedule", name, "variant", im->variants[at]);
	settings_set(settings, "schedule", name, "expires", expires);
	settings_set_all(settings, "schedule", name, "pool",
			 im->wish->pools);
	line->outcome = NIGHTLY_SCHEDULED;
	line->schedule = STEAL(name);
}

/* ==== What each entry is ================================================ */

/* The suite whose tag the entry names; else the usual one, and a note. */
static int choose_suite(struct import *im, size_t at)
{
	const struct nightly_entry *entry = &im->config->items[at];
	struct strlist *notes = &im->report->lines[at].notes;
	int rc = suites_find(&im->of[at], &im->suites, im->wish->suite);

	for (size_t i = 0; entry->tag && !im->wish->suite &&
			   i < im->suites.nr; i++) {
		const struct suite *suite = &im->suites.items[i];

		if (!strcmp(suite_get(suite, "tag", ""), entry->tag)) {
			im->of[at] = suite;
			rc = 0;
			break;
		}
	}
	if (rc)
		return rc;
	error_clear();
	const char *tag = suite_get(im->of[at], "tag", "macro_bench");
	if (entry->tag && strcmp(tag, entry->tag))
		strlist_addf(notes, "no suite has the tag '%s': measured as "
				    "suite '%s' is", entry->tag,
			     im->of[at]->name);
	if (entry->has_packages &&
	    strcmp(suite_get(im->of[at], "mode", "native"), "make"))
		strlist_addf(notes, "suite '%s' installs no packages: only "
				    "'mode = make' heeds which ones",
			     im->of[at]->name);
	return 0;
}

static bool is_left_out(struct import *im, size_t at)
{
	const struct nightly_entry *entry = &im->config->items[at];
	struct nightly_line *line = &im->report->lines[at];

	if (entry->problem) {
		line->outcome = NIGHTLY_UNUSABLE;
		line->why = xstrdup(entry->problem);
	} else if (entry->expires <= clock_now()) {
		line->outcome = NIGHTLY_EXPIRED;
	} else if (entry->is_base) {
		line->outcome = NIGHTLY_BASE;
	} else {
		return false;
	}
	return true;
}

static bool is_fatal(int rc)
{
	return rc == ERR_OFFLINE || rc == ERR_INTERRUPTED;
}

static int plan_entry(struct import *im, size_t at)
{
	const struct nightly_entry *entry = &im->config->items[at];
	struct nightly_line *line = &im->report->lines[at];

	line->name = xstrdup(entry->name);
	if (is_left_out(im, at))
		return 0;
	int rc = choose_suite(im, at);
	if (!rc)
		rc = nightly_place(&im->places[at], &im->source, entry);
	if (rc)
		return rc;
	line->head = xstrdup(im->places[at].commit.hex);
	make_variant(im, at);
	/* A pull request's branch is measured against its base. */
	if (im->places[at].is_branch && !entry->pr)
		make_schedule(im, at);
	else
		line->outcome = NIGHTLY_ASKED;
	return 0;
}

/* ==== Requests ========================================================== */

static int find_base(struct import *im, size_t at)
{
	const struct nightly_entry *base = im->config->items[at].base;

	if (!base)
		return 0;
	size_t where = (size_t)(base - im->config->items);
	struct nightly_place *place = &im->places[where];
	int rc = base->problem ?
			 fail(ERR_NOTFOUND, "%s", base->problem) :
			 nightly_place(place, &im->source, base);
	if (rc)
		return fail_in(rc, "its base '%s'", base->name);
	if (has_settings(base) && !im->variants[where])
		make_variant(im, where);
	im->bases[at] = xstrfmt("%s%s", place->commit.hex,
				im->variants[where] ? im->variants[where] :
						      "");
	im->report->lines[at].base = xstrdup(place->commit.hex);
	return 0;
}

/* The ids of all pools follow from what is asked for. */
static void derive_ids(struct bundle *bundle, const struct import *im,
		       size_t at)
{
	const char *base = im->bases[at];

	for (size_t i = 0; i < bundle->nr; i++) {
		struct request *request = &bundle->items[i];
		const char *source[] = {
			"nightly-config",
			im->config->items[at].name,
			im->places[at].commit.hex,
			base ? base : "",
			request->suite,
			im->variants[at] ? im->variants[at] : "",
			request->pool ? request->pool : "",
			NULL,
		};

		free(request->id);
		request->id = request_id_derive(source);
		if (!request->group)
			continue;
		source[6] = "group";
		free(request->group);
		request->group = request_id_derive(source);
	}
}

static int make_requests(struct bundle *out, struct import *im, size_t at)
{
	const struct strlist none = STRLIST_INIT;
	AUTO(request) request = { 0 };
	const struct ask ask = {
		.revision = im->places[at].commit.hex,
		.suite = im->of[at]->name,
		.variant = im->variants[at],
		.base = im->bases[at],
	};
	int rc = ask_request(&request, im->repo, &im->suites, &ask);

	if (rc)
		return rc;
	free(request.ref);
	request.ref = xstrdup_or_null(im->places[at].ref);
	request.pr = xstrdup_or_null(im->config->items[at].pr);
	rc = bundle_add(out, &request, im->wish->pools, &none);
	if (!rc)
		derive_ids(out, im, at);
	return rc;
}

static int ask_for(struct import *im, size_t at)
{
	struct nightly_line *line = &im->report->lines[at];
	AUTO(bundle) bundle = { 0 };
	size_t added = 0;
	int rc = make_requests(&bundle, im, at);

	if (!rc)
		rc = bundle_heed_budget(&bundle, im->repo);
	if (!rc)
		rc = queue_add_derived(&added, im->repo, bundle.items,
				       bundle.nr);
	if (rc)
		return rc;
	line->id = xstrdup(bundle.items[0].id);
	if (!added)
		line->outcome = NIGHTLY_KNOWN;
	return 0;
}

/* ==== All of it ========================================================= */

/* Suites again: the variants that were just written are among them. */
static int reload_suites(struct import *im)
{
	AUTO(suites) fresh = SUITES_INIT;
	int rc = suites_load(&fresh, im->repo, NULL);

	for (size_t i = 0; !rc && i < im->config->nr; i++)
		if (im->of[i])
			rc = suites_find(&im->of[i], &fresh, im->of[i]->name);
	if (rc)
		return rc;
	suites_release(&im->suites);
	im->suites = fresh;
	fresh = (struct suites)SUITES_INIT;
	return 0;
}

/* One that cannot be used does not stop the others. */
static int settle(struct nightly_line *line, int rc)
{
	if (!rc || is_fatal(rc))
		return rc;
	give_up(line);
	return 0;
}

static bool is_asked(const struct import *im, size_t at)
{
	return im->report->lines[at].outcome == NIGHTLY_ASKED;
}

static int plan(struct import *im)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < im->config->nr; i++)
		rc = settle(&im->report->lines[i], plan_entry(im, i));
	for (size_t i = 0; !rc && i < im->config->nr; i++)
		if (is_asked(im, i))
			rc = settle(&im->report->lines[i], find_base(im, i));
	return rc;
}

static int carry_out(struct import *im)
{
	int rc = settings_write(&im->report->settings, im->repo,
				im->wish->file);

	if (!rc)
		rc = reload_suites(im);
	for (size_t i = 0; !rc && i < im->config->nr; i++)
		if (is_asked(im, i))
			rc = settle(&im->report->lines[i], ask_for(im, i));
	return rc;
}

/* What is written is read by all commands: it must not stop them. */
static int check_wish(const struct nightly_wish *wish)
{
	struct cron cron;

	if (cron_parse(&cron, wish->cron)) {
		fail_in(ERR_USAGE, "--cron '%s'", wish->cron);
		return ERR_USAGE;
	}
	for (size_t i = 0; i < wish->pools->nr; i++)
		if (!entry_name_is_plain(wish->pools->items[i]))
			return fail(ERR_USAGE,
				    "--pool '%.200s' is no label: letters, "
				    "digits, '.', '_' and '-'",
				    wish->pools->items[i]);
	return 0;
}

int nightly_import(struct nightly_report *out, struct repo *repo,
		   const struct nightly_config *config,
		   const struct nightly_wish *wish)
{
	size_t nr = config->nr;
	AUTO(import) im = {
		.report = out,
		.repo = repo,
		.config = config,
		.wish = wish,
		.places = xcalloc(nr + 1, sizeof(*im.places)),
		.of = xcalloc(nr + 1, sizeof(*im.of)),
		.variants = xcalloc(nr + 1, sizeof(*im.variants)),
		.bases = xcalloc(nr + 1, sizeof(*im.bases)),
	};

	out->lines = xcalloc(nr + 1, sizeof(*out->lines));
	out->nr = nr;
	int rc = check_wish(wish);
	if (!rc)
		rc = suites_load(&im.suites, repo, NULL);
	if (!rc)
		rc = source_open(&im.source, repo);
	if (!rc)
		rc = plan(&im);
	return rc || wish->dry_run ? rc : carry_out(&im);
}

void nightly_report_release(struct nightly_report *report)
{
	for (size_t i = 0; i < report->nr; i++) {
		struct nightly_line *line = &report->lines[i];

		free(line->name);
		free(line->why);
		free(line->schedule);
		free(line->id);
		free(line->head);
		free(line->base);
		strlist_release(&line->notes);
	}
	settings_release(&report->settings);
	free(report->lines);
	*report = (struct nightly_report){ 0 };
}
