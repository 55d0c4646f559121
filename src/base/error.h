/*
 * error - how a function says that it could not do its work.
 *
 * Every function that can fail returns int: 0, or one of the negative codes
 * below with a message kept for the calling thread. Library code never
 * prints; git-bench/main.c prints the message once, with its hint, and exits.
 *
 *	if (!entry)
 *		return fail(ERR_NOTFOUND, "no suite '%s' in .gitbench", name);
 *	int rc = claim_take(&won, repo, id);
 *	if (rc)
 *		return fail_in(rc, "request %s", id);
 *
 * Expected outcomes ("lost the race") are values behind `out`, not errors.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

enum error_code {
	ERR_FAILED = -1,      /* it did not work: disk, process, git */
	ERR_NOTFOUND = -2,    /* what was named does not exist */
	ERR_LOST = -3,	      /* lost a race; trying again may help */
	ERR_REFUSED = -4,     /* the state of things forbids it: a "no" */
	ERR_OFFLINE = -5,     /* the other side could not be reached */
	ERR_BADDATA = -6,     /* text from outside that cannot be read */
	ERR_USAGE = -7,	      /* the call's words are off */
	ERR_INTERRUPTED = -8, /* SIGINT or SIGTERM arrived */
	ERR_FULL = -9,	      /* less disk is free than is to stay so */
};

/* Sets the message and returns `code`. Control bytes in it are escaped. */
int fail(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same with ": <strerror(errno)>" behind it; returns ERR_FAILED. */
int fail_errno(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Puts "<context>: " before the message that stands; returns `code`. */
int fail_in(int code, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* What the user can do next, one line; kept until the next fail(). */
void fail_hint(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The message and hint ("" if none); borrowed until the next fail(). */
const char *error_message(void);
const char *error_hint(void);
void error_clear(void);

/*
 * What clears up after a failure may fail as well; that is not the error to
 * tell. Puts the one that stands aside, and brings it back.
 */
struct error {
	char *message;
	char *hint;
};
void error_put_aside(struct error *out);
void error_bring_back(struct error *error);

#endif
