#include "help.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

/*
 * A build that is not installed has its pages beside it; one installed below
 * a prefix that man(1) does not search has them in ../share/man.
 */
static void add_man_path(void)
{
	static const char *const places[] = { "man", "../share/man" };
	auto_free char *dir = file_program_dir();
	const char *old = getenv("MANPATH");

	for (size_t i = 0; dir && i < ARRAY_SIZE(places); i++) {
		auto_free char *place = file_join(dir, places[i]);
		if (!file_is_dir(place))
			continue;
		/* An empty part stands for man(1)'s own list. */
		auto_free char *path = xstrfmt("%s:%s", place, old ? old : "");
		setenv("MANPATH", path, 1);
		return;
	}
}

int help_open(const struct command *command)
{
	auto_free char *page = command ?
				       xstrfmt("git-bench-%s", command->name) :
				       xstrdup("git-bench");

	add_man_path();
	execlp("git", "git", "help", page, (char *)NULL);
	return fail_errno("cannot run git help");
}
