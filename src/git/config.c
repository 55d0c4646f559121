#include "git/config.h"

#include "base/text.h"
#include "git/raw.h"

char *config_string(struct repo *repo, const char *key,
		    const char *otherwise)
{
	AUTO_GIT(git_config) config = NULL;
	AUTO_GIT(git_config_entry) entry = NULL;

	if (git_repository_config_snapshot(&config, repo_raw(repo)) ||
	    git_config_get_entry(&entry, config, key))
		return xstrdup_or_null(otherwise);
	return xstrdup(entry->value ? entry->value : "true");
}
