#include "git/batch.h"

#include <string.h>

#include "base/error.h"
#include "git/object.h"
#include "scratch.h"
#include "tap.h"

static struct repo *repo;

struct seen {
	struct buf text;
	size_t calls;
	size_t stop_at; /* 0: never */
};

static int see(void *data, size_t at, const char *bytes, size_t len)
{
	struct seen *seen = data;

	seen->calls++;
	buf_addf(&seen->text, "%zu:%zu:", at, len);
	if (bytes && len < 100)
		buf_add(&seen->text, bytes, len);
	buf_addch(&seen->text, bytes ? ';' : '!');
	if (seen->calls == seen->stop_at)
		return fail(ERR_REFUSED, "enough");
	return 0;
}

static void write_blob(struct oid *out, const char *bytes, size_t len)
{
	blob_write(out, repo, bytes, len);
}

static void test_answers(void)
{
	struct seen seen = { .text = BUF_INIT };
	struct oid blobs[5];

	write_blob(&blobs[0], "one\n", 4);
	write_blob(&blobs[1], "", 0);
	write_blob(&blobs[2], "a\0b\nc", 5);
	oid_parse(&blobs[3], "1234567890123456789012345678901234567890");
	write_blob(&blobs[4], "larger than ten", 15);
	is_int(batch_read(repo, blobs, 5, 10, see, &seen), 0, "five blobs");
	static const char want[] =
		"0:4:one\n;1:0:;2:5:a\0b\nc;3:0:!4:15:!";
	ok(seen.text.len == sizeof(want) - 1 &&
		   !memcmp(seen.text.ptr, want, sizeof(want) - 1),
	   "come whole, in order; what is missing or too large does not");
	buf_release(&seen.text);
}

static void test_stops(void)
{
	struct seen seen = { .text = BUF_INIT, .stop_at = 2 };
	struct oid blobs[3];

	for (int i = 0; i < 3; i++)
		write_blob(&blobs[i], "x", 1);
	is_int(batch_read(repo, blobs, 3, 10, see, &seen), ERR_REFUSED,
	       "an error ends it");
	is_int(seen.calls, 2, "at once");
	is_int(batch_read(repo, blobs, 0, 10, see, &seen), 0, "none is none");
	buf_release(&seen.text);
}

/* More than any pipe holds, in pieces of every size. */
static void test_many(void)
{
	struct seen seen = { .text = BUF_INIT };
	struct oid blobs[300];
	auto_free char *bytes = xmalloc(300 * 300);

	memset(bytes, 'x', 300 * 300);
	for (int i = 0; i < 300; i++)
		write_blob(&blobs[i], bytes, i * i);
	is_int(batch_read(repo, blobs, 300, 1 << 20, see, &seen), 0,
	       "nine megabytes");
	is_int(seen.calls, 300, "in three hundred blobs");
	AUTO(buf) want = BUF_INIT;
	for (int i = 0; i < 300; i++)
		buf_addf(&want, "%d:%d:%.*s;", i, i * i,
			 i * i < 100 ? i * i : 0, bytes);
	is(seen.text.ptr, want.ptr, "of the right size each");
	buf_release(&seen.text);
}

/* git ends at each of them. */
static void test_damaged(void)
{
	struct seen seen = { .text = BUF_INIT };
	struct oid blobs[5];
	char text[] = "damaged 0";

	for (int i = 0; i < 5; i++) {
		text[8] = (char)('0' + i);
		write_blob(&blobs[i], text, 9);
	}
	for (int i = 1; i < 5; i += i == 1 ? 1 : 2) {
		auto_free char *file = xstrfmt(".git/objects/%.2s/%s",
					       blobs[i].hex, blobs[i].hex + 2);

		sh("r", "chmod u+w %s && echo x >%s", file, file);
	}
	is_int(batch_read(repo, blobs, 5, 10, see, &seen), 0,
	       "three damaged ones among five");
	is(seen.text.ptr, "0:9:damaged 0;1:0:!2:0:!3:9:damaged 3;4:0:!",
	   "cost themselves alone");
	buf_release(&seen.text);
}

int main(void)
{
	scratch_begin();
	sh("", "git init -q r");
	if (repo_open(&repo, scratch_path("r")))
		return 1;
	test_answers();
	test_stops();
	test_many();
	test_damaged();
	repo_free(repo);
	error_clear();
	return done();
}
