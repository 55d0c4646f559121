/*
 * fsck_state - what the parts of a fsck know and tell each other.
 *
 * Private to src/record/fsck*.c. The parts run in the order in which they
 * are declared here, each filling in what the next ones look at. None stops
 * for what is damaged: it says so, and goes on; the errors they return mean
 * that the machine itself fails.
 */
#ifndef RECORD_FSCK_STATE_H
#define RECORD_FSCK_STATE_H

#include <stdint.h>

#include "base/id.h"
#include "record/claim.h"
#include "record/documents.h"
#include "record/event.h"
#include "record/fsck.h"
#include "record/hub.h"

/* Of an event no more than the questions need: there may be a million. */
struct fsck_event {
	char id[ID_LEN + 1];
	uint8_t kind; /* enum event_kind */
	bool reused;  /* a result that points to another's document */
	int round;
	uint64_t hash; /* of the line: equal ones are one */
	char *path;    /* of a result; NULL otherwise */
};

/* What the events of one id add up to, found without the index. */
struct fsck_request {
	char id[ID_LEN + 1];
	int round;  /* the newest that was opened */
	bool ended; /* that one */
};

struct fsck {
	struct repo *repo;
	const struct fsck_args *args;
	struct fsck_report *report;
	struct hub hub;
	bool away; /* it could not be asked */
	bool again; /* fsck_look_again() was called */
	struct oid ledger;  /* "none": there is none */
	struct oid history; /* likewise */
	/* Not all of it could be read: what it seems to lack is no problem. */
	bool ledger_damaged;
	struct claims claims;
	struct strlist keeps; /* our names for the refs */
	struct fsck_event *events; /* by id, round, kind */
	size_t nr_events, cap_events;
	struct fsck_request *requests; /* by id */
	size_t nr_requests, cap_requests;
	struct documents documents;
};

/* Tells one problem; `mend` is one sentence. */
void fsck_say(struct fsck *f, const char *kind, const char *where,
	      const char *mend, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* The same of one that has been put right. */
void fsck_mended(struct fsck *f, const char *kind, const char *where,
		 const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/*
 * Lets a moment pass and pulls, once: what was only under way fits then.
 */
int fsck_look_again(struct fsck *f);
/* The error that stands, as a problem. */
void fsck_say_error(struct fsck *f, const char *kind, const char *where,
		    const char *mend);
/* How a damaged object comes back. */
#define FSCK_FETCH_AGAIN                                                \
	"git fsck names the objects that are damaged: remove their "    \
	"files, and git fetch --refetch from a clone that has them"

/* NULL when no line asks for it. */
const struct fsck_request *fsck_find(const struct fsck *f, const char *id);
/* May the ledger hold more of that request than could be read? */
bool fsck_may_hide(const struct fsck *f, const char *id);
/* Is that round of that request open? */
bool fsck_is_open(const struct fsck *f, const char *id, int round);

/*
 * Does the branch at `tip` begin as all do, so that it can be united with
 * others? After a purge (epoch.h) it begins with what was left.
 */
int fsck_root(struct fsck *f, const char *ref, const struct oid *tip,
	      int (*first)(struct oid *out, struct repo *repo),
	      const char *mend);

/* Lists the keep refs, before anything else is looked at. */
int fsck_keeps_list(struct fsck *f);
/* Notes and lines; fills events. */
int fsck_ledger(struct fsck *f);
/* What the events of each id add up to; fills requests. */
int fsck_rounds(struct fsck *f);
/* Documents, samples, latest ones; results that point to them. */
int fsck_history(struct fsck *f);
/* Claims, faces and orders against the ledger. */
int fsck_refs(struct fsck *f);
/* Keep refs likewise. */
int fsck_keeps(struct fsck *f);
/* This repository alone: caches, worktrees, locks. */
int fsck_local(struct fsck *f);
/* That of its runner. */
int fsck_store(struct fsck *f);

#endif
