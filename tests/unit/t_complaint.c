#include "base/complaint.h"

#include <string.h>

#include "base/alloc.h"
#include "tap.h"

static void finds(const char *output, const char *want, const char *name)
{
	auto_free char *got = complaint_find(output);

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

static void test_programs(void)
{
	finds("cat: x: No such file or directory\nwarning: so what\n"
	      "Traceback (most recent call last):\n  File \"a.py\"\n"
	      "ValueError: bad value\nbye\n",
	      "ValueError: bad value", "the last complaint of a program");
	finds("Fatal error: exception Not_found\nRaised at X\n",
	      "Fatal error: exception Not_found", "OCaml's exceptions");
	finds("exit status 127: sh: 1: frob: not found", "exit status 127: "
	      "sh: 1: frob: not found", "one line is kept whole");
	finds("error[E0308]: mismatched types\n  --> a.rs:1\n\n"
	      "error: aborting\n",
	      "error[E0308]: mismatched types --> a.rs:1", "rustc's");
}

static void test_line(void)
{
	auto_free char *one = complaint_line("a\nb\nmake: *** [x] Error 2\n");
	auto_free char *error = complaint_line("x.c:1: error: y\nz\n");
	auto_free char *none = complaint_line("");

	is(one, "b", "one line: the last but make's own");
	is(error, "x.c:1: error: y", "or the one that states an error");
	is(none, "", "nothing of nothing");
}

int main(void)
{
	test_find();
	test_programs();
	test_line();
	return done();
}
