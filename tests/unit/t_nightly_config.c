/* sandmark-nightly's configuration: what its entries mean. */
#include "suite/nightly_config.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "tap.h"

static struct nightly_config config;

static int parse(const char *text)
{
	nightly_config_release(&config);
	return nightly_config_parse(&config, text, strlen(text), "custom.json");
}

/* The only entry of a list of one. */
static const struct nightly_entry *only(const char *members)
{
	static const struct nightly_entry none;
	auto_free char *text = xstrfmt("[{%s}]", members);

	return works(parse(text), members) && config.nr == 1 ?
		       &config.items[0] : &none;
}

static void address(const char *url, enum nightly_kind kind, const char *ref)
{
	auto_free char *members = xstrfmt("\"name\":\"n\",\"url\":\"%s\"",
					  url);
	const struct nightly_entry *entry = only(members);

	ok(!entry->problem && entry->kind == kind, "%s is of its kind", url);
	is(entry->ref, ref, "with this name");
	is(entry->repository, "https://github.com/ocaml/ocaml", "there");
}

#define AT "https://github.com/ocaml/ocaml"
#define SHA "0123456789abcdef0123456789abcdef01234567"

static void addresses(void)
{
	address(AT "/archive/trunk.tar.gz", NIGHTLY_NAME, "trunk");
	address(AT "/archive/refs/heads/4.14.zip", NIGHTLY_NAME, "4.14");
	address(AT "/archive/refs/tags/5.1.0.tar.gz", NIGHTLY_NAME, "5.1.0");
	address(AT "/archive/" SHA ".tar.gz", NIGHTLY_COMMIT, SHA);
	address(AT "/archive/0123456.tar.gz", NIGHTLY_COMMIT, "0123456");
	address(AT "/commit/" SHA, NIGHTLY_COMMIT, SHA);
	address(AT "/tree/a/b", NIGHTLY_NAME, "a/b");
	address(AT "/archive/refs/pull/12410/head.tar.gz", NIGHTLY_PULL,
		"12410");
	address(AT "/pull/12410", NIGHTLY_PULL, "12410");
	address(AT "/pull/12410/files", NIGHTLY_PULL, "12410");
	address(AT ".git/pull/12410#issue-1", NIGHTLY_PULL, "12410");
}

static void no_address(const char *url)
{
	auto_free char *members = xstrfmt("\"name\":\"n\",\"url\":\"%s\"",
					  url);
	const struct nightly_entry *entry = only(members);

	ok(entry->problem && strstr(entry->problem, "is no address"),
	   "'%s' is none", url);
}

static void no_addresses(void)
{
	no_address("http://github.com/ocaml/ocaml/archive/trunk.tar.gz");
	no_address("file:///etc/passwd");
	no_address("https://github.com/ocaml/ocaml");
	no_address("https://github.com/ocaml/ocaml/");
	no_address("https://github.com/ocaml/ocaml/archive/.tar.gz");
	no_address("https://github.com/ocaml/ocaml/issues/1");
	no_address("https://github.com/ocaml/ocaml/pull/x");
	no_address("https://me:secret@github.com/o/o/archive/trunk.tar.gz");
	no_address("https://--upload-pack=x");
	no_address(AT "/archive/a b.tar.gz");
}

static const char *pr_of(const char *name)
{
	auto_free char *members = xstrfmt(
		"\"name\":\"%s\",\"url\":\"" AT "/archive/x.zip\"", name);
	const struct nightly_entry *entry = only(members);

	return entry->pr;
}

static void pull_requests(void)
{
	is(pr_of("pr12410"), "12410", "a name that is a pull request");
	is(pr_of("5.2.0+trunk+pr12410"), "12410", "at a name's end");
	is(pr_of("PR#7+flambda"), "7", "in other letters");
	is(pr_of("pre-pr12410"), "12410", "the base, too");
	is(pr_of("sprint2"), NULL, "not within a word");
	is(pr_of("prx"), NULL, "not without a number");
	is(pr_of("pr12410x"), NULL, "nor with more than one");
	is(only("\"name\":\"n\",\"url\":\"" AT "/pull/9\"")->pr, "9",
	   "by its address");
}

