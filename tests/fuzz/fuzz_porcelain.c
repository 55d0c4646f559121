/* Any bytes as the answer of `git push --porcelain`. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "git/porcelain.h"
#include "git/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO(porcelain) lines = PORCELAIN_INIT;
	auto_free char *text = xmemdupz(data, size);
	auto_free char *shown = url_hide_secrets(text);

	assert(strlen(shown) <= strlen(text));
	porcelain_parse(&lines, (const char *)data, size);
	for (size_t i = 0; i < lines.nr; i++) {
		const struct porcelain_line *line = &lines.items[i];

		assert(strchr("* +-=!", line->mark));
		assert(*line->ref && !strpbrk(line->ref, "\t\n"));
		assert(!strchr(line->summary, '\n'));
		assert(!strchr(line->reason, '\n'));
		assert(porcelain_find(&lines, line->ref));
	}
	return 0;
}
