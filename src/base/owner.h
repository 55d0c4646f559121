/*
 * owner - which process holds a thing that outlives it (a lock, a folder, a
 * claim), told so that other processes can find out whether it still runs.
 *
 * A dead owner's things may be cleared away, so owner_is_dead() says true
 * only when it is sure: the process was one of this machine, and either the
 * machine has booted since or no process has that number and start time.
 * Processes of other machines, or of other containers of this one, may be
 * alive for all that can be known here.
 */
#ifndef BASE_OWNER_H
#define BASE_OWNER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"

struct owner {
	/* Digest of machine id and host's name; "host-<name>" without one. */
	char *machine;
	char *boot;	 /* boot id and, behind a ':', space of process ids */
	int64_t pid;
	int64_t started; /* clock ticks since boot */
};

/* This process. */
void owner_self(struct owner *out);
bool owner_is_self(const struct owner *owner);
bool owner_is_dead(const struct owner *owner);
/* One word, also good as a file's name: "machine,boot,pid,started"; owned. */
char *owner_format(const struct owner *owner);
bool owner_parse(struct owner *out, const char *text);
void owner_release(struct owner *owner);

#endif
