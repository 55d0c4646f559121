#include "suite/image.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"

/* Bytes of the id itself; 20 as a rule. */
#define BUILD_ID_MAX 64

static int read_image(struct buf *out, const char *path, const char *dir)
{
	auto_free char *full = *path == '/' ? xstrdup(path) :
					      file_join(dir, path);

	return file_read(out, full, IMAGE_MAX);
}

static void blank(struct buf *image, const char *what, size_t len)
{
	char *at = image->ptr, *end = image->ptr + image->len;

	while ((at = memmem(at, end - at, what, len))) {
		memset(at, 'x', len);
		at += len;
	}
}

static void blank_build_id(struct buf *image)
{
	static const char type_and_name[] = "\3\0\0\0GNU";
	const size_t len = sizeof(type_and_name);
	char *at = image->ptr, *end = image->ptr + image->len;

	while ((at = memmem(at, end - at, type_and_name, len))) {
		size_t size = at - image->ptr >= 4 ? (unsigned char)at[-4] : 0;

		at += len;
		if (size && size <= BUILD_ID_MAX && size <= (size_t)(end - at))
			memset(at, 'x', size);
	}
}

static bool is_equal(const struct buf *a, const struct buf *b)
{
	return a->len == b->len && !memcmp(a->ptr, b->ptr, a->len);
}

bool image_is_same(const char *path_a, const char *dir_a, const char *path_b,
		   const char *dir_b)
{
	AUTO(buf) a = BUF_INIT;
	AUTO(buf) b = BUF_INIT;
	size_t len = strlen(dir_a);

	if (read_image(&a, path_a, dir_a) || read_image(&b, path_b, dir_b)) {
		error_clear();
		return false;
	}
	if (a.len != b.len || is_equal(&a, &b))
		return a.len == b.len;
	if (!len || len != strlen(dir_b))
		return false;
	blank(&a, dir_a, len);
	blank(&b, dir_b, len);
	blank_build_id(&a);
	blank_build_id(&b);
	return is_equal(&a, &b);
}
