/*
 * alloc - memory, and the cleanup attributes the whole project uses.
 *
 * Invariant: none of these return NULL. Out of memory ends the program at
 * once with one sentence; no caller checks for it.
 *
 * Ownership, everywhere in src/: arguments are borrowed, return values and
 * `out` parameters are owned by the caller; a struct owns what its release
 * function frees. Anything else is said in the header concerned.
 *
 *	auto_free char *s = xstrfmt("%s/%d", dir, n);	freed at scope end
 *	AUTO(buf) b = BUF_INIT;				buf_release(&b)
 *	return STEAL(s);				hand it on instead
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *ptr, size_t size);
/* realloc() of `count` members; an overflow ends the program. */
void *xreallocarray(void *ptr, size_t count, size_t size);
char *xstrdup(const char *s);
/* NULL in, NULL out. */
char *xstrdup_or_null(const char *s);
/* The first `len` bytes of `s`, NUL-terminated. */
char *xmemdupz(const void *s, size_t len);
char *xstrfmt(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *xstrvfmt(const char *fmt, va_list ap);

/* Cleanup handlers named by the macros below; not called by hand. */
void auto_free_cleanup(void *ptr_to_ptr);

#define auto_free __attribute__((cleanup(auto_free_cleanup)))

/*
 * AUTO(noun) declares a `struct noun` that noun_release() empties when the
 * scope ends.
 */
#define AUTO(noun) __attribute__((cleanup(noun##_release))) struct noun

/* AUTO_PTR(noun) declares a `struct noun *` freed with noun_free(). */
#define AUTO_PTR(noun) \
	__attribute__((cleanup(noun##_free_cleanup))) struct noun *
#define AUTO_PTR_DEFINE(noun)                                        \
	static inline void noun##_free_cleanup(struct noun **ptr) \
	{                                                            \
		noun##_free(*ptr);                                   \
	}

/* Takes the pointer out of a variable, leaving NULL there. */
#define STEAL(ptr)                            \
	({                                    \
		__typeof__(ptr) stolen_ = (ptr); \
		(ptr) = NULL;                 \
		stolen_;                      \
	})

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Makes room for `need` members in (items, cap); cap grows by half. */
#define ARRAY_GROW(items, need, cap)                                      \
	do {                                                              \
		if ((size_t)(need) > (size_t)(cap)) {                     \
			size_t cap_ = ((size_t)(cap) + 16) * 3 / 2;       \
			if (cap_ < (size_t)(need))                        \
				cap_ = (need);                            \
			(items) = xreallocarray((items), cap_,            \
						sizeof(*(items)));        \
			(cap) = cap_;                                     \
		}                                                         \
	} while (0)

#endif
