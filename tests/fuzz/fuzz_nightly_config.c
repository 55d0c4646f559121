#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "suite/nightly_config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An entry without a problem has all that is needed to use it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO(nightly_config) config = { 0 };

	if (nightly_config_parse(&config, (const char *)data, size, "fuzz"))
		return 0;
	for (size_t i = 0; i < config.nr; i++) {
		const struct nightly_entry *entry = &config.items[i];

		if (entry->problem)
			continue;
		assert(*entry->name && *entry->ref);
		assert(text_starts_with(entry->repository, "https://"));
		for (size_t k = 0; k < entry->env.nr; k++)
			assert(strchr(entry->env.items[k], '='));
	}
	return 0;
}
