/*
 * history_name - where on the branch things stand.
 *
 * All of these are made from dates, hexadecimal digits and numbers, or from
 * names of which only harmless bytes are left: nothing from outside becomes
 * a path as it is. Strings are owned by the caller.
 */
#ifndef RECORD_HISTORY_NAME_H
#define RECORD_HISTORY_NAME_H

#include <stdbool.h>

#include "record/result.h"

#define HISTORY_DIR "bench/history/"
#define HISTORY_SHA_LEN 10

/* "2026-11-30-0123456789", with "-<n>" behind it from n = 2 on. */
char *history_stem(const struct result *result, int n);
/* "bench/history/<stem>.json", in a folder "2026-11/" if `by_month`. */
char *history_path(const char *stem, bool by_month);
/*
 * What belongs to the document at `path`, in another folder of the branch:
 * "bench/samples/<the same>". NULL when `path` is none of a document.
 */
char *history_samples_path(const char *path);
/* "bench/artifacts/<stem>/<file>", the file's name made harmless. */
char *history_artifact_path(const char *path, const char *file);
/* "bench/latest/<suite>.json", the suite's name made harmless. */
char *history_latest_path(const char *suite);
/*
 * The name without what could mean something to a file system: bytes other
 * than letters, digits and one of .-_+,= become '_', as does a dot at the
 * beginning; a name that this changed, or one longer than 150 bytes, gets
 * 8 digits of a hash behind it, so that no two become one.
 */
char *history_plain_name(const char *name);
/* Is it the path of a document about a commit that begins so? */
bool history_path_is_about(const char *path, const char *sha);

#endif
