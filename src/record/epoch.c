#include "record/epoch.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "git/object.h"
#include "git/tree.h"

#define SIZE_MAX_BYTES 64

int epoch_read(int64_t *out, struct repo *repo, const struct oid *tip)
{
	AUTO(buf) text = BUF_INIT;
	struct oid blob;
	int64_t epoch;
	int rc = tree_find(&blob, repo, tip, EPOCH_FILE);

	*out = 0;
	if (!rc)
		rc = blob_read(&text, repo, &blob, SIZE_MAX_BYTES);
	if (rc == ERR_NOTFOUND || rc == ERR_BADDATA) {
		error_clear();
		return 0;
	}
	if (rc)
		return rc;
	if (memchr(text.ptr, '\0', text.len))
		return 0;
	text.ptr[strcspn(text.ptr, "\n")] = '\0';
	if (text_to_int64(&epoch, text.ptr) && epoch >= 0 &&
	    epoch <= EPOCH_MAX)
		*out = epoch;
	return 0;
}
