/*
 * errand - a program that runs where samples do and is not measured: a
 * build, a compiler that is asked for its version.
 *
 * As process_run(), but through a recorder: behind a launcher it runs on the
 * far side, and the recorder's tick can stop it. Nothing of it is left when
 * the call returns, nor when this process is killed. A struct process's
 * input, on_line and on_bytes do not reach so far.
 */
#ifndef MEASURE_ERRAND_H
#define MEASURE_ERRAND_H

#include "base/process.h"
#include "measure/recorder.h"

/*
 * Without a recorder (NULL) it is process_run(). ERR_NOTFOUND when the
 * program could not be started; ERR_FAILED when the recorder is lost;
 * ERR_INTERRUPTED, or what the recorder's tick returned, when that stopped
 * it.
 */
int errand_run(struct process *process, struct recorder *recorder);

#endif
