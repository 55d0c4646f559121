/*
 * sample - one process, measured.
 *
 * A small recorder program (measure/recorder.h) does the forking, so that
 * neither the cost of fork nor the child's maximum resident set depends on
 * our own size (a child's maxrss starts at its forking parent's). It pins,
 * times, counts, drains output, and kills all that descends from the program
 * at its end, at a timeout, an interrupt, or when it loses us.
 *
 * The time is that from the execve() to the end of the process itself.
 *
 *	struct recorder *rec;
 *	int rc = recorder_open(&rec);
 *	rc = sample_take(&sample, rec, &spec);	as often as wanted
 *	recorder_close(rec);
 */
#ifndef MEASURE_SAMPLE_H
#define MEASURE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/strlist.h"
#include "measure/metric.h"
#include "measure/recorder.h"

struct sample_spec {
	struct strlist argv; /* argv[0]: a path, or looked up in env's PATH */
	struct strlist env;  /* the whole environment, scrubbed already */
	char *cwd;	     /* NULL: here */
	char *input;	     /* a regular file (from cwd); NULL: /dev/null */
	char *cpus;	     /* "1", "0,2-3"; NULL: not pinned */
	bool no_aslr;	     /* address-space randomisation off */
	int nice;	     /* priority, -20 to 19; 0: left alone */
	bool count;	     /* hardware counters where the machine has them */
	double timeout;	     /* seconds; 0: none */
	/*
	 * Bytes kept of each stream, half of them the first and half the
	 * last; 0: 1 MiB; never more than 64 MiB.
	 */
	size_t output_max;
	bool gentle; /* stopped by SIGTERM first, SIGKILL 2 seconds later */
	bool merge;	     /* stderr into the same stream as stdout */
	/*
	 * stdout is /dev/null, for programs that print hundreds of megabytes
	 * nobody reads; not together with merge.
	 */
	bool mute;
};

#define SAMPLE_SPEC_INIT { 0 }

struct sample {
	double seconds;	     /* wall, monotonic */
	double user_seconds; /* of the process and the children it waited for */
	double sys_seconds;
	int64_t maxrss; /* bytes */
	/*
	 * All that was measured: user_seconds, sys_seconds, maxrss,
	 * minor_faults, major_faults, voluntary_switches,
	 * involuntary_switches, and where the machine gives them
	 * instructions, cycles, branch_misses, cache_misses.
	 */
	struct metrics metrics;
	/* A sentence for each thing asked for and not, or only half, had. */
	struct strlist notes;
	int exit_code; /* -1 when it ended by a signal */
	int signal;    /* 0 when it exited */
	bool timed_out;
	bool not_started; /* no such program, folder, input: `err` says why */
	struct buf out;
	struct buf err;
	bool out_truncated;
	bool err_truncated;
};

#define SAMPLE_INIT { .out = BUF_INIT, .err = BUF_INIT }

/*
 * Takes one sample into an empty `out` (after a failure, too, it is to be
 * released). 0 however the process ended; ERR_INTERRUPTED, or what the
 * recorder's tick returned, when that stopped it (nothing of it runs any
 * more by then); ERR_FAILED when the recorder itself failed, the pinning
 * asked for is impossible, or a process would not die.
 */
int sample_take(struct sample *out, struct recorder *recorder,
		const struct sample_spec *spec);
/* Exit code 0, no signal, no timeout, started. */
bool sample_ok(const struct sample *sample);
/* "exit status 2", "killed by signal 11 (Segmentation fault)", ...; owned */
char *sample_outcome(const struct sample *sample);
void sample_release(struct sample *sample);
void sample_spec_release(struct sample_spec *spec);

#endif
