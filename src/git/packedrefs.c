#include "git/packedrefs.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/text.h"
#include "git/reflock.h"

#define PACKED_MAX ((size_t)1 << 30)

/* "<oid> <name>"? */
static bool is_line_of(const char *line, size_t len, const char *name)
{
	size_t name_len = strlen(name);

	return len == OID_HEX_LEN + 1 + name_len && *line != '#' &&
	       !memcmp(line + OID_HEX_LEN + 1, name, name_len);
}

/*
 * The file without one ref: its line, and the "^<oid>" behind it that tells
 * what a tag leads to. False when it was not there.
 */
static bool without(struct buf *out, const struct buf *text, const char *name)
{
	const char *line = text->ptr, *end = text->ptr + text->len;
	bool found = false, dropping = false;

	while (line < end) {
		const char *lf = memchr(line, '\n', end - line);
		size_t len = (lf ? lf : end) - line;

		dropping = is_line_of(line, len, name) ||
			   (dropping && *line == '^');
		found |= dropping;
		if (!dropping)
			buf_add(out, line, len + (lf != NULL));
		line += len + (lf != NULL);
	}
	return found;
}

static int unpack(struct repo *repo, const char *name)
{
	auto_free char *path = file_join(repo_common_dir(repo), "packed-refs");
	AUTO(buf) old = BUF_INIT;
	AUTO(buf) new = BUF_INIT;
	int rc = file_read(&old, path, PACKED_MAX);

	if (rc == ERR_NOTFOUND)
		return 0;
	if (!rc && without(&new, &old, name))
		rc = file_write(path, new.ptr, new.len);
	return rc;
}

static const char *base_of(struct repo *repo, const char *name)
{
	return text_starts_with(name, "refs/") ? repo_common_dir(repo) :
						 repo_git_dir(repo);
}

static int remove_file(const char *base, const char *name)
{
	auto_free char *path = file_join(base, name);

	if (unlink(path) && errno != ENOENT && errno != ENOTDIR)
		return fail_errno("cannot remove %s", path);
	return 0;
}

int packedrefs_delete(bool *held, struct repo *repo, const char *name)
{
	const char *base = base_of(repo, name);
	auto_free char *logs = file_join(base, "logs");
	AUTO(reflock) lock = { 0 };
	bool won;
	int rc = reflock_take_packed(&won, &lock, repo);

	*held = !rc && !won;
	if (rc || !won)
		return rc;
	fault_point("packed-refs-locked");
	rc = unpack(repo, name);
	fault_point("packed-refs-written");
	if (!rc)
		rc = remove_file(base, name);
	if (!rc)
		rc = remove_file(logs, name);
	return rc;
}

/*
 * But for the first three (refs/bench/claims): those are shared, and others
 * may be about to put a ref there.
 */
static void prune(const char *base, const char *name)
{
	auto_free char *path = file_join(base, name);
	char *stop = path + strlen(path) - strlen(name);

	for (int i = 0; i < 3 && stop; i++) {
		stop = strchr(stop, '/');
		stop = stop ? stop + 1 : NULL;
	}
	for (char *slash; stop && (slash = strrchr(path, '/')) >= stop;) {
		*slash = '\0';
		if (rmdir(path))
			break;
	}
}

void packedrefs_prune(struct repo *repo, const char *name)
{
	const char *base = base_of(repo, name);
	auto_free char *logs = file_join(base, "logs");

	prune(base, name);
	prune(logs, name);
}
