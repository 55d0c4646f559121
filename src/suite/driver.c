#include "suite/driver.h"

#include <string.h>

static const struct driver *const drivers[] = {
	&driver_command,
	&driver_lake,
	&driver_sandmark,
};

const struct driver *driver_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(drivers); i++)
		if (!strcmp(drivers[i]->name, name))
			return drivers[i];
	return NULL;
}

void driver_names(struct strlist *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(drivers); i++)
		strlist_add(out, drivers[i]->name);
}
