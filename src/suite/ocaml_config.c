#include "suite/ocaml_config.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/environ.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "measure/errand.h"

#define LINES_MAX 1000

/* ==== Reading =========================================================== */

json_t *ocaml_config_parse(const char *text, size_t len)
{
	json_t *config = json_object();

	for (size_t pos = 0, lines = 0; pos < len && lines < LINES_MAX;
	     lines++) {
		const char *feed = memchr(text + pos, '\n', len - pos);
		size_t end = feed ? (size_t)(feed - text) : len;
		auto_free char *line = xmemdupz(text + pos, end - pos);
		char *colon = strchr(line, ':');

		pos = end + 1;
		if (!colon)
			continue;
		*colon = '\0';
		const char *key = text_trim(line);
		if (*key && text_is_utf8(key, strlen(key)))
			json_set_string(config, key, text_trim(colon + 1));
	}
	return config;
}

int ocaml_config_ask(json_t **out, char **why, struct recorder *recorder,
		     const char *ocamlc)
{
	AUTO(process) p = PROCESS_INIT;

	strlist_add(&p.argv, ocamlc);
	strlist_add(&p.argv, "-config");
	environ_copy(&p.env);
	environ_set(&p.env, "OCAMLPARAM", NULL);
	environ_set(&p.env, "OCAMLLIB", NULL);
	int rc = errand_run(&p, recorder);
	if (rc && rc != ERR_NOTFOUND)
		return rc;
	if (!rc && process_ok(&p)) {
		*out = ocaml_config_parse(p.out.ptr, p.out.len);
		if (json_object_get(*out, "version"))
			return 0;
		json_decref(STEAL(*out));
		fail(ERR_FAILED, "%s -config tells no version", ocamlc);
	} else if (!rc) {
		process_fail(&p, "ocamlc -config");
	}
	*why = xstrdup(error_message());
	return 0;
}

/* ==== What a row keeps ================================================== */

static bool is_boring(const char *key)
{
	static const char *const keys[] = {
		"standard_library_default",
		"standard_library",
		"standard_runtime",
		"ext_exe",
		"ext_obj",
		"ext_asm",
		"ext_lib",
		"ext_dll",
		"asm_cfi_supported",
		"ranlib",
		"asm",
		"ccomp_type",
		"cc_profile",
		"default_executable_name",
		"bytecomp_c_libraries",
		"native_c_libraries",
		"native_pack_linker",
		"profiling",
		"host",
		"os_type",
		"target",
		"int_size",
		"safe_string",
		"default_safe_string",
		"systhread_supported",
		"ocamlc_cflags",
		"ocamlc_cppflags",
		"ocamlopt_cflags",
		"ocamlopt_cppflags",
		"bytecomp_c_compiler",
		"native_c_compiler",
	};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(keys[i], key))
			return true;
	/* The one magic number that a row has is linear_magic_number. */
	return text_ends_with(key, "_magic_number") &&
	       strcmp(key, "linear_magic_number");
}

static bool is_usual(const char *key, const char *value)
{
	static const char *const pairs[][2] = {
		{ "model", "default" },
		{ "flambda", "false" },
		{ "spacetime", "false" },
		{ "flat_float_array", "true" },
		{ "afl_instrument", "false" },
		{ "windows_unicode", "false" },
		{ "with_frame_pointers", "false" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
		if (!strcmp(pairs[i][0], key) && !strcmp(pairs[i][1], value))
			return true;
	return false;
}

json_t *ocaml_config_of_row(const json_t *config)
{
	json_t *row = json_object();
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)config, key, value) {
		const char *text = json_string_value(value);

		if (text && !is_boring(key) && !is_usual(key, text))
			json_object_set(row, key, value);
	}
	return row;
}
