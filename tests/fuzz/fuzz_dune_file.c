#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/complaint.h"
#include "suite/build_error.h"
#include "suite/dune_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Any text is a dune file, and any text is what a failed build printed. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	auto_free char *text = xmemdupz(data, size);
	AUTO(strlist) files = STRLIST_INIT;

	dune_file_deps(&files, text, size, "zdd.exe");
	for (size_t i = 0; i < files.nr; i++)
		assert(*files.items[i] && *files.items[i] != '/' &&
		       !strstr(files.items[i], ".."));
	auto_free char *less = dune_file_without(text, size, NULL, "zarith");
	auto_free char *reason = complaint_find(text);
	auto_free char *library = build_error_library(text);

	assert(!less || strlen(less) < size);
	assert(strlen(reason) <= size + 1);
	assert(!library || strlen(library) <= size);
	return 0;
}
