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

/*
 * Should the recorder itself be shot, its children would go on. So it is a
 * child of a guard that does nothing but wait for it, inherits what it leaves
 * behind, and ends as it did. Should the guard be shot, the recorder gets a
 * SIGTERM, which is to stop what runs.
 *
 * Returns twice, as fork() does: 0 in the recorder.
 */
pid_t kin_guard(void);
/* The guard's life; returns the exit status, or ends by the same signal. */
int kin_outlive(pid_t recorder);

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
