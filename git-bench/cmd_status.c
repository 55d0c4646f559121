#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "command.h"
#include "describe.h"
#include "look.h"
#include "pager.h"
#include "print.h"
#include "record/hub.h"
#include "record/ledger.h"
#include "report/status.h"

struct status_args {
	bool json, all;
	int color;
};

static const char *const usage[] = {
	"status [<options>]",
	"status [<options>] <request>...",
	NULL,
};

static const struct option options[] = {
	OPT_BOOL('a', "all", struct status_args, all,
		 "those that have ended, too"),
	OPT_JSON(struct status_args, json),
	OPT_COLOR(struct status_args, color),
	OPT_END,
};

/* Requests with the claims on their current rounds. */
struct listing {
	struct claims claims;
	struct ledger ledger;
	struct status_entry *entries; /* one a request of the ledger */
};

static void listing_release(struct listing *listing)
{
	claims_release(&listing->claims);
	ledger_release(&listing->ledger);
	free(listing->entries);
}

static const struct claim *find_claim(const struct claims *claims,
				      const struct request *request)
{
	for (size_t i = 0; i < claims->nr; i++)
		if (!strcmp(claims->items[i].request, request->id) &&
		    claims->items[i].round == request->round)
			return &claims->items[i];
	return NULL;
}

/* Those named, in that order, in place of the whole ledger. */
static int read_named(struct ledger *out, struct repo *repo, char **ids)
{
	int rc = 0;

	for (size_t i = 0; !rc && ids[i]; i++) {
		ARRAY_GROW(out->requests, out->nr + 1, out->cap);
		struct request *request = &out->requests[out->nr];

		*request = (struct request){ 0 };
		rc = ledger_find(request, repo, ids[i]);
		out->nr += !rc;
	}
	return rc;
}

/* A hub that cannot be reached is told; what was seen last is shown. */
static int look_at_hub(struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	if (!rc)
		rc = hub_pull(&hub, NULL);
	if (rc != ERR_OFFLINE)
		return rc;
	print_warning("%s: this is as last seen", error_message());
	return 0;
}

static int listing_read(struct listing *out, struct repo *repo, bool all,
			char **ids)
{
	/* Claims first: a request that ends in between is then seen ended. */
	int rc = look_at_hub(repo);

	if (!rc)
		rc = claims_read(&out->claims, repo);

	if (!rc && *ids)
		rc = read_named(&out->ledger, repo, ids);
	else if (!rc)
		rc = ledger_read(&out->ledger, repo,
				 all ? LEDGER_ALL : LEDGER_LIVE);
	if (rc)
		return rc;
	out->entries = xcalloc(out->ledger.nr + 1, sizeof(*out->entries));
	for (size_t i = 0; i < out->ledger.nr; i++) {
		const struct request *request = &out->ledger.requests[i];
		const struct claim *claim = find_claim(&out->claims, request);

		out->entries[i] = (struct status_entry){
			.request = request,
			.claim = claim,
			.gone = claim && claim_is_dead(claim),
		};
	}
	return 0;
}

static void warn_of_skipped(const struct ledger *ledger)
{
	size_t nr = ledger->skipped_bad + ledger->skipped_newer;

	if (!nr)
		return;
	print_warning("%zu line%s of the ledger left alone, %zu of a newer "
		      "version and %zu damaged, such as %s",
		      nr, nr == 1 ? "" : "s", ledger->skipped_newer,
		      ledger->skipped_bad, ledger->skipped_example);
}

static void show_json(const struct listing *listing)
{
	size_t waiting = 0;

	for (size_t i = 0; i < listing->ledger.nr; i++) {
		const struct status_entry *entry = &listing->entries[i];
		bool waits = status_is_waiting(entry);

		waiting += waits;
		json_auto_t *object = status_json(entry, waits ? waiting : 0);
		print_json(object);
	}
}

static int show_text(struct context *context, const struct listing *listing,
		     bool named, int color)
{
	const struct ledger *ledger = &listing->ledger;
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) text = BUF_INIT;
	struct style style;

	pager_start(context);
	int rc = look(&style, context, color);
	if (rc)
		return rc;
	if (ledger->nr) {
		status_table(&table, listing->entries, ledger->nr,
			     clock_now());
		table_print(&text, &table, TABLE_AS_TEXT, &style);
	} else {
		buf_addf(&text, "Nothing is open; %zu request%s ended.\n",
			 ledger->nr_ended,
			 ledger->nr_ended == 1 ? " has" : "s have");
	}
	for (size_t i = 0; named && i < ledger->nr; i++) {
		buf_addch(&text, '\n');
		describe_request(&text, &ledger->requests[i]);
	}
	print_text(text.ptr);
	return 0;
}

static int run(struct context *context, int argc, char **argv)
{
	struct status_args args = { 0 };
	AUTO(listing) listing = { 0 };
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = listing_read(&listing, context->repo, args.all, argv);
	if (rc)
		return rc;
	warn_of_skipped(&listing.ledger);
	if (!args.json)
		return show_text(context, &listing, argc, args.color);
	show_json(&listing);
	return 0;
}

const struct command cmd_status = {
	.name = "status",
	.summary = "show open requests and who works on them",
	.group = GROUP_ASK,
	.usage = usage,
	.options = options,
	.max_args = -1,
	.flags = COMMAND_NEEDS_REPO,
	.run = run,
};
