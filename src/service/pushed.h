/*
 * pushed - what becomes of a push, for git's hooks: requests for the branches
 * that came with `git push -o bench[=<suite>]`, or on the pushing side the
 * branches that might be asked about.
 *
 * What a hook is told comes from strangers, and there may be much of it:
 * PUSHED_MAX branches and suites are heeded, the others counted.
 */
#ifndef SERVICE_PUSHED_H
#define SERVICE_PUSHED_H

#include "base/strlist.h"
#include "git/repo.h"
#include "record/request.h"
#include "suite/suite.h"

#define PUSHED_MAX 10

struct pushed_branch {
	char *ref;	/* on the remote */
	char *from;	/* what it was called where it came from, or NULL */
	struct oid old; /* "none": it is new */
	struct oid new;
};

struct pushed {
	struct pushed_branch items[PUSHED_MAX];
	size_t nr;
	size_t left_out;
};

/*
 * One line of a hook's standard input; what is no branch of code, or is
 * deleted, is passed over. "<old> <new> <ref>" of post-receive:
 */
void pushed_add_received(struct pushed *pushed, const char *line);
/* "<local ref> <new> <ref> <old>" of pre-push: */
void pushed_add_sent(struct pushed *pushed, const char *line);
void pushed_release(struct pushed *pushed);

/*
 * The suites that push options ($GIT_PUSH_OPTION_COUNT …) name; "" stands
 * for the default one. *asked: there was one of ours at all.
 */
void pushed_suites(struct strlist *out, bool *asked);
/*
 * May requests be added here at all? ERR_REFUSED where those who push here
 * keep their queue under other names for the refs.
 */
int pushed_may_ask(struct repo *repo);
/*
 * The request for one branch: compared with where it left the default
 * branch, or on that branch with what it held before the push. Suite "" or
 * NULL: the default. Errors as ask_request().
 */
int pushed_request(struct request *out, struct repo *repo,
		   const struct suites *suites,
		   const struct pushed_branch *branch, const char *suite);
/*
 * Is it worth a word that this branch could be measured? Not the default
 * one, nor a commit that the ledger has a note of.
 */
int pushed_is_news(bool *out, struct repo *repo,
		   const struct pushed_branch *branch);

#endif
