/*
 * worker - takes one request from the queue to its end, in one repository.
 *
 * The life of a request, local form (docs/design.md): list the claims, then
 * read the ledger; take the first open request by compare-and-swap; look at
 * the ledger again; measure with a heartbeat; finish in the order history,
 * ledger, claim, keep refs. A crash anywhere leaves the round open or ended,
 * never between: whoever comes next sees a dead claim and goes on, and looks
 * for the document before measuring.
 *
 *	struct worker worker = { .name = name, .lease = 300 };
 *	do
 *		rc = worker_once(&report, repo, &worker);
 *	while (!rc && report.outcome == WORKER_BUSY && wait a moment);
 *	worker_release(&worker);
 */
#ifndef SERVICE_WORKER_H
#define SERVICE_WORKER_H

#include "record/history.h"
#include "record/request.h"
#include "service/progress.h"
#include "service/sightings.h"

/* Seconds of a lease unless bench.lease says otherwise. */
#define LEASE_DEFAULT 300.0
/* A request whose runner died this often is a failure. */
#define ATTEMPTS_DEFAULT 3

struct worker {
	const char *name; /* the runner's */
	double lease;	  /* seconds */
	int attempts;	  /* 0: ATTEMPTS_DEFAULT */
	const char *only; /* a request's id; NULL: any */
	const char *schedule; /* only what it made; NULL: any */
	struct progress_sink progress;
	/* Something worth a line: a claim taken over, an orphan removed. */
	void (*say)(void *data, const char *text);
	/* Called when a request was claimed, before its job begins. */
	void (*claimed)(void *data, const struct request *request,
			int attempt);
	void *data;
	struct sightings sightings; /* kept from call to call */
	double swept; /* when keep refs were last looked through; 0: never */
};

enum worker_outcome {
	WORKER_IDLE,	/* nothing is open */
	WORKER_BUSY,	/* all that is open is claimed by others */
	WORKER_LOST,	/* a race lost, or the round ended under us: look again */
	WORKER_RESULT,	/* `entry` is on the history */
	WORKER_FAILURE, /* the round ended as failure: `reason` */
};

struct worker_report {
	enum worker_outcome outcome;
	struct request request; /* the one worked on */
	struct history_entry entry;
	char *headline;
	char *stage;
	char *reason;
	/* Of WORKER_BUSY: who holds the first open request, in words, and
	 * the claim; one that moves from look to look is alive. */
	char *blocker;
	struct oid blocker_claim;
};

/*
 * ERR_INTERRUPTED hands the claim back first; ERR_FAILED when git or this
 * machine failed (the claim is handed back as well, where that works).
 */
int worker_once(struct worker_report *out, struct repo *repo,
		struct worker *worker);
void worker_report_release(struct worker_report *report);
void worker_release(struct worker *worker);
/* bench.runnerName, else the host's name; owned. */
char *worker_name(struct repo *repo);

#endif
