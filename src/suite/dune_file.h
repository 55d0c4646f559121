/*
 * dune_file - the little that we need to know of a folder's `dune` file:
 * which files a benchmark needs beside its executable, and how to take a
 * library away from a stanza.
 *
 * It is a text of s-expressions; all we do is look for stanzas by their
 * first words. What cannot be read is an empty answer, never an error: dune
 * itself will say what is wrong.
 */
#ifndef SUITE_DUNE_FILE_H
#define SUITE_DUNE_FILE_H

#include <stddef.h>

#include "base/strlist.h"

/*
 * Adds the plain files among the `deps` of those (alias …) stanzas that
 * depend on `executable` ("zdd.exe") too, once each: "words.txt". Programs
 * (.exe, .bc) and what only dune can expand are left out.
 */
void dune_file_deps(struct strlist *out, const char *text, size_t len,
		    const char *executable);
/*
 * The text without `library` in the (libraries …) of the stanza that builds
 * the executable `name` ("nbody"; NULL: of the first that has it), or NULL
 * when it is not there; owned.
 */
char *dune_file_without(const char *text, size_t len, const char *name,
			const char *library);

#endif
