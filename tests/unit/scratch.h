/*
 * scratch - real repositories for unit programs, with git as the oracle.
 *
 * scratch_begin() makes a private folder, removed when the program ends, and
 * pins what git listens to (HOME, configuration, names, dates, locale).
 * A command that fails ends the program: the test could prove nothing.
 */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include "git/repo.h"

/* The folder's path; borrowed. */
const char *scratch_begin(void);
/*
 * `sh -ec script` in a folder of it ("" for itself). Gives trimmed stdout,
 * borrowed until the program ends.
 */
const char *sh(const char *dir, const char *script, ...)
	__attribute__((format(printf, 2, 3)));
/* The same, as an object's name. */
struct oid sh_oid(const char *dir, const char *script, ...)
	__attribute__((format(printf, 2, 3)));
/* Does it exit 0? Never ends the program. */
int sh_ok(const char *dir, const char *script, ...)
	__attribute__((format(printf, 2, 3)));
/* Path of `name` in the folder; borrowed likewise. */
const char *scratch_path(const char *name);
/* The repository in a folder of it, or at an absolute path; owned. */
struct repo *scratch_repo(const char *name);

#endif
