#include "record/face.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "git/refs.h"
#include "record/card.h"
#include "record/publication.h"

#define FACE_FILE "runner.json"

static char *face_ref(const char *name)
{
	return xstrfmt(RUNNER_PREFIX "%s", name);
}

bool face_is_name(const char *name)
{
	auto_free char *ref = face_ref(name);
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz"
				  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");

	return len && !name[len] && len <= FACE_NAME_MAX && *name != '-' &&
	       refs_is_valid_name(ref);
}

/* ==== Reading =========================================================== */

static int read_at(struct face *out, struct repo *repo,
		   const struct oid *commit, const char *name)
{
	json_auto_t *document = NULL;
	int rc = card_read(&document, repo, commit, FACE_FILE);

	if (!rc)
		rc = face_parse(out, document, name);
	out->oid = *commit;
	return rc;
}

int face_read(struct face *out, struct repo *repo, const char *name)
{
	auto_free char *ref = face_ref(name);
	struct oid oid;

	int rc = hub_read(&oid, repo, ref);
	if (rc)
		return rc;
	rc = read_at(out, repo, &oid, name);
	return rc ? fail_in(ERR_BADDATA, "the face of runner '%s'", name) : 0;
}

struct collecting {
	struct faces *out;
	struct repo *repo;
	const char *prefix; /* where they are kept */
};

static int collect(void *data, const struct ref *ref)
{
	struct collecting *c = data;
	struct face face = { 0 };
	const char *name = text_skip_prefix(ref->name, c->prefix);

	if (!name || !face_is_name(name) ||
	    read_at(&face, c->repo, &ref->oid, name)) {
		error_clear();
		c->out->skipped++;
		return 0;
	}
	ARRAY_GROW(c->out->items, c->out->nr + 1, c->out->cap);
	c->out->items[c->out->nr++] = face;
	return 0;
}

int faces_read(struct faces *out, struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	if (rc)
		return rc;
	auto_free char *prefix = hub_kept(&hub, RUNNER_PREFIX);
	struct collecting c = { out, repo, prefix };
	return refs_each(repo, prefix, collect, &c);
}

const struct face *faces_find(const struct faces *faces, const char *name)
{
	for (size_t i = 0; i < faces->nr; i++)
		if (!strcmp(faces->items[i].name, name))
			return &faces->items[i];
	return NULL;
}

void faces_release(struct faces *faces)
{
	for (size_t i = 0; i < faces->nr; i++)
		face_release(&faces->items[i]);
	free(faces->items);
	*faces = (struct faces){ 0 };
}

bool face_is_dead(const struct face *face)
{
	return owner_is_dead(&face->owner);
}

bool face_has_label(const struct face *face, const char *label)
{
	return strlist_has(&face->labels, label);
}

/* ==== Writing =========================================================== */

int face_put(bool *won, struct face *face, struct repo *repo)
{
	AUTO(publication) pub = { 0 };
	auto_free char *ref = face_ref(face->name);
	auto_free char *message = xstrfmt("runner %s, %s\n", face->name,
					  face_state_name(face->state));
	struct oid new;

	*won = false;
	face->at = clock_now();
	json_auto_t *document = face_to_json(face);
	int rc = card_write(&new, repo, FACE_FILE, document, message);
	if (!rc)
		rc = publication_open(&pub, repo, "bench: runner");
	if (rc)
		return rc;
	/* Nobody waits long for this; the last word is said in any case. */
	pub.hub.remote.timeout = FACE_TIMEOUT;
	pub.hub.remote.clearing_up = face->state == FACE_STOPPED;
	publication_add(&pub, ref, PUSH_EXACT, &face->oid, &new);
	rc = publication_send(&pub);
	*won = !rc && pub.outcome == PUBLISHED;
	if (*won)
		face->oid = new;
	return rc;
}

void face_release(struct face *face)
{
	free(face->name);
	free(face->instance);
	free(face->version);
	owner_release(&face->owner);
	free(face->machine.class);
	free(face->machine.cpu);
	free(face->machine.kernel);
	strlist_release(&face->labels);
	face_job_release(&face->job);
	*face = (struct face){ 0 };
}
