/*
 * face - refs/bench/runners/<name>: what a runner says of itself.
 *
 * A card (card.h) that holds runner.json: who it is, what it offers, what it
 * does right now. Only the instance whose face it is writes it; it moves by
 * compare-and-swap, so that two of one name notice each other.
 *
 *	face_read(&theirs, repo, name);		ERR_NOTFOUND: the name is free
 *	face.oid = theirs.oid;			what ours takes the place of
 *	face_put(&won, &face, repo);		face.oid is ours if won
 *
 * A face is as old as its `at` says, by the clock of the machine that wrote
 * it. Who looks again and again sees by `oid` whether it moves.
 */
#ifndef RECORD_FACE_H
#define RECORD_FACE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/verdict.h"
#include "base/owner.h"
#include "base/strlist.h"
#include "git/repo.h"

#define FACE_NAME_MAX 64 /* bytes of a runner's name */
#define FACE_LABELS_MAX 64
#define FACE_PHASES_MAX 64
/* A runner that has nothing to tell writes its face this often. */
#define FACE_REST 600.0 /* seconds */
/* For one writing of it. */
#define FACE_TIMEOUT 15.0 /* seconds */

enum face_state {
	FACE_IDLE,
	FACE_WORKING,
	FACE_PAUSED,   /* takes nothing until resumed */
	FACE_DRAINING, /* finishes what runs, then ends */
	FACE_STOPPED,  /* ended by itself */
	FACE_STATE_NR,
};

/* All of it as the machine tells; NULL or 0 when it does not. */
struct face_machine {
	char *class;
	char *cpu;
	int64_t cores;
	int64_t memory_bytes;
	char *kernel;
};

struct face_phase {
	char *phase; /* "waiting", "preparing", "building", "measuring" ... */
	int64_t at;
};

/* The request under work; all zero bits: none. */
struct face_job {
	char *request; /* NULL: none */
	int round;
	int attempt;
	char *suite;
	char *phase; /* the newest one */
	struct face_phase *phases;
	size_t nr_phases, cap_phases;
	int64_t targets_done, targets_total;
	int64_t verdicts[VERDICT_NR]; /* so far */
};

struct face {
	struct oid oid; /* of the commit; "none": not written yet */
	char *name;
	char *instance; /* one life of a runner, of random digits */
	struct owner owner; /* its process */
	enum face_state state;
	char *version; /* of git-bench */
	struct face_machine machine;
	struct strlist labels;
	int64_t since; /* of the state, UTC seconds */
	int64_t at;    /* of this writing */
	struct face_job job;
};

/* Letters, digits, '.', '_', '-', at most 64, and fit for a ref? */
bool face_is_name(const char *name);
/* "idle", "working", "paused", "draining", "stopped". */
const char *face_state_name(enum face_state state);

/* ==== Reading =========================================================== */

/* ERR_NOTFOUND; ERR_BADDATA when it cannot be read (out->oid is set). */
int face_read(struct face *out, struct repo *repo, const char *name);

struct faces {
	struct face *items; /* by name */
	size_t nr;
	size_t cap;
	size_t skipped; /* those that cannot be read */
};
/* All there are, as last seen. */
int faces_read(struct faces *out, struct repo *repo);
/* NULL when there is none of that name; borrowed. */
const struct face *faces_find(const struct faces *faces, const char *name);
void faces_release(struct faces *faces);
/* Is its process, one of this very machine, certainly gone (owner.h)? */
bool face_is_dead(const struct face *face);
/* Does it offer that label? */
bool face_has_label(const struct face *face, const char *label);

/* ==== Writing =========================================================== */

/* A new phase begins; of very many the first and the last are kept. */
void face_begin_phase(struct face_job *job, const char *phase, int64_t at);
/*
 * Writes the face, of now, in the place of face->oid (none: the name must be
 * free). *won is false when somebody else wrote there meanwhile.
 */
int face_put(bool *won, struct face *face, struct repo *repo);
/* The object's text; new reference. */
json_t *face_to_json(const struct face *face);
/* ERR_BADDATA when it is no face of `name`. */
int face_parse(struct face *out, const json_t *document, const char *name);
void face_job_release(struct face_job *job);
void face_release(struct face *face);

#endif
