#include "git/push.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/transport.h"
#include "git/url.h"

/* ==== What is to be done ================================================ */

void push_add(struct push *push, const char *ref, enum push_rule rule,
	      const struct oid *old, const struct oid *new)
{
	static const struct oid none = { "" };

	ARRAY_GROW(push->items, push->nr + 1, push->cap);
	push->items[push->nr++] = (struct push_update){
		.ref = xstrdup(ref),
		.rule = rule,
		.old = old ? *old : none,
		.new = new ? *new : none,
		.reason = xstrdup(""),
	};
}

void push_release(struct push *push)
{
	for (size_t i = 0; i < push->nr; i++) {
		free(push->items[i].ref);
		free(push->items[i].reason);
	}
	free(push->items);
	free(push->why);
	*push = (struct push){ 0 };
}

/* ==== Reading the answer ================================================ */

/*
 * How reasons begin that only say: it was not what you thought. Servers have
 * words of their own; a reason that is not known is a refusal.
 */
static const char *const races[] = {
	"stale info",
	"fetch first",
	"non-fast-forward",
	"already exists",
	"needs force",
	"failed to update ref",
	"failed to lock",
	"cannot lock ref",
	"atomic transaction failed",
	"reference already exists",
	"reference does not exist",
	"incorrect old value provided",
};

/* Said of the refs that had to stay because another one did. */
static const char *const bystanders[] = {
	"atomic push failed",
	"atomic push failure",
};

static bool begins_with_one(const char *reason, const char *const *words,
			    size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (text_starts_with(reason, words[i]))
			return true;
	return false;
}

static enum push_outcome outcome_of(const struct push_update *update)
{
	if (update->mark == PUSH_NONE)
		return PUSH_UNKNOWN;
	if (update->mark != PUSH_REJECTED ||
	    begins_with_one(update->reason, bystanders,
			    ARRAY_SIZE(bystanders)))
		return PUSH_DONE;
	if (begins_with_one(update->reason, races, ARRAY_SIZE(races)))
		return PUSH_LOST;
	/* "[remote failure] (remote failed to report status)" */
	if (strstr(update->reason, "failed to report status"))
		return PUSH_UNKNOWN;
	return PUSH_REFUSED;
}

/* Words of our own hook `update` when a round ended under a claim. */
static bool hook_saw_race(const struct process *git)
{
	return strstr(git->err.ptr, "is not open: look again");
}

/* What a server says that would take it, had it the means. */
static bool is_broken(const struct process *git)
{
	static const char *const words[] = {
		"unpacker error",	   "No space left on device",
		"Read-only file system",   "Disk quota exceeded",
		"unable to migrate objects",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strstr(git->err.ptr, words[i]) ||
		    strstr(git->out.ptr, words[i]))
			return true;
	return false;
}

/* Its hooks' words go before git's own, which repeat the reason. */
static char *remote_words(const struct process *git)
{
	AUTO(strlist) lines = STRLIST_INIT;
	const char *words = NULL;
	bool own = false;

	strlist_split(&lines, git->err.ptr, "\n");
	for (size_t i = 0; i < lines.nr; i++) {
		const char *rest = text_skip_prefix(lines.items[i],
						    "remote: ");

		if (!rest || !rest[strspn(rest, " ")])
			continue;
		bool is_own = !text_starts_with(rest, "error: ");
		if (own && !is_own)
			continue;
		own = is_own;
		words = rest;
	}
	if (!words)
		return NULL;
	auto_free char *clean = url_hide_secrets(words);
	return text_tail(text_trim(clean), 1, 300);
}

static void explain(struct push *push, const struct push_update *update,
		    const struct process *git)
{
	auto_free char *words = remote_words(git);
	const char *reason = *update->reason ? update->reason : "refused";

	free(push->why);
	push->why = words ? xstrfmt("%s: %s (%s)", update->ref, reason, words) :
			    xstrfmt("%s: %s", update->ref, reason);
}

static void take_lines(struct push *push, const struct process *git)
{
	AUTO(porcelain) lines = PORCELAIN_INIT;

	porcelain_parse(&lines, git->out.ptr, git->out.len);
	for (size_t i = 0; i < push->nr; i++) {
		struct push_update *update = &push->items[i];
		const struct porcelain_line *line =
			porcelain_find(&lines, update->ref);

		update->mark = line ? line->mark : PUSH_NONE;
		free(update->reason);
		update->reason = xstrdup(line ? line->reason : "");
	}
}

