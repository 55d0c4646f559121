#include "git/config.h"

#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "git/command.h"
#include "git/configenv.h"
#include "git/raw.h"

/* git config's own exit status where there was nothing to remove. */
#define NOTHING_UNSET 5

/* ==== The files ========================================================= */

/* One that is not there adds nothing. */
static int add_file(git_config *config, struct repo *repo, const char *path,
		    git_config_level_t level)
{
	if (path && *path && file_exists(path) &&
	    git_config_add_file_ondisk(config, path, level, repo_raw(repo), 0))
		return fail_git("cannot read %s", path);
	return 0;
}

static int add_found(git_config *config, struct repo *repo,
		     int (*find)(git_buf *out), git_config_level_t level)
{
	git_buf path = { 0 };
	int rc = find(&path) ? 0 : add_file(config, repo, path.ptr, level);

	git_buf_dispose(&path);
	return rc;
}

static int add_system(git_config *config, struct repo *repo)
{
	const char *path = getenv("GIT_CONFIG_SYSTEM");
	const char *none = getenv("GIT_CONFIG_NOSYSTEM");
	int skip = 0;

	if (path)
		return add_file(config, repo, path, GIT_CONFIG_LEVEL_SYSTEM);
	if (none)
		git_config_parse_bool(&skip, none);
	return skip ? 0 :
		      add_found(config, repo, git_config_find_system,
				GIT_CONFIG_LEVEL_SYSTEM);
}

static int add_global(git_config *config, struct repo *repo)
{
	const char *path = getenv("GIT_CONFIG_GLOBAL");

	if (path)
		return add_file(config, repo, path, GIT_CONFIG_LEVEL_GLOBAL);
	int rc = add_found(config, repo, git_config_find_xdg,
			   GIT_CONFIG_LEVEL_XDG);
	return rc ? rc :
		    add_found(config, repo, git_config_find_global,
			      GIT_CONFIG_LEVEL_GLOBAL);
}

static int add_local(git_config *config, struct repo *repo)
{
	auto_free char *shared = file_join(repo_common_dir(repo), "config");
	auto_free char *own = file_join(repo_git_dir(repo), "config.worktree");
	int per_worktree = 0;
	int rc = add_file(config, repo, shared, GIT_CONFIG_LEVEL_LOCAL);

	if (rc)
		return rc;
	git_config_get_bool(&per_worktree, config,
			    "extensions.worktreeconfig");
	return per_worktree ? add_file(config, repo, own,
				       GIT_CONFIG_LEVEL_APP) :
			      0;
}

/* libgit2 on its own heeds neither those variables nor config.worktree. */
int config_open(git_config **out, struct repo *repo)
{
	AUTO_GIT(git_config) config = NULL;

	if (git_config_new(&config))
		return fail_git("cannot read the configuration");
	int rc = add_system(config, repo);
	if (!rc)
		rc = add_global(config, repo);
	if (!rc)
		rc = add_local(config, repo);
	if (!rc)
		*out = STEAL(config);
	return rc;
}

/* ==== Values ============================================================ */

/* The value that counts; ERR_NOTFOUND (without message) when there is none. */
static int value_of(char **out, struct repo *repo, const char *key)
{
	const struct configenv *env = repo_configenv(repo);
	auto_free char *wanted = configenv_key(key);
	AUTO_GIT(git_config_entry) entry = NULL;
	const char *value;

	for (size_t i = env->nr; i--;) {
		if (strcmp(env->entries[i].key, wanted))
			continue;
		value = env->entries[i].value;
		*out = xstrdup(value ? value : "true");
		return 0;
	}
	if (git_config_get_entry(&entry, repo_config(repo), key))
		return ERR_NOTFOUND;
	*out = xstrdup(entry->value ? entry->value : "true");
	return 0;
}

static int fail_value(const char *key, const char *value, const char *want)
{
	fail(ERR_BADDATA, "%s is '%s', which is not %s", key, value, want);
	fail_hint("git config --show-origin %s", key);
	return ERR_BADDATA;
}

char *config_string(struct repo *repo, const char *key,
		    const char *otherwise)
{
	char *value;

	return value_of(&value, repo, key) ? xstrdup_or_null(otherwise) :
					     value;
}

int config_bool(bool *out, struct repo *repo, const char *key, bool otherwise)
{
	auto_free char *value = config_string(repo, key, NULL);
	int truth = otherwise;

	if (value && git_config_parse_bool(&truth, value))
		return fail_value(key, value, "true or false");
	*out = truth;
	return 0;
}

