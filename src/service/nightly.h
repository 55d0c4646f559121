/*
 * nightly - what sandmark-nightly's configuration asks for, asked here.
 *
 * A branch of the repository under test becomes a schedule, which follows it
 * until the entry expires; all else is measured once for each commit that it
 * stands for, against its pre-… entry, or as `git bench request` would. What
 * an entry sets for configure and for runs becomes a variant, which entries
 * that set the same share.
 *
 * Schedules and variants are written as git configuration: the repository's
 * own, or a file such as .gitbench, whose variants are there for requests
 * once it is committed. Importing twice changes nothing: keys are replaced,
 * and ids of requests are derived from entry, commits, suite and pool.
 *
 *	AUTO(nightly_report) report = { 0 };
 *	rc = nightly_import(&report, repo, &config, &wish);
 */
#ifndef SERVICE_NIGHTLY_H
#define SERVICE_NIGHTLY_H

#include "git/repo.h"
#include "git/settings.h"
#include "suite/nightly_config.h"

#define NIGHTLY_CRON "0 0 * * *"

/* All borrowed. */
struct nightly_wish {
	const char *suite; /* NULL: by the entry's tag, else the default */
	const char *cron;
	const struct strlist *pools;
	const char *file; /* absolute; NULL: the repository's own config */
	bool dry_run;	  /* writes nothing, asks for nothing */
};

enum nightly_outcome {
	NIGHTLY_SCHEDULED,
	NIGHTLY_ASKED,
	NIGHTLY_KNOWN,	  /* asked for by an earlier import */
	NIGHTLY_BASE,	  /* of another entry */
	NIGHTLY_EXPIRED,  /* left out */
	NIGHTLY_UNUSABLE, /* `why` */
	NIGHTLY_OUTCOME_NR,
};

/* One entry, in the file's order. */
struct nightly_line {
	char *name;
	enum nightly_outcome outcome;
	char *why;
	char *schedule; /* its name */
	char *id;	/* of the request, of several pools the first */
	char *head, *base; /* commits; base NULL: as usual */
	struct strlist notes; /* what of it could not be used */
};

struct nightly_report {
	struct nightly_line *lines;
	size_t nr;
	struct settings settings; /* that were written, or would be */
};

const char *nightly_outcome_name(enum nightly_outcome outcome);
/*
 * Errors are those that stop all of it; an entry that cannot be used is a
 * line like others.
 */
int nightly_import(struct nightly_report *out, struct repo *repo,
		   const struct nightly_config *config,
		   const struct nightly_wish *wish);
void nightly_report_release(struct nightly_report *report);

#endif