/* The gravest of what the refs say; with it goes the explanation. */
static void judge(struct push *push, const struct process *git)
{
	static const int gravity[] = {
		[PUSH_DONE] = 0,
		[PUSH_LOST] = 1,
		[PUSH_REFUSED] = 2,
		[PUSH_UNKNOWN] = 3,
	};

	push->outcome = PUSH_DONE;
	for (size_t i = 0; i < push->nr; i++) {
		enum push_outcome outcome = outcome_of(&push->items[i]);

		if (gravity[outcome] <= gravity[push->outcome])
			continue;
		push->outcome = outcome;
		explain(push, &push->items[i], git);
	}
	if (push->outcome == PUSH_REFUSED && hook_saw_race(git))
		push->outcome = PUSH_LOST;
	else if ((push->outcome == PUSH_REFUSED ||
		  push->outcome == PUSH_LOST) && is_broken(git))
		push->outcome = PUSH_BROKEN;
	if (push->outcome != PUSH_DONE || process_ok(git))
		return;
	/* All of them bystanders, or something is wrong beside the refs. */
	push->outcome = PUSH_UNKNOWN;
	free(push->why);
	push->why = transport_why(git);
}

/* Not one ref was spoken of: was anything sent before it went wrong? */
static int judge_silence(struct push *push, const struct process *git, int rc)
{
	if (transport_never_began(git))
		return rc;
	free(push->why);
	push->why = transport_why(git);
	push->outcome = strstr(git->err.ptr, "does not support --atomic") ?
				PUSH_NOT_ATOMIC :
				PUSH_UNKNOWN;
	error_clear();
	return 0;
}

static bool is_silent(const struct push *push)
{
	for (size_t i = 0; i < push->nr; i++)
		if (push->items[i].mark != PUSH_NONE)
			return false;
	return true;
}

/* ==== Sending =========================================================== */

static void add_args(struct strlist *argv, const struct push *push,
		     const struct remote *remote, bool atomic)
{
	static const char *const args[] = {
		"--porcelain",	   "--no-verify",
		"--no-follow-tags", "--no-signed",
		"--recurse-submodules=no", "--no-force-if-includes",
		NULL,
	};

	strlist_add_all(argv, args);
	if (atomic)
		strlist_add(argv, "--atomic");
	for (size_t i = 0; i < push->nr; i++)
		if (push->items[i].rule == PUSH_EXACT)
			strlist_addf(argv, "--force-with-lease=%s:%s",
				     push->items[i].ref,
				     push->items[i].old.hex);
	strlist_add(argv, "--");
	strlist_add(argv, remote->name);
	for (size_t i = 0; i < push->nr; i++)
		strlist_addf(argv, "%s:%s", push->items[i].new.hex,
			     push->items[i].ref);
}

int push_send(struct push *push, const struct remote *remote, bool atomic)
{
	AUTO(process) git = PROCESS_INIT;

	push->outcome = PUSH_DONE;
	if (!push->nr)
		return 0;
	transport_init(&git, remote, "push");
	add_args(&git.argv, push, remote, atomic);
	int rc = transport_run(&git, remote);
	/* Never started, or stopped by a signal: there is no answer. */
	if (rc && (rc == ERR_INTERRUPTED || process_ok(&git)))
		return rc;
	take_lines(push, &git);
	if (is_silent(push) && rc)
		return judge_silence(push, &git, rc);
	judge(push, &git);
	error_clear();
	return 0;
}

/* ==== Settling ========================================================== */

static bool holds(const struct oid *now, const struct oid *value)
{
	return now ? oid_equal(now, value) : oid_is_none(value);
}

/* Where it was, so that nothing has been done. */
static bool is_untouched(const struct push_update *update,
			 const struct oid *now)
{
	return update->rule != PUSH_ANY && holds(now, &update->old) &&
	       !oid_equal(&update->old, &update->new);
}

int push_settle(struct push *push, const struct remote *remote)
{
	AUTO(strlist) names = STRLIST_INIT;
	AUTO(remote_refs) refs = REMOTE_REFS_INIT;
	bool done = true, undone = false;

	for (size_t i = 0; i < push->nr; i++)
		strlist_add(&names, push->items[i].ref);
	int rc = remote_list(&refs, remote, &names);
	if (rc)
		return rc;
	for (size_t i = 0; i < push->nr; i++) {
		const struct push_update *update = &push->items[i];
		const struct oid *now = remote_refs_find(&refs, update->ref);

		done &= holds(now, &update->new);
		undone |= is_untouched(update, now);
	}
	if (done)
		push->outcome = PUSH_DONE;
	else if (undone)
		push->outcome = PUSH_LOST;
	return 0;
}
