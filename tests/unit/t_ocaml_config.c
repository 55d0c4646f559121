#include "suite/ocaml_config.h"

#include <string.h>

#include "base/alloc.h"
#include "suite/codesize.h"
#include "tap.h"

static void test_row(void)
{
	static const char text[] =
		"version: 5.3.0+dev0-2023-12-22\n"
		"standard_library: /x/lib/ocaml\n"
		"c_compiler: gcc\n"
		"native_cflags:  -O2 -fwrapv  -pthread \n"
		"model: default\n"
		"flambda: true\n"
		"with_frame_pointers: false\n"
		"cmi_magic_number: Caml1999I035\n"
		"linear_magic_number: Caml1999L035\n"
		"no colon\n";
	json_auto_t *config = ocaml_config_parse(text, strlen(text));
	json_auto_t *row = ocaml_config_of_row(config);
	auto_free char *line = json_dumps(row, JSON_COMPACT);

	is_int(json_object_size(config), 9, "lines with a colon are read");
	is(line,
	   "{\"version\":\"5.3.0+dev0-2023-12-22\",\"c_compiler\":\"gcc\","
	   "\"native_cflags\":\"-O2 -fwrapv  -pthread\",\"flambda\":\"true\","
	   "\"linear_magic_number\":\"Caml1999L035\"}",
	   "a row keeps what may differ between compilers");
}

static void test_codesize(void)
{
	ok(codesize_counts("camlStdlib__map_12") &&
		   codesize_counts("caml_apply3") &&
		   codesize_counts("caml_curry2_1") &&
		   codesize_counts("__camlX"),
	   "functions of OCaml count");
	ok(!codesize_counts("caml_alloc") && !codesize_counts("main") &&
		   !codesize_counts("caml_start_program"),
	   "the runtime's do not");
}

int main(void)
{
	test_row();
	test_codesize();
	return done();
}