int config_int(int64_t *out, struct repo *repo, const char *key,
	       int64_t otherwise)
{
	auto_free char *value = config_string(repo, key, NULL);

	*out = otherwise;
	if (value && git_config_parse_int64(out, value))
		return fail_value(key, value, "a number");
	return 0;
}

int config_duration(double *out, struct repo *repo, const char *key,
		    double otherwise)
{
	auto_free char *value = config_string(repo, key, NULL);

	*out = otherwise;
	if (value && !text_to_duration(out, value))
		return fail_value(key, value,
				  "a duration such as 90s, 5m, 2h");
	return 0;
}

int config_each(struct repo *repo, const char *section,
		int (*each)(void *data, const char *key, const char *value),
		void *data)
{
	const struct configenv *env = repo_configenv(repo);
	auto_free char *prefix = xstrfmt("%s.", section);
	AUTO_GIT(git_config_iterator) it = NULL;
	git_config_entry *entry;
	int rc;

	if (git_config_iterator_new(&it, repo_config(repo)))
		return fail_git("cannot read the configuration");
	while (!(rc = git_config_next(&entry, it))) {
		if (!text_starts_with(entry->name, prefix))
			continue;
		rc = each(data, entry->name,
			  entry->value ? entry->value : "true");
		if (rc)
			return rc;
	}
	if (rc != GIT_ITEROVER)
		return fail_git("cannot read the configuration");
	rc = 0;
	for (size_t i = 0; i < env->nr && !rc; i++)
		if (text_starts_with(env->entries[i].key, prefix))
			rc = each(data, env->entries[i].key,
				  env->entries[i].value ?
					  env->entries[i].value :
					  "true");
	return rc;
}

struct wanted {
	struct strlist *out;
	char *key;
};

static int collect(void *data, const char *key, const char *value)
{
	struct wanted *wanted = data;

	if (!strcmp(key, wanted->key))
		strlist_add(wanted->out, value);
	return 0;
}

int config_all(struct strlist *out, struct repo *repo, const char *key)
{
	auto_free char *normal = configenv_key(key);
	auto_free char *section = xmemdupz(normal, strcspn(normal, "."));
	struct wanted wanted = { out, normal };

	return config_each(repo, section, collect, &wanted);
}

int config_set(struct repo *repo, const char *key, const char *value)
{
	const char *const args[] = { "config", "--local", "--replace-all",
				     key,      value,	  NULL };

	return git_run(repo, args);
}

/* `git config [--file F | --local] <what> <key> [<value>]`. */
static int edit(struct process *git, struct repo *repo, const char *file,
		const char *what, const char *key, const char *value)
{
	git_command_init(git, repo);
	strlist_add(&git->argv, "config");
	strlist_add(&git->argv, file ? "--file" : "--local");
	if (file)
		strlist_add(&git->argv, file);
	strlist_add(&git->argv, what);
	strlist_add(&git->argv, key);
	if (value)
		strlist_add(&git->argv, value);
	return process_run(git);
}

/* Are they there, all and in this order? A missing file holds none. */
static int holds(bool *out, struct repo *repo, const char *file,
		 const char *key, const struct strlist *values)
{
	AUTO(process) git = PROCESS_INIT;
	AUTO(buf) wanted = BUF_INIT;

	for (size_t i = 0; i < values->nr; i++)
		buf_addf(&wanted, "%s\n", values->items[i]);
	int rc = edit(&git, repo, file, "--get-all", key, NULL);
	*out = !rc && git.out.len == wanted.len &&
	       !memcmp(git.out.ptr, wanted.ptr, wanted.len);
	return rc;
}

int config_replace(struct repo *repo, const char *file, const char *key,
		   const struct strlist *values)
{
	bool same;
	int rc = holds(&same, repo, file, key, values);

	if (rc || same)
		return rc;
	for (size_t i = 0; !rc && i <= values->nr; i++) {
		AUTO(process) git = PROCESS_INIT;
		const char *value = i ? values->items[i - 1] : NULL;

		rc = edit(&git, repo, file, i ? "--add" : "--unset-all", key,
			  value);
		if (!rc && !process_ok(&git) &&
		    (i || git.exit_code != NOTHING_UNSET))
			rc = process_fail(&git, "git config");
	}
	return rc;
}
