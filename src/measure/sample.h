/*
 * sample - one process, measured.
 *
 * A small recorder program (git-bench-recorder, one per struct recorder)
 * does the forking, so that neither the cost of fork nor the child's maximum
 * resident set depends on our own size (a child's maxrss starts at its
 * forking parent's). It pins, times, counts, drains output, and kills the
 * whole process group at a timeout, an interrupt, or when it loses us.
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

struct sample_spec {
	struct strlist argv; /* argv[0]: a path, or looked up in env's PATH */
	struct strlist env;  /* the whole environment, scrubbed already */
	char *cwd;	     /* NULL: here */
	char *input;	     /* a file for stdin; NULL: /dev/null */
	char *cpus;	     /* "1", "0,2-3"; NULL: not pinned */
	bool no_aslr;	     /* address-space randomisation off */
	int nice;	     /* priority, -20 to 19; 0: left alone */
	bool count;	     /* hardware counters where the machine has them */
	double timeout;	     /* seconds; 0: none */
	size_t output_max;   /* bytes kept of each stream; 0: 1 MiB */
	bool merge;	     /* stderr into the same stream as stdout */
};

#define SAMPLE_SPEC_INIT { 0 }

struct sample {
	double seconds;	     /* wall, monotonic */
	double user_seconds; /* of the process and the children it waited for */
	double sys_seconds;
	int64_t maxrss; /* bytes */
	/*
	 * Everything else measured: minor_faults, major_faults,
	 * voluntary_switches, involuntary_switches, and where the machine
	 * gives them instructions, cycles, branch_misses, cache_misses (":u"
	 * only where the kernel is closed to us: said in `counters_note`).
	 * user_seconds, sys_seconds and maxrss stand here as well.
	 */
	struct metrics metrics;
	int exit_code; /* -1 when it ended by a signal */
	int signal;    /* 0 when it exited */
	bool timed_out;
	bool not_started; /* exec failed: `err` says why */
	struct buf out;
	struct buf err;
	bool out_truncated;
	bool err_truncated;
};

#define SAMPLE_INIT { .out = BUF_INIT, .err = BUF_INIT }

struct recorder;

/* ERR_FAILED when the recorder program is missing or cannot be started. */
int recorder_open(struct recorder **out);
/* Process id of the recorder, for tests. */
int recorder_pid(const struct recorder *recorder);
void recorder_close(struct recorder *recorder);

/*
 * Takes one sample. 0 however the process ended; ERR_INTERRUPTED when a
 * signal stopped the wait (the process group is gone by then); ERR_FAILED
 * when the recorder itself failed or the pinning asked for is impossible.
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
