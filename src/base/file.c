#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"

bool file_exists(const char *path)
{
	struct stat st;

	return !stat(path, &st);
}

bool file_is_dir(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

bool file_is_executable(const char *path)
{
	return !access(path, X_OK) && !file_is_dir(path);
}

static int read_all(struct buf *out, int fd, const char *path, size_t max)
{
	size_t start = out->len;

	for (;;) {
		buf_reserve(out, 16384);
		ssize_t n = read(fd, out->ptr + out->len,
				 out->cap - out->len - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno("cannot read %s", path);
		if (!n)
			return 0;
		out->len += n;
		out->ptr[out->len] = '\0';
		if (out->len - start > max)
			return fail(ERR_BADDATA, "%s is larger than %zu bytes",
				    path, max);
	}
}

int file_read(struct buf *out, const char *path, size_t max)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return fail(ERR_NOTFOUND, "there is no file %s", path);
	if (fd < 0)
		return fail_errno("cannot open %s", path);
	int rc = read_all(out, fd, path, max);
	close(fd);
	return rc;
}

char *file_read_line(const char *path)
{
	char line[4096];
	FILE *file = fopen(path, "re");

	if (!file)
		return NULL;
	char *got = fgets(line, sizeof(line), file);
	fclose(file);
	return got ? xstrdup(text_trim(line)) : NULL;
}

static int write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		bytes += n;
		len -= n;
	}
	return fsync(fd);
}

int file_write(const char *path, const void *bytes, size_t len)
{
	auto_free char *temp = xstrfmt("%s.XXXXXX", path);
	int fd = mkostemp(temp, O_CLOEXEC);

	if (fd < 0)
		return fail_errno("cannot write %s", path);
	mode_t mask = umask(0);
	umask(mask);
	fchmod(fd, 0666 & ~mask);
	int rc = write_all(fd, bytes, len);
	int saved = errno;
	if (close(fd) && !rc) {
		rc = -1;
		saved = errno;
	}
	if (!rc && rename(temp, path)) {
		rc = -1;
		saved = errno;
	}
	if (!rc)
		return 0;
	unlink(temp);
	errno = saved;
	return fail_errno("cannot write %s", path);
}

int file_mkdir_p(const char *path)
{
	auto_free char *copy = xstrdup(path);

	for (char *p = copy + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		if (mkdir(copy, 0777) && errno != EEXIST)
			return fail_errno("cannot make folder %s", copy);
		*p = '/';
	}
	if (mkdir(copy, 0777) && errno != EEXIST)
		return fail_errno("cannot make folder %s", copy);
	if (!file_is_dir(copy))
		return fail(ERR_FAILED, "%s is in the way: not a folder",
			    path);
	return 0;
}

int file_remove_tree(const char *path)
{
	char *const paths[] = { (char *)path, NULL };
	int rc = 0;

	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	if (!fts)
		return fail_errno("cannot look into %s", path);
	for (FTSENT *e; (e = fts_read(fts));) {
		if (e->fts_info == FTS_D) {
			/* Builds leave read-only folders behind. */
			if ((e->fts_statp->st_mode & 0700) != 0700)
				chmod(e->fts_accpath, 0700);
			continue;
		}
		if (remove(e->fts_accpath) && errno != ENOENT &&
		    errno != ENOTDIR && !rc)
			rc = fail_errno("cannot remove %s", e->fts_path);
	}
	fts_close(fts);
	return rc;
}

int file_make_temp_dir(char **out, const char *prefix)
{
	const char *tmp = getenv("TMPDIR");
	auto_free char *path =
		xstrfmt("%s/%s.XXXXXX", tmp && *tmp ? tmp : "/tmp", prefix);

	if (!mkdtemp(path))
		return fail_errno("cannot make a folder like %s", path);
	*out = STEAL(path);
	return 0;
}

char *file_join(const char *base, const char *name)
{
	size_t len = strlen(base);

	while (len && base[len - 1] == '/')
		len--;
	while (*name == '/')
		name++;
	return xstrfmt("%.*s/%s", (int)len, base, name);
}

char *file_real(const char *path)
{
	return realpath(path, NULL);
}

int file_list(struct strlist *out, const char *dir)
{
	DIR *handle = opendir(dir);

	if (!handle && (errno == ENOENT || errno == ENOTDIR))
		return fail(ERR_NOTFOUND, "there is no folder %s", dir);
	if (!handle)
		return fail_errno("cannot look into %s", dir);
	for (struct dirent *e; (e = readdir(handle));)
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			strlist_add(out, e->d_name);
	closedir(handle);
	strlist_sort(out);
	return 0;
}

int64_t file_free_space(const char *path)
{
	struct statvfs st;

	if (statvfs(path, &st))
		return -1;
	return (int64_t)st.f_bavail * (int64_t)st.f_frsize;
}

char *file_program_dir(void)
{
	char path[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (len <= 0)
		return xstrdup(".");
	path[len] = '\0';
	char *slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	return xstrdup(path);
}

char *file_find_program(const char *name)
{
	const char *path = getenv("PATH");
	AUTO(strlist) dirs = STRLIST_INIT;

	if (strchr(name, '/'))
		return file_is_executable(name) ? xstrdup(name) : NULL;
	strlist_split(&dirs, path ? path : "/usr/bin:/bin", ":");
	for (size_t i = 0; i < dirs.nr; i++) {
		auto_free char *full = file_join(dirs.items[i], name);

		if (file_is_executable(full))
			return STEAL(full);
	}
	return NULL;
}
