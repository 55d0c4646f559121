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
#include "measure/machine.h"

struct recorder;

/*
 * Starts one. ERR_FAILED when the program is missing or cannot be started.
 * It is looked for at $GIT_BENCH_RECORDER, beside the running program, in
 * ../libexec/git-bench of it, and one folder up.
 */
int recorder_open(struct recorder **out);

/* A way to another place where programs run, and how long it may take. */
struct recorder_way {
	const struct strlist *launcher; /* its words; empty: none */
	double patience; /* seconds for the recorder to answer; 0: for ever */
	/* Seconds without a sign of life from us that end it; 0: no limit. */
	double grace;
	/* As recorder_on_wait(), for the start too; NULL: nothing. */
	double tick_every;
	int (*tick)(void *data);
	void *tick_data;
};

/*
 * The same behind a launcher ("srun -n1 ...") that hands on its standard
 * input and output and runs what follows its own words. It is started once:
 * where it went, all samples are taken. ERR_FAILED says how it failed;
 * ERR_INTERRUPTED and what the tick returns end the wait.
 */
int recorder_open_by(struct recorder **out, const struct recorder_way *way);
/*
 * What the machine is on which programs run. `out` is the caller's to
 * release.
 */
int recorder_machine(struct machine *out, struct recorder *recorder);
/*
 * The launcher, or the recorder, ended while it was needed; nothing runs any
 * more. NULL is not lost.
 */
bool recorder_is_lost(const struct recorder *recorder);
/* Process id of the recorder on its own machine, for tests. */
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
 * thread keeps off them if there are others, and other threads stay off them
 * until recorder_close(). ERR_INTERRUPTED, or what the tick returned: the
 * sample was stopped and nothing of it runs. ERR_FAILED: the recorder is
 * gone. The next exchange starts a new one, but not behind a launcher, which
 * could lead to another machine.
 */
int recorder_exchange(struct buf *report, struct recorder *recorder,
		      const struct buf *spec, const char *cpus);

#endif
