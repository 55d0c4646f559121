/*
 * csv - rows for spreadsheets, as RFC 4180 has them: CR LF ends a row, what
 * holds a comma or a quote is quoted.
 *
 * A text that a spreadsheet would take for a formula (it begins with =, +,
 * -, @ or one of their wide forms) gets an apostrophe in front; control
 * bytes are escaped, so that a row is a line.
 */
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include <stdbool.h>

#include "base/buf.h"

/* One field; `first` says whether it begins a row. */
void csv_text(struct buf *out, bool first, const char *text);
/* The same for a number of our own making, which may begin with a minus. */
void csv_number(struct buf *out, bool first, const char *number);
void csv_end(struct buf *out);

#endif
