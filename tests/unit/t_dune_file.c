#include "suite/dune_file.h"

#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static const char games[] =
	"; eleven programs\n"
	"(executables (names binarytrees5 nbody pidigits5)\n"
	"\t(modules binarytrees5 nbody pidigits5)\n"
	"\t(libraries unix zarith str))\n"
	"(executable (name fannkuchredux) (libraries zarith))\n"
	"(rule (targets input.txt) (deps (:prog nbody.exe))\n"
	"\t(action (with-stdout-to %{targets} (run %{prog} 25))))\n"
	"(alias (name buildbench)\n"
	"\t(deps nbody.exe pidigits5.exe data/input.txt words.txt))\n"
	"(alias (name bytebench) (deps nbody.bc nbody.exe words.txt\n"
	"\t(glob_files *.csv) ../up.txt %{lib:x:y} \"a b\"))\n"
	"(alias (name other) (deps else.exe else.txt))\n";

static char *deps(const char *text, const char *executable)
{
	AUTO(strlist) list = STRLIST_INIT;

	dune_file_deps(&list, text, strlen(text), executable);
	return strlist_join(&list, " ");
}

static void test_deps(void)
{
	auto_free char *files = deps(games, "nbody.exe");
	is(files, "data/input.txt words.txt",
	   "files of the aliases that need the program, once each");
	auto_free char *none = deps(games, "fannkuchredux.exe");
	is(none, "", "a program of no alias needs none");
}

static void test_without(void)
{
	auto_free char *text =
		dune_file_without(games, strlen(games), "nbody", "zarith");
	ok(text && strstr(text, "(libraries unix  str)") &&
		   strstr(text, "(name fannkuchredux) (libraries zarith)"),
	   "a library goes from the stanza of the program alone");
	is_int(text ? strlen(text) : 0, strlen(games) - strlen("zarith"),
	       "and nothing else changes");
	auto_free char *any =
		dune_file_without(games, strlen(games), NULL, "zarith");
	auto_free char *more =
		dune_file_without(any, strlen(any), NULL, "zarith");
	ok(more && !strstr(more, "zarith"),
	   "for what a rule makes, from all of them, one by one");
	ok(!dune_file_without(games, strlen(games), "nbody", "lwt"),
	   "one that is not there");
	ok(!dune_file_without(games, strlen(games), "kb", "zarith"),
	   "a program that is not there");
}

static void test_broken(void)
{
	static const char *const texts[] = {
		"(alias (deps a.exe w.txt", ")(alias (deps a.exe w.txt))", "",
		"(alias (deps a.exe \"w.txt", "(((((", "\"", ";",
	};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		auto_free char *files = deps(texts[i], "a.exe");
		auto_free char *rest = dune_file_without(
			texts[i], strlen(texts[i]), "a", "b");

		ok(files && !rest, "no harm from: %s", texts[i]);
	}
	auto_free char *open = deps(texts[0], "a.exe");
	is(open, "w.txt", "what is open at the end counts");
}

int main(void)
{
	test_deps();
	test_without();
	test_broken();
	return done();
}
