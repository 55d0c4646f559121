/*
 * image - is a built file the same on two sides?
 *
 * Byte for byte, but for what tells where it was built and not what it does:
 * the side's own folder, which has the same length for all of them, and the
 * build id that the linker makes of all bytes, that folder among them. What
 * hides a path (a compressed debug section) makes two files differ: then
 * they are measured, which is never wrong.
 */
#ifndef SUITE_IMAGE_H
#define SUITE_IMAGE_H

#include <stdbool.h>

/*
 * `path` is absolute or from `dir`, the folder that the file was built in.
 * False as well when one of them cannot be read, or has more than IMAGE_MAX
 * bytes.
 */
bool image_is_same(const char *path_a, const char *dir_a, const char *path_b,
		   const char *dir_b);

#define IMAGE_MAX (256u << 20)

#endif
