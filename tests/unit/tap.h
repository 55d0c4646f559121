/*
 * tap - the few calls a unit program needs to speak TAP.
 *
 *	ok(count == 3, "three lines are read");
 *	is(text, "a\\nb", "a line feed is escaped");
 *	return done();		prints the plan; exit code of main()
 */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdbool.h>
#include <stdint.h>

bool ok(bool truth, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/*
 * `rc` of a call that should have worked: when it did not, the library's
 * message is shown. (Never error_message() among ok()'s arguments beside the
 * call itself: C does not say which of them comes first.)
 */
bool works(int rc, const char *name);
/* Strings; NULL is equal to NULL only. */
bool is(const char *got, const char *want, const char *name);
bool is_int(int64_t got, int64_t want, const char *name);
/* Within `tolerance` of each other. */
bool is_near(double got, double want, double tolerance, const char *name);
int done(void);

#endif
