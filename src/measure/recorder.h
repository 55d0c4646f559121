/*
 * recorder - the small program that does our forking (measure/wire.h), and
 * the way to it.
 *
 * One process for each struct recorder, kept for many samples. It has a
 * session of its own, so that a Ctrl-C reaches us and not it, and it ends,
 * with all it runs, when it loses us.
 */
#ifndef MEASURE_RECORDER_H
#define MEASURE_RECORDER_H

#include "base/buf.h"
#include "base/strlist.h"

struct recorder;

/*
 * Starts one. ERR_FAILED when the program is missing or cannot be started.
 * It is looked for at $GIT_BENCH_RECORDER, beside the running program, in
 * ../libexec/git-bench of it, and one folder up.
 */
int recorder_open(struct recorder **out);
/*
 * The same behind a launcher ("srun -n1 ...") that passes on its standard
 * input and output and has the recorder's path as its last argument.
 */
int recorder_open_under(struct recorder **out, const struct strlist *launcher);
/* Process id of the recorder (or its launcher), for tests. */
int recorder_pid(const struct recorder *recorder);
/*
 * Has `tick(data)` called from the wait for a sample, every `seconds` or a
 * little later. A code other than 0 stops the sample, and is what
 * sample_take() returns.
 */
void recorder_on_wait(struct recorder *recorder, double seconds,
		      int (*tick)(void *data), void *data);
void recorder_close(struct recorder *recorder);

/*
 * Sends a SPEC frame and waits for its report, which replaces `report`.
 * `cpus` names the CPUs of the sample, NULL for any; meanwhile the calling
 * thread keeps off them if there are others. ERR_INTERRUPTED, or what the
 * tick returned: the sample was stopped and nothing of it runs.
 * ERR_FAILED: the recorder is gone; the next exchange starts a new one.
 */
int recorder_exchange(struct buf *report, struct recorder *recorder,
		      const struct buf *spec, const char *cpus);

#endif
