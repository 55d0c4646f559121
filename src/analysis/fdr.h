/*
 * fdr - which of many findings stand, when some are bound to be luck.
 *
 * Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", JRSS
 * B 57, 1995: of the findings that stand, an expected share of at most
 * `rate` is false, for independent targets and for those that are disturbed
 * together (positive dependence: Benjamini and Yekutieli, Annals of
 * Statistics 29, 2001).
 */
#ifndef ANALYSIS_FDR_H
#define ANALYSIS_FDR_H

#include <stddef.h>

/*
 * The greatest p-value that stands among the `nr` given, those of all
 * targets that were looked at; negative when none does. Compare with <=.
 */
double fdr_cut(const double *p, size_t nr, double rate);

#endif
