/*
 * host - where the remotes of unit programs are.
 *
 * Without arguments a program's remotes are bare repositories in its scratch
 * folder, reached by path and by file://. With FOLDER and ADDRESS (and what
 * else the program knows) they are made in FOLDER, which a server that listens
 * at ADDRESS offers.
 */
#ifndef TESTS_HOST_H
#define TESTS_HOST_H

/* Calls scratch_begin(); makes the repository "a" with three commits. */
void host_begin(int argc, char **argv);
/* Runs `test` once for each way to reach a remote. */
void host_each(void (*test)(void));
/*
 * A new bare repository without refs, which has the objects of "a" and its
 * main as FETCH_HEAD; its folder, for sh().
 */
const char *host_make(const char *name);
/* Its address, in the way that is being tested; borrowed. */
const char *host_address(const char *name);
/* A hook of it that runs `script`; NULL: none any more. */
void host_hook(const char *name, const char *hook, const char *script);

#endif
