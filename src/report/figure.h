/*
 * figure - numbers and names as people read them. Every string is owned by
 * the caller; what is not known is "-".
 */
#ifndef REPORT_FIGURE_H
#define REPORT_FIGURE_H

#include "git/oid.h"

/* "1.031": three decimals; more where a ratio is tiny. */
char *figure_ratio(double ratio);
/* "1.021 - 1.034", with an en dash; "too wide" when it says nothing. */
char *figure_interval(double low, double high);
/*
 * A value in its unit: "1.23 s" (also of "ms", "us", "ns"), "5.5 MiB" (of
 * "B"), "12.3M" (of "1"), "12.3k words", "40 %". The unit comes from
 * outside: the string is not safe yet.
 */
char *figure_value(double value, const char *unit);
/* The first ten digits. */
char *figure_sha(const struct oid *sha);
/* "0123456789" or "0123456789 +flambda". */
char *figure_side(const struct oid *sha, const char *variant);
/*
 * A bar of at most `columns` columns for a value between least and most, in
 * eighths; at least one eighth. "" when the value is no number.
 */
char *figure_bar(double value, double least, double most, int columns);

#endif
