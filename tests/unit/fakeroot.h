/*
 * fakeroot - a scratch folder that stands for "/", to test what reads /proc
 * and /sys.
 */
#ifndef TESTS_FAKEROOT_H
#define TESTS_FAKEROOT_H

#include "base/file.h"

extern char *root;

void root_begin(void);
/* Writes one file, folders and all; NULL removes it. */
void root_put(const char *path, const char *text);
void root_end(void);

#endif
