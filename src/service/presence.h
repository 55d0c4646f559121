/*
 * presence - a runner's face through its life, and the right to its name.
 *
 * One instance has a name. Whoever finds another's face there may take its
 * place only when that one has stopped, was a process of this machine that is
 * gone, or was last heard of a day ago; else presence_take() refuses, unless
 * told to replace it. An instance whose place was taken notices that with
 * its next writing, and ends.
 *
 * Nothing is written while a sample runs, nor more than twice a minute; a
 * runner at rest writes every 10 minutes. What cannot be written is tried
 * again later: a face is never a reason not to measure.
 *
 *	presence_new(&p, name, version, &labels, replace);
 *	rc = presence_take(p, repo);		the first writing
 *	presence_set_state(p, FACE_PAUSED);
 *	presence_begin_job(p, &request, attempt);
 *	... presence_sink(p) hears of its progress; other threads may call
 *	... presence_update(p, repo) with a repository handle of their own
 *	presence_end_job(p);
 *	presence_leave(p, repo);		"stopped"
 *	presence_free(p);
 */
#ifndef SERVICE_PRESENCE_H
#define SERVICE_PRESENCE_H

#include "record/face.h"
#include "record/request.h"
#include "service/progress.h"

/* Seconds after which the face of an instance says nothing any more. */
#define PRESENCE_STALE 86400

struct presence;

/* What the machine is, is read here. */
void presence_new(struct presence **out, const char *name,
		  const char *version, bool replace);
void presence_set_labels(struct presence *presence,
			 const struct strlist *labels);
/*
 * Looks at the face that stands there as last seen, and writes ours.
 * ERR_REFUSED when another instance has the name; errors of the hub.
 */
int presence_take(struct presence *presence, struct repo *repo);
void presence_set_state(struct presence *presence, enum face_state state);
void presence_begin_job(struct presence *presence,
			const struct request *request, int attempt);
void presence_end_job(struct presence *presence);
/*
 * For the job; hands on to `next`. Borrows `repo` until presence_end_job():
 * between samples the face is written through it.
 */
struct progress_sink presence_sink(struct presence *presence,
				   struct repo *repo,
				   struct progress_sink next);
/* Writes if it is time to, and no sample runs. */
void presence_update(struct presence *presence, struct repo *repo);
/* Has another instance taken our place? */
bool presence_is_replaced(struct presence *presence);
/* The ERR_REFUSED that says so. */
int presence_fail_replaced(const struct presence *presence);
void presence_leave(struct presence *presence, struct repo *repo);
void presence_free(struct presence *presence);

#endif
