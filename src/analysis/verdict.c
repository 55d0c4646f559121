#include "analysis/verdict.h"

#include <string.h>

static const char *const names[VERDICT_NR] = {
	[VERDICT_UNKNOWN] = "unknown",
	[VERDICT_SAME] = "same",
	[VERDICT_FASTER] = "faster",
	[VERDICT_SLOWER] = "slower",
};

const char *verdict_name(enum verdict verdict)
{
	return names[verdict];
}

bool verdict_parse(enum verdict *out, const char *name)
{
	for (int i = 0; i < VERDICT_NR; i++) {
		if (!strcmp(names[i], name)) {
			*out = i;
			return true;
		}
	}
	return false;
}
