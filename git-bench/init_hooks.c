#include "init_hooks.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "git/config.h"
#include "git/hookdir.h"
#include "hook_texts.h"

#define PROGRAM_LINE "\nbench=git-bench\n"

/*
 * The script with this very program in it: who pushes over ssh may come with
 * a $PATH that lacks ours.
 */
static char *with_program(const char *script)
{
	auto_free char *dir = file_program_dir();
	const char *line = strstr(script, PROGRAM_LINE);

	if (!line || strpbrk(dir, "'\n"))
		return xstrdup(script);
	return xstrfmt("%.*s\nbench='%s/git-bench'\n%s",
		       (int)(line - script), script, dir,
		       line + strlen(PROGRAM_LINE));
}

struct installing {
	const char *dir;
	struct buf *text;
	json_t *list;
};

static int install(const struct installing *in, const char *name,
		   const char *script)
{
	static const char *const outcomes[] = {
		[HOOK_MADE] = "installed",
		[HOOK_CHAINED] = "chained",
		[HOOK_RENEWED] = "renewed",
		[HOOK_SAME] = "same",
	};
	auto_free char *text = with_program(script);
	auto_free char *path = file_join(in->dir, name);
	auto_free char *shown = text_escape(path);
	enum hook_outcome outcome;
	int rc = hookdir_install(&outcome, in->dir, name, text);

	if (rc)
		return rc;
	buf_addf(in->text, "Hook %s%s.\n", shown,
		 outcome == HOOK_CHAINED ?
			 ": installed; yours is kept as .before-bench beside "
			 "it and runs first" :
		 outcome == HOOK_SAME ? ": is there" :
					": installed");
	json_t *entry = json_object();
	json_set_string(entry, "name", name);
	json_set_string(entry, "path", path);
	json_set_string(entry, "outcome", outcomes[outcome]);
	json_array_append_new(in->list, entry);
	return 0;
}

/* Not where somebody has decided otherwise. */
static int offer_options(struct buf *text, struct repo *repo)
{
	static const char key[] = "receive.advertisePushOptions";
	auto_free char *set = config_string(repo, key, NULL);
	bool on = false;

	if (!set) {
		buf_addstr(text, "Set receive.advertisePushOptions: `git push "
				 "-o bench` works now.\n");
		return config_set(repo, key, "true");
	}
	int rc = config_bool(&on, repo, key, false);
	if (!rc && !on)
		buf_addstr(text, "receive.advertisePushOptions is off: `git "
				 "push -o bench` will not work.\n");
	return rc;
}

static bool is_pushed_to(struct repo *repo)
{
	auto_free char *deny =
		config_string(repo, "receive.denyCurrentBranch", NULL);

	return !repo_work_tree(repo) || deny;
}

int init_hooks(struct buf *text, json_t *list, struct repo *repo)
{
	auto_free char *dir = NULL;
	int rc = hookdir_find(&dir, repo);
	const struct installing in = { dir, text, list };

	if (!rc && repo_work_tree(repo))
		rc = install(&in, "pre-push", hook_pre_push);
	if (rc || !is_pushed_to(repo))
		return rc;
	rc = install(&in, "update", hook_update);
	if (!rc)
		rc = install(&in, "post-receive", hook_post_receive);
	return rc ? rc : offer_options(text, repo);
}
