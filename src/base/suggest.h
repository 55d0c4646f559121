/*
 * suggest - "did you mean ...?" for a mistyped word.
 */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/*
 * Edits between two words: inserted, dropped, changed and swapped
 * characters. Words longer than 64 bytes are too far from anything.
 */
size_t suggest_distance(const char *a, const char *b);
/*
 * The known word nearest to `word`, the first of equals; NULL when none is
 * near enough (a third of the letters may be wrong). Borrowed.
 */
const char *suggest_nearest(const char *word, const char *const *known,
			    size_t nr);

#endif
