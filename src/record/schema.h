/*
 * schema - the text of docs/SCHEMA.md, as it is committed to the history.
 *
 * Its first line ends in "revision <n>", which goes up with each change, so
 * that an older git-bench never writes over a newer one's text. The array is
 * made from the document by the Makefile.
 */
#ifndef RECORD_SCHEMA_H
#define RECORD_SCHEMA_H

extern const char schema_text[];

#endif
