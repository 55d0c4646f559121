#include "suite/buildstore.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <poll.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"

#define MARK_MAX 4096
#define LOCK_POLL_MS 50

/* ==== Marks ============================================================= */

int64_t buildstore_bytes(const char *dir)
{
	char *const paths[] = { (char *)dir, NULL };
	int64_t bytes = 0;
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);

	if (!fts)
		return 0;
	for (FTSENT *e; (e = fts_read(fts));)
		if (e->fts_info == FTS_F || e->fts_info == FTS_D)
			bytes += e->fts_statp->st_blocks * 512;
	fts_close(fts);
	return bytes;
}

static int flush(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 || syncfs(fd)) {
		int rc = fail_errno("cannot flush %s", dir);

		if (fd >= 0)
			close(fd);
		return rc;
	}
	close(fd);
	return 0;
}

int build_mark_write(const char *dir, const struct oid *commit,
		     const char *family)
{
	auto_free char *path = file_join(dir, "complete");
	json_auto_t *mark = json_object();
	int rc = flush(dir);

	if (rc)
		return rc;
	json_set_string(mark, "commit", commit->hex);
	json_set_string(mark, "family", family);
	json_set_int(mark, "bytes", buildstore_bytes(dir));
	auto_free char *text = json_line(mark);
	return file_write(path, text, strlen(text));
}

bool build_mark_read(struct build_mark *out, const char *dir)
{
	auto_free char *path = file_join(dir, "complete");
	AUTO(buf) text = BUF_INIT;
	json_auto_t *mark = NULL;
	struct stat st;

	if (stat(path, &st) || file_read(&text, path, MARK_MAX) ||
	    json_parse(&mark, text.ptr, text.len, path))
		return false;
	*out = (struct build_mark){
		.bytes = json_get_int(mark, "bytes", 0),
		.used = st.st_mtime,
	};
	if (!oid_parse(&out->commit, json_get_string(mark, "commit", "")))
		return false;
	out->family = xstrdup(json_get_string(mark, "family", ""));
	return true;
}

void build_mark_touch(const char *dir)
{
	auto_free char *path = file_join(dir, "complete");

	/* A mark that stays old only means an earlier eviction. */
	(void)utimensat(AT_FDCWD, path, NULL, 0);
}

void build_mark_release(struct build_mark *mark)
{
	free(mark->family);
	*mark = (struct build_mark){ 0 };
}

int buildstore_list(struct strlist *out, const char *root)
{
	AUTO(strlist) names = STRLIST_INIT;
	int rc = file_list(&names, root);

	if (rc == ERR_NOTFOUND)
		return 0;
	for (size_t i = 0; i < names.nr; i++)
		if (strlen(names.items[i]) == BUILD_HASH_LEN &&
		    text_is_hex(names.items[i], BUILD_HASH_LEN))
			strlist_add(out, names.items[i]);
	return rc;
}

/* ==== Locks ============================================================= */

/* Is the file that was locked still the one that others will lock? */
static bool is_current(int fd, const char *path)
{
	struct stat mine, there;

	return !fstat(fd, &mine) && !stat(path, &there) &&
	       mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

static int wait_for(int fd, const char *path, int operation,
		    void (*waiting)(void *data), void *data)
{
	bool said = false;

	while (flock(fd, operation | LOCK_NB)) {
		int rc = interrupt_check();

		if (rc)
			return rc;
		if (errno != EWOULDBLOCK && errno != EINTR)
			return fail_errno("cannot lock %s", path);
		if (!said && waiting)
			waiting(data);
		said = true;
		poll(NULL, 0, LOCK_POLL_MS);
	}
	return 0;
}

static int lock_once(int *fd, const char *path, int operation, bool wait,
		     void (*waiting)(void *data), void *data)
{
	if (*fd < 0)
		*fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (*fd < 0)
		return fail_errno("cannot open %s", path);
	if (wait)
		return wait_for(*fd, path, operation, waiting, data);
	if (!flock(*fd, operation | LOCK_NB))
		return 0;
	if (errno != EWOULDBLOCK)
		return fail_errno("cannot lock %s", path);
	close(*fd);
	*fd = -1;
	return 0;
}

int buildstore_lock(int *fd, const char *dir, bool exclusive, bool wait,
		    void (*waiting)(void *data), void *data)
{
	auto_free char *path = xstrfmt("%s.lock", dir);
	int operation = exclusive ? LOCK_EX : LOCK_SH;

	for (;;) {
		int rc = lock_once(fd, path, operation, wait, waiting, data);

		if (!rc && (*fd < 0 || is_current(*fd, path)))
			return 0;
		if (*fd >= 0)
			close(*fd);
		*fd = -1;
		if (rc)
			return rc;
	}
}

void buildstore_unlock_and_remove(int fd, const char *dir)
{
	auto_free char *path = xstrfmt("%s.lock", dir);

	unlink(path);
	close(fd);
}
