#include "command.h"
#include "describe.h"
#include "listing.h"
#include "look.h"
#include "pager.h"
#include "print.h"

struct status_args {
	bool json, all, runners;
	int color;
};

static const char *const usage[] = {
	"status [<options>]",
	"status [<options>] <request>...",
	"status --runners [--json]",
	NULL,
};

static const struct option options[] = {
	OPT_BOOL('a', "all", struct status_args, all,
		 "those that have ended, too"),
	OPT_BOOL(0, "runners", struct status_args, runners,
		 "only the runners, and what they offer"),
	OPT_JSON(struct status_args, json),
	OPT_COLOR(struct status_args, color),
	OPT_END,
};

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

static void show_json(const struct listing *listing, bool runners)
{
	size_t nr = runners ? listing->faces.nr : listing->shown->nr;

	for (size_t i = 0; i < nr; i++) {
		json_auto_t *object =
			runners ? runners_json(&listing->runners[i]) :
				  status_json(&listing->entries[i]);
		print_json(object);
	}
}

static void add_queue(struct buf *out, const struct listing *listing,
		      const struct style *style)
{
	const struct ledger *shown = listing->shown;
	AUTO(table) table = TABLE_INIT;

	if (!shown->nr) {
		buf_addf(out, "Nothing is open; %zu request%s ended.\n",
			 shown->nr_ended,
			 shown->nr_ended == 1 ? " has" : "s have");
		return;
	}
	status_table(&table, listing->entries, shown->nr, listing->now);
	table_print(out, &table, TABLE_AS_TEXT, style);
}

static void add_runners(struct buf *out, const struct listing *listing,
			const struct style *style)
{
	AUTO(table) table = TABLE_INIT;

	runners_table(&table, listing->runners, listing->faces.nr,
		      listing->now);
	table_print(out, &table, TABLE_AS_TEXT, style);
}

static void add_listing(struct buf *out, const struct listing *listing,
			const struct status_args *args, bool named,
			const struct style *style)
{
	if (args->runners && !listing->faces.nr)
		buf_addstr(out, "No runner was ever seen.\n");
	if (!args->runners)
		add_queue(out, listing, style);
	if (!args->runners && listing->faces.nr && !named)
		buf_addch(out, '\n');
	if (listing->faces.nr && !named)
		add_runners(out, listing, style);
	for (size_t i = 0; named && i < listing->shown->nr; i++) {
		buf_addch(out, '\n');
		describe_request(out, &listing->shown->requests[i]);
	}
}

static int show_text(struct context *context, const struct listing *listing,
		     const struct status_args *args, bool named)
{
	AUTO(buf) text = BUF_INIT;
	struct style style;

	pager_start(context);
	int rc = look(&style, context, args->color);
	if (rc)
		return rc;
	add_listing(&text, listing, args, named, &style);
	print_text(text.ptr);
	return 0;
}

static int run(struct context *context, int argc, char **argv)
{
	struct status_args args = { 0 };
	AUTO(listing) listing = { 0 };
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = listing_read(&listing, context->repo,
				  args.all ? LEDGER_ALL : LEDGER_LIVE,
				  argc ? argv : NULL);
	if (rc)
		return rc;
	if (listing.away)
		print_warning("%s: this is as last seen", listing.away);
	warn_of_skipped(&listing.queue);
	if (!args.json)
		return show_text(context, &listing, &args, argc);
	show_json(&listing, args.runners);
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
