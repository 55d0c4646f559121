/*
 * result_members - what the two files that read a result share.
 *
 * Private to them.
 */
#ifndef RECORD_RESULT_MEMBERS_H
#define RECORD_RESULT_MEMBERS_H

#include "record/place.h"
#include "record/result.h"

static inline int read_name(char **out, struct place *place, const char *key,
			    const char *otherwise)
{
	return place_text(out, place, key, otherwise, RESULT_NAME_MAX);
}

static inline int need_name(char **out, struct place *place, const char *key)
{
	int rc = read_name(out, place, key, NULL);

	return !rc && !*out ? place_wrong(place, key, "is missing") : rc;
}

/* The sides have been read. */
int result_read_targets(struct result *out, struct place *top);

#endif
