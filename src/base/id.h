/*
 * id - identifiers of requests: 32 lower-case hexadecimal digits.
 */
#ifndef BASE_ID_H
#define BASE_ID_H

#include <stdbool.h>

#define ID_LEN 32
/* As many are shown to people. */
#define ID_SHORT 8

/* A random one (128 bits of getrandom()); owned. */
char *id_random(void);
/* Exactly ID_LEN lower-case hexadecimal digits? */
bool id_is_valid(const char *s);

#endif
