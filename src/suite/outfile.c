#include "suite/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/strlist.h"

bool outfile_name_is_inside(const char *name)
{
	AUTO(strlist) parts = STRLIST_INIT;

	strlist_split(&parts, name, "/");
	return *name != '/' && parts.nr && !strlist_has(&parts, "..");
}

int outfile_age(const char *dir, const char *name)
{
	static const struct timespec old[2] = { { 0 }, { 0 } };
	auto_free char *path = file_join(dir, name);

	if (!utimensat(AT_FDCWD, path, old, 0) || errno == ENOENT ||
	    errno == ENOTDIR)
		return 0;
	return fail_errno("cannot set the time of %s", path);
}

int outfile_read(struct buf *out, enum outfile_state *state, const char *dir,
		 const char *name)
{
	auto_free char *path = file_join(dir, name);
	struct stat st;

	*state = OUTFILE_ABSENT;
	if (stat(path, &st))
		return 0;
	*state = st.st_mtime ? OUTFILE_FRESH : OUTFILE_STALE;
	return *state == OUTFILE_FRESH ? file_read(out, path, OUTFILE_MAX) : 0;
}
