#include "service/pushed.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/config.h"
#include "git/notes.h"
#include "git/refs.h"
#include "git/revision.h"
#include "record/hub.h"
#include "record/ledger.h"
#include "service/ask.h"

#define OPTIONS_MAX 1000

/* ==== Lines ============================================================= */

static bool is_code(const char *ref)
{
	return text_starts_with(ref, "refs/heads/") &&
	       !text_starts_with(ref, "refs/heads/bench-");
}

/* All zeroes stand for nothing. */
static bool read_oid(struct oid *out, const char *hex)
{
	if (!oid_parse(out, hex))
		return false;
	if (strspn(hex, "0") == OID_HEX_LEN)
		*out = (struct oid){ "" };
	return true;
}

static void add(struct pushed *pushed, const char *ref, const char *from,
		const char *old_hex, const char *new_hex)
{
	struct oid old, new;

	if (!is_code(ref) || !read_oid(&old, old_hex) ||
	    !read_oid(&new, new_hex) || oid_is_none(&new))
		return;
	if (pushed->nr == PUSHED_MAX) {
		pushed->left_out++;
		return;
	}
	pushed->items[pushed->nr++] = (struct pushed_branch){
		.ref = xstrdup(ref),
		.from = xstrdup_or_null(from),
		.old = old,
		.new = new,
	};
}

void pushed_add_received(struct pushed *pushed, const char *line)
{
	AUTO(strlist) words = STRLIST_INIT;

	strlist_split(&words, line, " \n");
	if (words.nr == 3)
		add(pushed, words.items[2], NULL, words.items[0],
		    words.items[1]);
}

void pushed_add_sent(struct pushed *pushed, const char *line)
{
	AUTO(strlist) words = STRLIST_INIT;

	strlist_split(&words, line, " \n");
	if (words.nr == 4 && is_code(words.items[0]))
		add(pushed, words.items[2], words.items[0], words.items[3],
		    words.items[1]);
}

void pushed_release(struct pushed *pushed)
{
	for (size_t i = 0; i < pushed->nr; i++) {
		free(pushed->items[i].ref);
		free(pushed->items[i].from);
	}
	*pushed = (struct pushed){ 0 };
}

/* ==== Options =========================================================== */

static void add_suite(struct strlist *out, const char *option)
{
	const char *rest = text_skip_prefix(option, "bench");

	if (!rest || (*rest && *rest != '='))
		return;
	const char *suite = *rest ? rest + 1 : "";
	if (out->nr < PUSHED_MAX && !strlist_has(out, suite))
		strlist_add(out, suite);
}

void pushed_suites(struct strlist *out, bool *asked)
{
	const char *count = getenv("GIT_PUSH_OPTION_COUNT");
	int64_t nr = 0;

	if (count && !text_to_int64(&nr, count))
		nr = 0;
	for (int64_t i = 0; i < nr && i < OPTIONS_MAX; i++) {
		auto_free char *name = xstrfmt("GIT_PUSH_OPTION_%d", (int)i);
		const char *option = getenv(name);

		if (option)
			add_suite(out, option);
	}
	*asked = out->nr > 0;
}

/* ==== Where to ========================================================== */

static bool is_ref(struct repo *repo, const char *ref)
{
	struct oid oid;

	if (!refs_read(&oid, repo, ref))
		return true;
	error_clear();
	return false;
}

int pushed_may_ask(struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	const struct hub_setting *ledger = &hub_settings[HUB_LEDGER];
	auto_free char *set = config_string(repo, ledger->key, LEDGER_REF);
	int rc = hub_open(&hub, repo);

	if (rc || hub.shared)
		return rc;
	if (!strcmp(set, LEDGER_REF) &&
	    (is_ref(repo, LEDGER_REF) || !is_ref(repo, ledger->branch)))
		return 0;
	fail(ERR_REFUSED, "the queue has other names here, and cannot be "
			  "asked by a push");
	fail_hint("git bench request, in a clone that shares it");
	return ERR_REFUSED;
}

/* ==== Requests ========================================================== */

static bool is_default(struct repo *repo, const char *ref)
{
	auto_free char *branch = NULL;

	if (!default_branch(&branch, repo))
		return !strcmp(branch, ref);
	error_clear();
	return false;
}

/* On the default branch a push is judged as a whole. */
static bool has_older(struct repo *repo, const struct pushed_branch *branch)
{
	bool is_older = false;

	if (oid_is_none(&branch->old) || !is_default(repo, branch->ref))
		return false;
	if (commit_is_ancestor(&is_older, repo, &branch->old, &branch->new))
		error_clear();
	return is_older;
}

int pushed_request(struct request *out, struct repo *repo,
		   const struct suites *suites,
		   const struct pushed_branch *branch, const char *suite)
{
	const struct ask ask = {
		.revision = branch->new.hex,
		.suite = suite && *suite ? suite : NULL,
		.base = has_older(repo, branch) ? branch->old.hex : NULL,
	};
	int rc = ask_request(out, repo, suites, &ask);

	if (rc)
		return rc;
	/* Asked by its id, for the branch may have moved on. */
	struct request_side *head = &out->sides[out->nr_sides - 1];
	free(head->ref);
	head->ref = xstrdup(branch->ref);
	free(out->ref);
	out->ref = xstrdup(branch->ref);
	return 0;
}

int pushed_is_news(bool *out, struct repo *repo,
		   const struct pushed_branch *branch)
{
	AUTO(buf) note = BUF_INIT;
	struct oid tip;

	*out = false;
	if (is_default(repo, branch->ref))
		return 0;
	int rc = hub_read(&tip, repo, LEDGER_REF);
	if (!rc)
		rc = notes_read(&note, repo, &tip, &branch->new);
	*out = rc == ERR_NOTFOUND;
	return *out ? 0 : rc;
}
