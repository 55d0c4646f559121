#include "remark.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text.h"

/* "<device>:<inode>" of the stream that systemd set up; is it still ours? */
static bool is_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	struct stat st;

	if (!stream || fstat(STDERR_FILENO, &st))
		return false;
	auto_free char *ours = xstrfmt("%ju:%ju", (uintmax_t)st.st_dev,
				       (uintmax_t)st.st_ino);
	return !strcmp(stream, ours);
}

const char *remark_prefix(enum remark_priority priority)
{
	static const char *const prefixes[] = {
		[REMARK_ERROR] = "<3>",
		[REMARK_WARNING] = "<4>",
		[REMARK_NOTICE] = "<5>",
		[REMARK_INFO] = "<6>",
	};

	return is_journal() ? prefixes[priority] : "";
}

void remark(enum remark_priority priority, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *raw = xstrvfmt(fmt, ap);
	va_end(ap);
	auto_free char *safe = text_escape(raw);
	fprintf(stderr, "%sgit-bench: %s\n", remark_prefix(priority), safe);
}
