/*
 * proportion - how far a rate that was counted may be from the true one: C. J.
 * Clopper and E. S. Pearson, Biometrika 26, 1934.
 */
#ifndef LIVE_PROPORTION_H
#define LIVE_PROPORTION_H

#include <stddef.h>

/* Ends of the 95 % interval around hits / nr. */
double proportion_low(size_t hits, size_t nr);
double proportion_high(size_t hits, size_t nr);

#endif
