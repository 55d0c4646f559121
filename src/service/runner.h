/*
 * runner - the daemon: looks at the queue, works, rests.
 *
 *	rc = runner_open(&runner, repo, &spec);
 *	while (!rc && ...) {
 *		rc = runner_look(&report, runner);
 *		...print what came of it
 *		rc = runner_rest(runner);	unless there is more to do
 *	}
 *	runner_close(runner);			its face says "stopped"
 */
#ifndef SERVICE_RUNNER_H
#define SERVICE_RUNNER_H

#include "service/worker.h"

#define RUNNER_LEASE_MIN 1.0	 /* seconds */
#define RUNNER_LEASE_MAX 86400.0 /* a claim with a longer one is not read */

/* All borrowed, and as in worker.h. */
struct runner_spec {
	const char *name; /* NULL: bench.runnerName, or the host's */
	double lease;	  /* seconds; 0: bench.lease, or LEASE_DEFAULT */
	bool replace;	  /* takes the name from whoever has it */
	const char *schedule; /* only what that one wants; NULL: all */
	const char *version; /* of git-bench */
	struct progress_sink progress;
	void (*say)(void *data, const char *text);
	void (*claimed)(void *data, const struct request *request,
			int attempt);
	void *data;
};

struct runner;

/*
 * Reads the configuration and clears away what dead processes left. ERR_USAGE
 * when a setting or the name is off. Nothing is asked of the hub yet.
 */
int runner_open(struct runner **out, struct repo *repo,
		const struct runner_spec *spec);
/*
 * One look, and what it leads to: schedules that are due, then worker_once();
 * with their errors.
 */
int runner_look(struct worker_report *out, struct runner *runner);
/*
 * Until the next look is due. A hangup ends it, and has the configuration
 * read again. ERR_INTERRUPTED; ERR_USAGE as above.
 */
int runner_rest(struct runner *runner);
/* False once another instance has it. */
bool runner_has_name(const struct runner *runner);
/* NULL is fine. */
void runner_close(struct runner *runner);

/* bench.runnerName, else what of the host's name is good for one; owned. */
int runner_name(char **out, struct repo *repo, const char *wanted);

#endif
