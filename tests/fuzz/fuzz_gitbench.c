/*
 * Any bytes as a .gitbench, and what stands behind the first NUL as a
 * variant's spelling: read or refused. A variant's name spells that variant.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "suite/suite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void spell(const struct suites *suites, const struct suite *suite,
		  const char *spelling)
{
	struct variant *list = NULL, *again = NULL;
	size_t nr = 0, nr_again = 0;

	if (suites_variants(&list, &nr, suites, suite, spelling))
		return;
	assert(nr > 0);
	for (size_t i = 0; i < nr; i++) {
		if (suites_variants(&again, &nr_again, suites, suite,
				    list[i].name))
			continue;
		assert(nr_again != 1 || !strcmp(again->name, list[i].name));
		variants_free(again, nr_again);
	}
	variants_free(list, nr);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO(suites) suites = SUITES_INIT;
	const struct suite *suite;
	size_t len = strnlen((const char *)data, size);

	if (suites_parse(&suites, (const char *)data, len) ||
	    suites_find(&suite, &suites, NULL) || len == size)
		return 0;
	auto_free char *spelling =
		xmemdupz(data + len + 1, size - len - 1);
	spell(&suites, suite, spelling);
	return 0;
}
