/*
 * card - a small JSON document for a ref to point to.
 *
 * A commit without parent whose tree holds the one file: what every host
 * lets a ref point to, and what people can read with `git show`. Claims,
 * faces and orders are cards. Writing moves no ref.
 */
#ifndef RECORD_CARD_H
#define RECORD_CARD_H

#include <jansson.h>

#include "base/owner.h"
#include "git/repo.h"

#define CARD_MAX 16384 /* bytes; what is longer is no card of ours */

/* `file` is the name in the tree; `message` the commit's. */
int card_write(struct oid *out, struct repo *repo, const char *file,
	       const json_t *document, const char *message);
/*
 * The document of a commit, a JSON object; json_decref() it. ERR_NOTFOUND
 * when the commit or the file is not here, ERR_BADDATA when it is no object.
 */
int card_read(json_t **out, struct repo *repo, const struct oid *commit,
	      const char *file);
/* A process as members of an object: machine, boot, pid, started. */
json_t *card_owner(const struct owner *owner);
/* What is not there is "" or 0: nobody's. */
void card_read_owner(struct owner *out, const json_t *object);

#endif
