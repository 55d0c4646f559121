/* Keys to be written: git reads back what was meant. */
#include "git/settings.h"

#include <string.h>

#include "base/file.h"
#include "scratch.h"
#include "tap.h"

static const char *const values[] = {
	"0 6 * * 1",
	"CC=gcc -Wa,-x",
	"a \"quoted\" one",
	"back\\slash",
	" blanks ",
	"# no comment; none",
	"two\nlines",
	"--enable-flambda",
	"",
};

static void written(struct repo *repo)
{
	AUTO(settings) settings = SETTINGS_INIT;
	AUTO(strlist) list = STRLIST_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		strlist_add(&list, values[i]);
	settings_set_all(&settings, "variant", "a.b", "option", &list);
	settings_set(&settings, "variant", "a.b", "env", "A=1");
	works(settings_write(&settings, repo, NULL), "written");
	auto_free char *want = strlist_join(&list, "|");
	is(sh("r", "git config -z --get-all variant.a.b.option | "
		   "tr '\\0' '|' | sed 's/|$//'"), want, "git reads them");
	const char *before = sh("r", "sha1sum .git/config");
	works(settings_write(&settings, repo, NULL), "written again");
	is(sh("r", "sha1sum .git/config"), before, "nothing changes");
	settings_set(&settings, "variant", "a.b", "option", NULL);
	works(settings_write(&settings, repo, NULL), "without a value");
	is(sh("r", "git config --get-regexp '^variant'"),
	   "variant.a.b.env A=1", "the key goes");
}

static void elsewhere(struct repo *repo)
{
	AUTO(settings) settings = SETTINGS_INIT;
	const char *file = scratch_path("r/new");

	settings_set(&settings, "schedule", "w", "ref", "trunk");
	works(settings_write(&settings, repo, file), "into a new file");
	is(sh("r", "git config -f new schedule.w.ref"), "trunk", "it is there");
	ok(!sh_ok("r", "git config schedule.w.ref"), "and only there");
}

static void printed(void)
{
	AUTO(settings) settings = SETTINGS_INIT;
	AUTO(buf) text = BUF_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		auto_free char *key = xstrfmt("key%zu", i);

		settings_set(&settings, "suite", "s", key, values[i]);
	}
	settings_set(&settings, "suite", "t", "x", NULL);
	settings_print(&text, &settings);
	works(file_write(scratch_path("r/shown"), text.ptr, text.len),
	      "what is shown");
	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		auto_free char *want = xstrfmt(".%s.", values[i]);

		is(sh("r", "printf .; git config -f shown -z suite.s.key%zu | "
			   "tr '\\0' .", i), want, "reads back the same");
	}
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q r");
	AUTO_PTR(repo) repo = scratch_repo("r");
	written(repo);
	elsewhere(repo);
	printed();
	return done();
}
