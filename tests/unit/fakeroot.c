#include "fakeroot.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

char *root;

static void check(int rc)
{
	if (!rc)
		return;
	printf("Bail out! %s\n", error_message());
	exit(1);
}

void root_begin(void)
{
	check(file_make_temp_dir(&root, "fakeroot"));
}

void root_put(const char *path, const char *text)
{
	auto_free char *full = xstrfmt("%s%s", root, path);
	auto_free char *dir = xmemdupz(full, strrchr(full, '/') - full);

	check(file_remove_tree(full));
	if (!text)
		return;
	check(file_mkdir_p(dir));
	check(file_write(full, text, strlen(text)));
}

void root_end(void)
{
	file_remove_tree(root);
	free(root);
}
