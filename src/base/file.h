/*
 * file - files and folders by path.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/strlist.h"

bool file_exists(const char *path);
bool file_is_dir(const char *path);
bool file_is_executable(const char *path);
/*
 * Appends a file's bytes to `out`. More than `max` bytes is ERR_BADDATA,
 * a missing file ERR_NOTFOUND, anything else ERR_FAILED.
 */
int file_read(struct buf *out, const char *path, size_t max);
/* First line of a small file (as in /sys), trimmed; NULL when unreadable. */
char *file_read_line(const char *path);
/*
 * Replaces a file as a whole: written beside it, fsync()ed, renamed. After
 * a failure (ERR_FAILED) the old file stands and nothing is left beside it.
 */
int file_write(const char *path, const void *bytes, size_t len);
/* Makes a folder and those above it; an existing one is fine. */
int file_mkdir_p(const char *path);
/* Removes a tree without following links; a missing one is fine. */
int file_remove_tree(const char *path);
/* A new folder, private to this user, under $TMPDIR; owned. */
int file_make_temp_dir(char **out, const char *prefix);
/* `base`/`name`, with exactly one slash between; owned. */
char *file_join(const char *base, const char *name);
/* Absolute and without links, or NULL when there is no such path; owned. */
char *file_real(const char *path);
/* Names in a folder but "." and "..", sorted; ERR_NOTFOUND if missing. */
int file_list(struct strlist *out, const char *dir);
/* Bytes free to this user where `path` is; -1 when unknown. */
int64_t file_free_space(const char *path);
/* The program's own folder (of /proc/self/exe); owned. */
char *file_program_dir(void);
/* The first executable of that name in $PATH; NULL if none; owned. */
char *file_find_program(const char *name);

#endif