static void pairs(void)
{
	works(parse("[{\"name\":\"pre-pr1\",\"url\":\"" AT "/commit/" SHA "\"},"
		    "{\"name\":\"5.2+pr2\",\"url\":\"" AT "/pull/2\"},"
		    "{\"name\":\"pr1\",\"url\":\"" AT "/pull/1\"},"
		    "{\"name\":\"5.2+pre-pr2\",\"url\":\"" AT "/commit/" SHA
		    "\"}]"), "two pairs");
	ok(config.items[2].base == &config.items[0] &&
		   config.items[0].is_base, "pr1 has its base");
	ok(config.items[1].base == &config.items[3] &&
		   config.items[3].is_base, "and so has the other one");
	ok(!config.items[0].base && !config.items[2].is_base,
	   "a base has none, a head is none");
}

static void settings(void)
{
	const struct nightly_entry *e = only(
		"\"name\":\"n\",\"url\":\"" AT "/archive/trunk.tar.gz\","
		"\"configure\":\"CC='gcc -Wa,-x' --enable-flambda\","
		"\"runparams\":\"v=0x400\",\"environment\":"
		"\"OCAMLRUNPARAM='s=4M' A=1\",\"tag\":\"\\\"macro_bench\\\"\","
		"\"override_packages\":[\"fmt.0.9.0\",\"x.1\"],"
		"\"remove_packages\":\"coq cpdf\",\"expiry\":\"2026-11-30\"");
	auto_free char *options = strlist_join(&e->options, "|");
	auto_free char *env = strlist_join(&e->env, "|");
	auto_free char *end = clock_format(e->expires);

	is(options, "CC=gcc -Wa,-x|--enable-flambda", "options, unquoted");
	is(env, "OCAMLRUNPARAM=v=0x400,s=4M|A=1|"
		"SANDMARK_OVERRIDE_PACKAGES=fmt.0.9.0 x.1|"
		"SANDMARK_REMOVE_PACKAGES=coq cpdf", "environment");
	is(e->tag, "macro_bench", "a tag in quotes");
	is(end, "2026-12-01T00:00:00Z", "its last day counts");
	ok(e->has_packages && !e->problem, "packages");
}

static void blamed(const char *members, const char *problem)
{
	auto_free char *text = xstrfmt(
		"\"name\":\"n\",\"url\":\"" AT "/pull/1\",%s", members);

	is(only(text)->problem, problem, problem);
}

static void problems(void)
{
	blamed("\"expiry\":\"soon\"",
	       "its expiry 'soon' is no date such as 2026-11-30");
	blamed("\"expiry\":7", "its expiry is no text");
	blamed("\"configure\":\"CC='gcc\"",
	       "its configure cannot be read: a ' is not closed");
	blamed("\"environment\":\"A=1 rm\"",
	       "its environment: 'rm' is not NAME=value");
	blamed("\"environment\":\"1A=1\"",
	       "its environment: '1A=1' is not NAME=value");
	is_int(only("\"name\":\"n\",\"url\":\"" AT "/pull/1\","
		    "\"configure\":\"'' -x\"")->options.nr, 1,
	       "an empty word is no option");
	blamed("\"remove_packages\":\"$(reboot)\"",
	       "its remove_packages are no names of packages");
	blamed("\"override_packages\":[1]",
	       "its override_packages are no names of packages");
	is(only("\"url\":\"" AT "/pull/1\"")->problem, "it has no name",
	   "no name");
	is(only("\"name\":\"n\"")->problem, "it has no url", "no url");
	works(parse("[1,null,[]]"), "what is no object");
	is(config.items[2].problem, "it has no name", "cannot be used");
	is_int(parse("{}"), ERR_BADDATA, "an object is no list");
	is(error_message(), "custom.json: no list of entries", "is said");
	is_int(parse("["), ERR_BADDATA, "half a file");
	is_int(parse(""), ERR_BADDATA, "an empty file");
	works(parse("[]"), "an empty list is one");
}

int main(void)
{
	addresses();
	no_addresses();
	pull_requests();
	pairs();
	settings();
	problems();
	nightly_config_release(&config);
	return done();
}
