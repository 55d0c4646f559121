#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "changes.h"
#include "command.h"
#include "describe.h"
#include "follow.h"
#include "listing.h"
#include "look.h"
#include "pager.h"
#include "print.h"
#include "service/poll.h"

struct status_args {
	bool json, all, runners, watch;
	int color;
};

static const char *const usage[] = {
	"status [<options>]",
	"status [<options>] <request>...",
	"status --watch [<options>] [<request>...]",
	"status --runners [--json]",
	NULL,
};

static const struct option options[] = {
	OPT_BOOL('a', "all", struct status_args, all,
		 "those that have ended, too"),
	OPT_BOOL(0, "runners", struct status_args, runners,
		 "only the runners, and what they offer"),
	OPT_BOOL('w', "watch", struct status_args, watch,
		 "again and again, until ^C or until those named have ended"),
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

/* ==== Again and again =================================================== */

/* As much of the text as the terminal has lines for, over what is there. */
static void redraw(const char *text)
{
	size_t lines = look_rows();
	const char *end;

	fputs("\033[H", stdout);
	for (; *text && lines > 1; text = *end ? end + 1 : end, lines--) {
		end = strchrnul(text, '\n');
		printf("%.*s\033[K\n", (int)(end - text), text);
	}
	fputs("\033[J", stdout);
}

static int draw(struct context *context, const struct listing *listing,
		const struct status_args *args, bool named)
{
	AUTO(buf) text = BUF_INIT;
	struct style style;
	int rc = look(&style, context, args->color);

	if (rc)
		return rc;
	if (listing->away) {
		auto_free char *why = text_escape(listing->away);

		buf_addf(&text, "%s: this is as last seen\n\n", why);
	}
	add_listing(&text, listing, args, named, &style);
	redraw(text.ptr);
	return 0;
}

static int watch_once(bool *done, struct context *context,
		      struct changes *changes, const struct status_args *args,
		      char **ids)
{
	bool in_place = !args->json && look_can_redraw();
	AUTO(listing) listing = { 0 };
	int rc = listing_read(&listing, context->repo, LEDGER_LIVE, ids);

	if (rc)
		return rc;
	if (in_place)
		rc = draw(context, &listing, args, ids);
	else
		changes_away(changes, listing.away);
	if (!rc && !in_place)
		rc = changes_print(changes, context->repo, &listing);
	/* Whoever read it has gone: main() knows what to do. */
	*done = fflush(stdout) || (ids && listing_has_ended(&listing));
	return rc;
}

/* False: another look. Whoever reads may leave while nothing happens. */
static bool rest(double pause)
{
	struct pollfd reader = { .fd = STDOUT_FILENO };

	poll(&reader, 1, (int)(poll_jitter(pause) * 1000));
	return (reader.revents & POLLERR) || interrupt_pending();
}

static int watch(struct context *context, const struct status_args *args,
		 char **ids)
{
	AUTO(changes) changes = { .file = stdout, .json = args->json };
	double pause;
	bool done = false;
	int rc = follow_pause(&pause, context->repo);

	if (!rc && !args->json && look_can_redraw())
		fputs("\033[2J", stdout);
	while (!rc && !done) {
		rc = watch_once(&done, context, &changes, args, ids);
		if (!rc && !done)
			done = rest(pause);
	}
	return rc;
}

static int check_args(const struct status_args *args)
{
	if (args->watch && (args->all || args->runners))
		return fail(ERR_USAGE, "--watch shows what is open: neither "
				       "--all nor --runners go with it");
	return 0;
}

static int run(struct context *context, int argc, char **argv)
{
	struct status_args args = { 0 };
	AUTO(listing) listing = { 0 };
	int rc = command_parse(context, &args, &argc, argv);

	if (!rc)
		rc = check_args(&args);
	if (!rc && args.watch)
		return watch(context, &args, argc ? argv : NULL);
	if (!rc)
		rc = listing_read(&listing, context->repo,
				  args.all ? LEDGER_ALL : LEDGER_LIVE,
				  argc ? argv : NULL);
	if (rc)
		return rc;
	if (listing.notice)
		print_warning("%s", listing.notice);
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
