#include "suite/build_error.h"

#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static void finds(const char *output, const char *want, const char *name)
{
	auto_free char *got = build_error_find(output);

	is(got, want, name);
}

static void test_find(void)
{
	finds("gcc -c a.c\na.c:3:5: error: 'x' undeclared\n    3 | x;\n"
	      "make[2]: *** [Makefile:9: a.o] Error 1\n",
	      "a.c:3:5: error: 'x' undeclared 3 | x;", "gcc's");
	finds("checking for gcc... no\nconfigure: error: no acceptable C "
	      "compiler found in $PATH\nSee `config.log' for more details\n",
	      "configure: error: no acceptable C compiler found in $PATH",
	      "configure's");
	finds("Entering directory '/x'\nFile \"b/dune\", line 3, characters "
	      "59-74:\n3 |   (libraries lwt)\n"
	      "Error: Library \"lwt.unix\" not found.\n-> required by x\n",
	      "Error: Library \"lwt.unix\" not found.", "dune's");
	finds("File \"a.ml\", line 1:\nError: \"/usr/lib/ocaml/zarith/z.cmi\"\n"
	      "       is not a compiled interface for this version.\n",
	      "Error: \"/usr/lib/ocaml/zarith/z.cmi\" is not a compiled "
	      "interface for this version.",
	      "ocamlopt's, over two lines");
	finds("one\ntwo\nmake: *** [x] Error 2\nmake: leaving\n", "one\ntwo",
	      "else the last lines but make's own");
	finds("make: *** [x] Error 2\n", "make: *** [x] Error 2",
	      "make's own when there is nothing else");
	finds("", "", "nothing of nothing");
}

static void lacks(const char *output, const char *want, const char *name)
{
	auto_free char *got = build_error_library(output);

	is(got, want, name);
}

static void test_library(void)
{
	lacks("Error: Library \"lwt.unix\" not found.\n", "lwt.unix",
	      "a library that is not there");
	lacks("Error: \"/usr/lib/ocaml/zarith/z.cmi\"\n       is not a compiled "
	      "interface for this version of OCaml.\n",
	      "zarith", "one of another compiler, by an interface");
	lacks("Error: The file \"/usr/lib/ocaml/zarith/zarith.cmxa\" is not a "
	      "compilation unit description\n",
	      "zarith", "and by an archive");
	lacks("Error: Unbound module Z\n", NULL, "another error");
	lacks("Error: Library \"x", NULL, "a text cut off");
	lacks("\"z.cmi\" is not a", NULL, "a file without folder");
	lacks("/z.cmi\" is not a", NULL, "a folder without name");
}

int main(void)
{
	test_find();
	test_library();
	return done();
}
