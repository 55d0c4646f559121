#include "print.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/json.h"
#include "base/alloc.h"
#include "base/text.h"
#include "remark.h"

void print_json(const json_t *value)
{
	auto_free char *line = json_line(value);

	puts(line);
}

void print_text(const char *text)
{
	fputs(text, stdout);
}

void print_warning(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *raw = xstrvfmt(fmt, ap);
	va_end(ap);
	auto_free char *safe = text_escape(raw);
	fprintf(stderr, "%swarning: %s\n", remark_prefix(REMARK_WARNING),
		safe);
}
