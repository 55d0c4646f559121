#include "service/scratch.h"

#include "base/error.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/owner.h"

void scratch_sweep(struct repo *repo)
{
	auto_free char *jobs = file_join(repo_cache_dir(repo), "jobs");
	AUTO(strlist) names = STRLIST_INIT;

	if (file_list(&names, jobs)) {
		error_clear();
		return;
	}
	for (size_t i = 0; i < names.nr; i++) {
		AUTO(owner) owner = { 0 };

		if (!owner_parse(&owner, names.items[i]) ||
		    !owner_is_dead(&owner))
			continue;
		auto_free char *path = file_join(jobs, names.items[i]);
		file_remove_tree(path);
	}
}

int scratch_make(char **out, struct repo *repo)
{
	AUTO(owner) self = { 0 };

	owner_self(&self);
	auto_free char *name = owner_format(&self);
	auto_free char *jobs = file_join(repo_cache_dir(repo), "jobs");
	auto_free char *path = file_join(jobs, name);

	scratch_sweep(repo);
	int rc = file_remove_tree(path);
	if (!rc)
		rc = file_mkdir_p(path);
	fault_point("scratch-made");
	if (rc)
		return rc;
	*out = STEAL(path);
	return 0;
}

void scratch_remove(char *path)
{
	if (path)
		file_remove_tree(path);
	free(path);
}
