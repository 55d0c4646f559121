/*
 * worker - takes one request from the queue to its end, in one repository.
 *
 * The life of a request (docs/design.md): list the claims, then read the
 * ledger; take one that is open by compare-and-swap; look at the ledger
 * again; measure with a heartbeat; finish in one publication. A crash
 * anywhere leaves the round open or ended, never between: whoever comes next
 * sees a dead claim and goes on, and looks for the document before measuring.
 *
 *	struct worker worker = { .name = name, .lease = 300, ... };
 *	do
 *		rc = worker_once(&report, repo, &worker);
 *	while (!rc && report.outcome == WORKER_BUSY && wait a moment);
 *	worker_release(&worker);
 */
#ifndef SERVICE_WORKER_H
#define SERVICE_WORKER_H

#include "record/history.h"
#include "record/request.h"
#include "service/presence.h"
#include "service/progress.h"
#include "service/quarters.h"
#include "service/roster.h"
#include "service/sightings.h"

/* Seconds of a lease unless bench.lease says otherwise. */
#define LEASE_DEFAULT 300.0
/* A request whose runner died this often is a failure. */
#define ATTEMPTS_DEFAULT 3
/* One that no runner may take is a failure after so many seconds. */
#define UNSERVABLE_DEFAULT (30 * 86400.0)

struct worker {
	const char *name; /* the runner's */
	struct strlist labels; /* that it offers */
	struct quarters *quarters; /* where it works; borrowed */
	struct presence *presence; /* its face; borrowed */
	bool present;		   /* the face is ours */
	bool refused;		   /* another has the name */
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
	/* Kept from call to call: */
	struct sightings sightings;
	struct roster roster;
	double swept; /* when keep refs were last looked through; 0: never */
};

enum worker_outcome {
	WORKER_IDLE,	/* nothing is open */
	WORKER_BUSY,	/* all that is open is claimed by others */
	WORKER_LOST,	/* a race lost, or the round ended under us: look again */
	WORKER_RESULT,	/* `entry` is on the history */
	WORKER_FAILURE, /* the round ended as failure: `reason` */
	WORKER_PAUSED,	/* an order: nothing is taken */
	WORKER_DRAINED, /* an order: this was the last look */
};

struct worker_report {
	enum worker_outcome outcome;
	struct request request; /* the one worked on */
	struct history_entry entry;
	char *headline;
	char *stage;
	char *reason;
	size_t elsewhere; /* open requests that are for other runners */
	/* Of WORKER_BUSY: who holds the first open request, in words, and
	 * the claim; one that moves from look to look is alive. Of the
	 * orders: who gave them. */
	char *blocker;
	struct oid blocker_claim;
};

/*
 * ERR_INTERRUPTED hands the claim back first; ERR_REFUSED when another runner
 * has the name; ERR_FULL when too little disk is free to take a request
 * (suite/cachespace.h); ERR_FAILED when git or this machine failed (the claim
 * is handed back as well, where that works).
 */
int worker_once(struct worker_report *out, struct repo *repo,
		struct worker *worker);
void worker_report_release(struct worker_report *report);
void worker_release(struct worker *worker);

#endif
