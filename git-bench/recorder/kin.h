/*
 * kin - the program's descendants, and how none of them stays.
 *
 * The recorder is a "child subreaper": whatever the program forked, even
 * with a session of its own, becomes our child when its parents are gone.
 * So when we have no child left, nothing of the program is left.
 */
#ifndef RECORDER_KIN_H
#define RECORDER_KIN_H

#include <stdbool.h>
#include <sys/types.h>

/* Seconds that a killed process gets to be gone. */
#define KIN_PATIENCE 10

/* SIGKILL to the program and its process group. */
void kin_kill(pid_t program);
/*
 * Kills and reaps children until there are none. False when some would not
 * die (a process in the kernel's hands, one of another user).
 */
bool kin_clear(void);

#endif
