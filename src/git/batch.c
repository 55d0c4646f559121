#include "git/batch.h"

#include <string.h>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"
#include "git/command.h"

/* Longer than "<40 digits> <type> <size>" is no head of an answer. */
#define HEAD_MAX 100
/* With more of them than this no more than their number is to be learnt. */
#define DAMAGED_MAX 1000

/* Where we are in git's answer: "<oid> blob <size>\n<bytes>\n" each. */
struct batch {
	int (*each)(void *data, size_t at, const char *bytes, size_t len);
	void *data;
	size_t nr;
	size_t max;
	size_t at;	 /* the blob that is being read */
	bool in_body;
	size_t size;	 /* of it */
	size_t left;	 /* of its bytes and the line feed behind them */
	struct buf text; /* of the head, or of the body unless too large */
	int rc;
};

static void hand_over(struct batch *batch, const char *bytes, size_t len)
{
	batch->rc = batch->each(batch->data, batch->at++, bytes, len);
	batch->in_body = false;
	buf_clear(&batch->text);
}

/* The line before a body; for a missing object there is no body. */
static void read_head(struct batch *batch)
{
	const char *size = strrchr(batch->text.ptr, ' ');
	int64_t number;

	if (text_ends_with(batch->text.ptr, " missing")) {
		hand_over(batch, NULL, 0);
		return;
	}
	if (batch->at >= batch->nr || !size ||
	    !text_to_int64(&number, size + 1) || number < 0) {
		batch->rc = fail(ERR_BADDATA, "git cat-file says '%s'",
				 batch->text.ptr);
		return;
	}
	batch->in_body = true;
	batch->size = number;
	batch->left = batch->size + 1;
	buf_clear(&batch->text);
}

static size_t take_head(struct batch *batch, const char *bytes, size_t len)
{
	const char *feed = memchr(bytes, '\n', len);
	size_t taken = feed ? (size_t)(feed - bytes) : len;

	buf_add(&batch->text, bytes, taken);
	if (batch->text.len > HEAD_MAX)
		batch->rc = fail(ERR_BADDATA, "git cat-file makes no sense");
	else if (feed)
		read_head(batch);
	return taken + (feed != NULL);
}

static size_t take_body(struct batch *batch, const char *bytes, size_t len)
{
	size_t taken = len < batch->left ? len : batch->left;
	bool wanted = batch->size <= batch->max;

	if (wanted)
		buf_add(&batch->text, bytes, taken);
	batch->left -= taken;
	if (batch->left)
		return taken;
	buf_truncate(&batch->text, batch->size);
	hand_over(batch, wanted ? batch->text.ptr : NULL, batch->size);
	return taken;
}

static void take(void *data, const char *bytes, size_t len)
{
	struct batch *batch = data;

	while (len && !batch->rc) {
		size_t taken = batch->in_body ?
				       take_body(batch, bytes, len) :
				       take_head(batch, bytes, len);

		bytes += taken;
		len -= taken;
	}
}

static void batch_release(struct batch *batch)
{
	buf_release(&batch->text);
}

/* From batch->at on, as far as git comes. */
static int run(struct batch *batch, struct process *git, struct repo *repo,
	       const struct oid *blobs)
{
	AUTO(buf) names = BUF_INIT;

	for (size_t i = batch->at; i < batch->nr; i++) {
		buf_add(&names, blobs[i].hex, OID_HEX_LEN);
		buf_addch(&names, '\n');
	}
	git_command_init(git, repo);
	strlist_add(&git->argv, "cat-file");
	strlist_add(&git->argv, "--batch");
	strlist_add(&git->argv, "--buffer");
	git->input = names.ptr;
	git->input_len = names.len;
	git->on_bytes = take;
	git->on_bytes_data = batch;
	int rc = process_run(git);
	git->input = NULL;
	return rc ? rc : batch->rc;
}

/* git ends at an object that it cannot unpack: it is left out. */
static void pass_over(struct batch *batch)
{
	buf_clear(&batch->text);
	hand_over(batch, NULL, 0);
}

int batch_read(struct repo *repo, const struct oid *blobs, size_t nr,
	       size_t max,
	       int (*each)(void *data, size_t at, const char *bytes,
			   size_t len),
	       void *data)
{
	AUTO(batch) batch = { .each = each, .data = data, .nr = nr,
			      .max = max, .text = BUF_INIT };

	for (int damaged = 0; batch.at < nr; damaged++) {
		AUTO(process) git = PROCESS_INIT;
		int rc = run(&batch, &git, repo, blobs);

		if (rc)
			return rc;
		if (batch.at == nr)
			break;
		if (process_ok(&git))
			return fail(ERR_FAILED, "git cat-file ended early");
		if (git.signal || damaged == DAMAGED_MAX)
			return process_fail(&git, "git cat-file");
		pass_over(&batch);
		if (batch.rc)
			return batch.rc;
	}
	return 0;
}
