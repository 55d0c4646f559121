/* The last part: the runner's own repository, where there is one. */
#include "record/fsck_state.h"

#include "base/error.h"
#include "git/store.h"
#include "record/damage.h"

int fsck_store(struct fsck *f)
{
	AUTO_PTR(repo) store = NULL;
	const char *path = f->args->store;

	if (!path)
		return 0;
	if (store_open(&store, f->repo, path)) {
		auto_free char *mend = xstrdup(error_hint());

		fsck_say_error(f, "store", path, mend);
		return 0;
	}
	int rc = damage_check(store);
	if (rc != ERR_BADDATA)
		return rc;
	fsck_say_error(f, "store", path, STORE_MEND);
	return 0;
}
