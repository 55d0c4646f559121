#include "git/porcelain.h"

#include <string.h>

#include "git/url.h"
#include "tap.h"

static void test_lines(void)
{
	static const char text[] =
		"To ../host\n"
		"*\t0123:refs/a\t[new reference]\n"
		" \trefs/x:refs/b\t0123456..789abcd\n"
		"+\trefs/x:refs/c\t012...789 (forced update)\n"
		"-\t:refs/d\t[deleted]\n"
		"=\t0123:refs/e\t[up to date]\n"
		"!\t0123:refs/f\t[rejected] (stale info)\n"
		"!\t0123:refs/g\t[remote rejected] (no (not now))\n"
		"?\t0123:refs/h\t[new]\n"
		"!\t0123:\t[rejected] (x)\n"
		"!\trefs/i\t[rejected] (x)\n"
		"! refs/j:refs/j [rejected] (x)\n"
		"Done\n"
		"!\t:refs/k\t[rejected] (cut";
	static const struct {
		char mark;
		const char *ref, *summary, *reason;
	} want[] = {
		{ '*', "refs/a", "[new reference]", "" },
		{ ' ', "refs/b", "0123456..789abcd", "" },
		{ '+', "refs/c", "012...789", "forced update" },
		{ '-', "refs/d", "[deleted]", "" },
		{ '=', "refs/e", "[up to date]", "" },
		{ '!', "refs/f", "[rejected]", "stale info" },
		{ '!', "refs/g", "[remote rejected]", "no (not now)" },
		{ '!', "refs/k", "[rejected] (cut", "" },
	};
	AUTO(porcelain) lines = PORCELAIN_INIT;

	porcelain_parse(&lines, text, strlen(text));
	is_int(lines.nr, ARRAY_SIZE(want), "what is no ref is passed over");
	for (size_t i = 0; i < ARRAY_SIZE(want) && i < lines.nr; i++) {
		is_int(lines.items[i].mark, want[i].mark, "mark");
		is(lines.items[i].ref, want[i].ref, "ref");
		is(lines.items[i].summary, want[i].summary, "summary");
		is(lines.items[i].reason, want[i].reason, "reason");
	}
	ok(porcelain_find(&lines, "refs/d") == &lines.items[3], "one by name");
	ok(!porcelain_find(&lines, "refs/h"), "none by an unknown one");
}

static void hides(const char *text, const char *want)
{
	auto_free char *got = url_hide_secrets(text);

	is(got, want, text);
}

static void test_secrets(void)
{
	hides("no address", "no address");
	hides("https://host/a", "https://host/a");
	hides("https://token@host/a", "https://host/a");
	hides("'https://me:s3@host:81/a.git/': 500",
	      "'https://host:81/a.git/': 500");
	hides("http://me:a@b@host/x", "http://host/x");
	hides("http://me:a/b@host/x y@z", "http://host/x y@z");
	hides("http://host:81/a@b", "http://host:81/a@b");
	hides("http://[::1]:81/a@b", "http://[::1]:81/a@b");
	hides("ssh://git@host/a", "ssh://git@host/a");
	hides("git+ssh://git:pw@host/a", "git+ssh://git@host/a");
	hides("https://host/a?access_token=1#x to", "https://host/a to");
	hides("https://a@b/ and https://c:d@e/", "https://b/ and https://e/");
	hides("https://", "https://");
	hides("://a@", "://");
	hides("git@host:a/b", "git@host:a/b");
}

static void test_addresses(void)
{
	ok(!url_is_address("origin"), "a name");
	ok(!url_is_address("up/stream"), "a name with a slash");
	ok(url_is_address("../host") && url_is_address("/host"), "paths");
	ok(url_is_address("git@host:a") && url_is_address("file:///a"),
	   "addresses");
}

int main(void)
{
	test_lines();
	test_secrets();
	test_addresses();
	return done();
}
