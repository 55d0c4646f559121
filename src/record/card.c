#include "record/card.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "git/object.h"
#include "git/tree.h"

int card_write(struct oid *out, struct repo *repo, const char *file,
	       const json_t *document, const char *message)
{
	AUTO_PTR(tree_edit) edit = NULL;
	AUTO(signature) who = { 0 };
	auto_free char *text = json_line(document);
	struct oid blob, tree;

	signature_default(&who, repo);
	int rc = blob_write(&blob, repo, text, strlen(text));
	if (!rc)
		rc = tree_edit_new(&edit, repo, NULL);
	if (!rc)
		rc = tree_edit_put(edit, file, &blob);
	if (!rc)
		rc = tree_edit_write(&tree, edit);
	if (!rc)
		rc = commit_write(out, repo, &tree, NULL, 0, &who, message);
	return rc;
}

int card_read(json_t **out, struct repo *repo, const struct oid *commit,
	      const char *file)
{
	AUTO(buf) text = BUF_INIT;
	json_auto_t *document = NULL;
	struct oid blob;

	int rc = tree_find(&blob, repo, commit, file);
	if (!rc)
		rc = blob_read(&text, repo, &blob, CARD_MAX);
	if (!rc)
		rc = json_parse(&document, text.ptr, text.len, file);
	if (!rc && !json_is_object(document))
		rc = fail(ERR_BADDATA, "%s is no JSON object", file);
	if (!rc)
		*out = STEAL(document);
	return rc;
}

json_t *card_owner(const struct owner *owner)
{
	json_t *object = json_object();

	json_set_string(object, "machine", owner->machine);
	json_set_string(object, "boot", owner->boot);
	json_set_int(object, "pid", owner->pid);
	json_set_int(object, "started", owner->started);
	return object;
}

void card_read_owner(struct owner *out, const json_t *object)
{
	*out = (struct owner){
		.machine = xstrdup(json_get_string(object, "machine", "")),
		.boot = xstrdup(json_get_string(object, "boot", "")),
		.pid = json_get_int(object, "pid", 0),
		.started = json_get_int(object, "started", 0),
	};
}
