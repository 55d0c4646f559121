#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void out_of_memory(void)
{
	static const char text[] = "git-bench: out of memory\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)ignored;
	_exit(128);
}

void *xmalloc(size_t size)
{
	void *ptr = malloc(size ? size : 1);

	if (!ptr)
		out_of_memory();
	return ptr;
}

void *xcalloc(size_t count, size_t size)
{
	void *ptr = calloc(count ? count : 1, size ? size : 1);

	if (!ptr)
		out_of_memory();
	return ptr;
}

void *xrealloc(void *ptr, size_t size)
{
	ptr = realloc(ptr, size ? size : 1);
	if (!ptr)
		out_of_memory();
	return ptr;
}

void *xreallocarray(void *ptr, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		out_of_memory();
	return xrealloc(ptr, bytes);
}

char *xstrdup(const char *s)
{
	return xmemdupz(s, strlen(s));
}

char *xstrdup_or_null(const char *s)
{
	return s ? xstrdup(s) : NULL;
}

char *xmemdupz(const void *s, size_t len)
{
	char *copy = xmalloc(len + 1);

	if (len)
		memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *xstrvfmt(const char *fmt, va_list ap)
{
	char *text;

	if (vasprintf(&text, fmt, ap) < 0)
		out_of_memory();
	return text;
}

char *xstrfmt(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	char *text = xstrvfmt(fmt, ap);
	va_end(ap);
	return text;
}

void auto_free_cleanup(void *ptr_to_ptr)
{
	free(*(void **)ptr_to_ptr);
}
