/*
 * race - what the two halves of the program share.
 */
#ifndef TESTS_RACE_H
#define TESTS_RACE_H

#include <stdatomic.h>
#include <stddef.h>

/* Says what failed and why, and ends the process. */
_Noreturn void die(const char *what);
/* Zeroed, and the same memory in all children. */
void *shared_memory(size_t size);
/* Returns when others have counted up to `value`. */
void await(atomic_int *counter, int value);
int race_ends(int count, char **dirs);

#endif
