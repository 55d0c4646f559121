/*
 * process - runs a helper program (git, make, a build command) to its end.
 *
 * This is for work that is not measured; measure/sample.h is for samples.
 * The child gets a process group of its own; on a timeout, or when
 * interrupt_pending(), the whole group gets SIGTERM and, two seconds later,
 * SIGKILL: no child outlives process_run(). No shell is involved unless the
 * argv names one.
 *
 *	AUTO(process) p = PROCESS_INIT;
 *	strlist_add(&p.argv, "git"); ...
 *	int rc = process_run(&p);	ERR_FAILED if it could not be started
 *	if (!rc && !process_ok(&p))
 *		return process_fail(&p, "git worktree add");
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/strlist.h"

struct process {
	struct strlist argv; /* argv[0] is looked up in $PATH */
	struct strlist env;  /* whole environment; empty: this process's */
	const char *cwd;     /* borrowed; NULL: here */
	const char *input;   /* borrowed bytes for stdin; NULL: /dev/null */
	size_t input_len;
	double timeout;	   /* seconds; 0: none */
	size_t output_max; /* bytes kept of each stream; 0: 1 MiB */
	bool clearing_up;  /* runs, up to its timeout, though interrupted */
	bool merge;	   /* stderr goes into `out` too, in order */
	/* Called with each whole line of stdout (and stderr if merged). */
	void (*on_line)(void *data, const char *line);
	void *on_line_data;
	/*
	 * Takes stdout as it comes, in place of `out`; for a program that
	 * leaves none behind to hold its stdout open.
	 */
	void (*on_bytes)(void *data, const char *bytes, size_t len);
	void *on_bytes_data;

	struct buf out;	    /* stdout: its first and last output_max / 2 */
	struct buf err;	    /* stderr, likewise */
	bool out_truncated; /* something in the middle was dropped */
	bool err_truncated;
	int exit_code;	    /* -1 when it ended by a signal */
	int signal;	    /* 0 when it exited */
	bool timed_out;
	double seconds; /* wall time */
};

#define PROCESS_INIT { .out = BUF_INIT, .err = BUF_INIT }

/*
 * 0 when the child ran and ended, however it ended; ERR_FAILED when it could
 * not be started; ERR_INTERRUPTED when a signal stopped the wait.
 */
int process_run(struct process *process);
/* Exit code 0, no signal, no timeout. */
bool process_ok(const struct process *process);
/* "exit status 2", "killed by signal 11 (Segmentation fault)", ...; owned */
char *process_outcome(const struct process *process);
/* An ERR_FAILED that says `what`, the outcome and the last stderr line. */
int process_fail(const struct process *process, const char *what);
void process_release(struct process *process);

#endif
