#include "suite/build_error.h"

#include <string.h>

#include "base/alloc.h"
#include "tap.h"

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
	test_library();
	return done();
}
