/*
 * nightly_config - the file that says what sandmark-nightly measures.
 *
 *	[{"url": "https://github.com/ocaml/ocaml/archive/trunk.tar.gz",
 *	  "name": "5.4.0+trunk", "expiry": "2100-01-01",
 *	  "configure"?, "runparams"?, "environment"?, "tag"?,
 *	  "override_packages"?, "remove_packages"?}, ...]
 *
 * Addresses are those of GitHub's archives, commits, trees and pull requests;
 * none of them is asked for anything here. A pull request is known by its
 * address, or by a name with "pr12410" in it; the entry of the same name with
 * "pre-pr12410" instead is its base, as people entered such pairs by hand.
 *
 * An entry that cannot be used says why, and the others are read all the
 * same.
 */
#ifndef SUITE_NIGHTLY_CONFIG_H
#define SUITE_NIGHTLY_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strlist.h"

enum nightly_kind {
	NIGHTLY_NAME,	/* a branch or a tag */
	NIGHTLY_COMMIT, /* 7 to 40 hexadecimal digits */
	NIGHTLY_PULL,	/* a pull request's number */
};

struct nightly_entry {
	char *name;	  /* as written; "" when there is none */
	char *repository; /* "https://github.com/ocaml/ocaml" */
	enum nightly_kind kind;
	char *ref;	/* the branch, tag, commit or number */
	char *pr;	/* the pull request's number, or NULL */
	int64_t expires; /* the first second of the day after; INT64_MAX */
	struct strlist options; /* of configure */
	struct strlist env;	/* NAME=value */
	bool has_packages;	/* env speaks of opam packages */
	char *tag;		/* NULL: none */
	const struct nightly_entry *base; /* its pre-…; NULL: none */
	bool is_base;			  /* of another entry */
	char *problem; /* why it cannot be used; NULL: it can */
};

struct nightly_config {
	struct nightly_entry *items;
	size_t nr;
};

/* ERR_BADDATA when it is no such file; `what` names it in the message. */
int nightly_config_parse(struct nightly_config *out, const char *text,
			 size_t len, const char *what);
void nightly_config_release(struct nightly_config *config);

#endif
