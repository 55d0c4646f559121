#include "suite/build_error.h"

#include <string.h>

#include "base/alloc.h"
#include "base/text.h"

/* Error: Library "zarith" not found. */
static char *missing_library(const char *output)
{
	const char *at = strstr(output, "Library \"");

	if (!at)
		return NULL;
	at += strlen("Library \"");
	size_t len = strcspn(at, "\"\n");
	return at[len] == '"' ? xmemdupz(at, len) : NULL;
}

/*
 * "/usr/lib/ocaml/zarith/z.cmi" is not a compiled interface for this …;
 * The file "/usr/lib/ocaml/zarith/zarith.cmxa" is not a …: the folder.
 */
static char *foreign_library(const char *output)
{
	static const char *const endings[] = {
		".cmi\"", ".cmxa\"", ".cmx\"", ".cmxs\"", ".cma\"",
	};

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		const char *end = strstr(output, endings[i]);
		const char *file = end;

		while (file && file > output && file[-1] != '/' &&
		       file[-1] != '"')
			file--;
		if (!file || file == output || file[-1] != '/')
			continue;
		const char *dir = file - 1;
		while (dir > output && dir[-1] != '/' && dir[-1] != '"')
			dir--;
		const char *rest = end + strlen(endings[i]);
		rest += strspn(rest, " \r\n");
		if (dir < file - 1 && text_starts_with(rest, "is not a "))
			return xmemdupz(dir, file - 1 - dir);
	}
	return NULL;
}

char *build_error_library(const char *output)
{
	char *name = missing_library(output);

	return name ? name : foreign_library(output);
}
