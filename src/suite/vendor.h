/*
 * vendor - folders of dune libraries that stand in for packages: copied into
 * a suite's sources, dune builds them with each side's own compiler.
 */
#ifndef SUITE_VENDOR_H
#define SUITE_VENDOR_H

#include "base/strlist.h"

/*
 * 40 hexadecimal digits that change with any file below the folders; owned.
 * ERR_NOTFOUND when one of them is no folder.
 */
int vendor_digest(char **out, const struct strlist *folders);
/* Copies each folder to <source>/vendor/<its name>. */
int vendor_copy(const struct strlist *folders, const char *source);

#endif
