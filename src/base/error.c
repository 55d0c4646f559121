#include "base/error.h"

#include <errno.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"

static _Thread_local struct error last;

static void set(char **slot, const char *fmt, va_list ap)
{
	auto_free char *raw = xstrvfmt(fmt, ap);
	char *clean = text_escape(raw);

	free(*slot);
	*slot = clean;
}

void error_clear(void)
{
	free(last.message);
	free(last.hint);
	last.message = NULL;
	last.hint = NULL;
}

int fail(int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(&last.message, fmt, ap);
	va_end(ap);
	free(last.hint);
	last.hint = NULL;
	return code;
}

int fail_errno(const char *fmt, ...)
{
	int saved = errno;
	va_list ap;

	va_start(ap, fmt);
	auto_free char *what = xstrvfmt(fmt, ap);
	va_end(ap);
	return fail(ERR_FAILED, "%s: %s", what, strerror(saved));
}

int fail_in(int code, const char *fmt, ...)
{
	auto_free char *inner = STEAL(last.message);
	va_list ap;

	va_start(ap, fmt);
	auto_free char *context = xstrvfmt(fmt, ap);
	va_end(ap);
	auto_free char *raw =
		xstrfmt("%s: %s", context, inner ? inner : "failed");
	last.message = text_escape(raw);
	return code;
}

void fail_hint(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(&last.hint, fmt, ap);
	va_end(ap);
}

const char *error_message(void)
{
	return last.message ? last.message : "";
}

const char *error_hint(void)
{
	return last.hint ? last.hint : "";
}

void error_put_aside(struct error *out)
{
	*out = last;
	last = (struct error){ 0 };
}

void error_bring_back(struct error *error)
{
	error_clear();
	last = *error;
	*error = (struct error){ 0 };
}
