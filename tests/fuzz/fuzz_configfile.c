/* Any bytes as a .gitbench: read or refused, never a crash or a leak. */
#include <stddef.h>
#include <stdint.h>

#include "git/configfile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct configfile file = CONFIGFILE_INIT;

	configfile_parse(&file, (const char *)data, size, "fuzz");
	configfile_release(&file);
	return 0;
}
