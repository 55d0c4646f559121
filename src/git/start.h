/*
 * start - libgit2 started and stopped, counted.
 *
 * Private to src/git. Debian's libgit2 parses every CA certificate of the
 * machine when it starts: 5 of its 6 milliseconds, for a network that
 * git-bench never uses through it (fetch and push run git). While it starts,
 * there are no certificates; nothing else in the process is affected.
 */
#ifndef GIT_START_H
#define GIT_START_H

/* ERR_FAILED; each success needs its libgit2_stop(). */
int libgit2_start(void);
void libgit2_stop(void);

#endif
