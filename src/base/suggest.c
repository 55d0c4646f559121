#include "base/suggest.h"

#include <string.h>

#define WORD_MAX 64
#define TOO_FAR (2 * WORD_MAX)

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Optimal string alignment: three rows of the usual table are enough. */
size_t suggest_distance(const char *a, const char *b)
{
	size_t rows[3][WORD_MAX + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];
	size_t a_len = strlen(a), b_len = strlen(b);

	if (a_len > WORD_MAX || b_len > WORD_MAX)
		return TOO_FAR;
	for (size_t j = 0; j <= b_len; j++)
		above[j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		row[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			size_t changed = a[i - 1] != b[j - 1];

			row[j] = smaller(above[j - 1] + changed,
					 smaller(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[j] = smaller(row[j], before[j - 2] + 1);
		}
		size_t *free_row = before;
		before = above;
		above = row;
		row = free_row;
	}
	return above[b_len];
}

const char *suggest_nearest(const char *word, const char *const *known,
			    size_t nr)
{
	/* A third of its letters; "budget" is not meant by "target". */
	size_t best = strlen(word) < 6 ? 2 : strlen(word) / 3;
	const char *nearest = NULL;

	for (size_t i = 0; i < nr; i++) {
		size_t distance = suggest_distance(word, known[i]);

		if (distance < best || (distance == best && !nearest)) {
			best = distance;
			nearest = known[i];
		}
	}
	return nearest;
}
