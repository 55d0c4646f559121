#include "measure/sysfile.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

#define TEXT_MAX (16 << 20) /* /proc/cpuinfo of the largest machines */

char *sysfile_line(const char *root, const char *path)
{
	auto_free char *full = xstrfmt("%s%s", root, path);

	return file_read_line(full);
}

bool sysfile_number(int64_t *out, const char *root, const char *path)
{
	auto_free char *line = sysfile_line(root, path);

	return line && text_to_int64(out, line);
}

void sysfile_text(struct buf *out, const char *root, const char *path)
{
	auto_free char *full = xstrfmt("%s%s", root, path);

	if (file_read(out, full, TEXT_MAX)) {
		buf_clear(out);
		error_clear();
	}
}

char *sysfile_field(const char *text, const char *name)
{
	size_t len = strlen(name);

	for (const char *line = text; *line;) {
		const char *end = strchrnul(line, '\n');

		if (!strncmp(line, name, len)) {
			const char *colon = line + len;

			colon += strspn(colon, " \t");
			if (*colon == ':') {
				auto_free char *value = xmemdupz(
					colon + 1, end - colon - 1);

				return xstrdup(text_trim(value));
			}
		}
		line = *end ? end + 1 : end;
	}
	return NULL;
}
