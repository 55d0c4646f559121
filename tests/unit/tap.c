#include "tap.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

static int count, failed;

bool ok(bool truth, const char *fmt, ...)
{
	va_list ap;

	printf("%sok %d - ", truth ? "" : "not ", ++count);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
	failed += !truth;
	return truth;
}

bool works(int rc, const char *name)
{
	if (!ok(!rc, "%s", name))
		printf("# %d: %s\n", rc, error_message());
	return !rc;
}

bool is(const char *got, const char *want, const char *name)
{
	bool same = got && want ? !strcmp(got, want) : got == want;

	if (!ok(same, "%s", name))
		printf("#  got: %s\n# want: %s\n", got ? got : "(null)",
		       want ? want : "(null)");
	return same;
}

bool is_int(int64_t got, int64_t want, const char *name)
{
	if (!ok(got == want, "%s", name))
		printf("#  got: %lld\n# want: %lld\n", (long long)got,
		       (long long)want);
	return got == want;
}

bool is_near(double got, double want, double tolerance, const char *name)
{
	bool near = fabs(got - want) <= tolerance;

	if (!ok(near, "%s", name))
		printf("#  got: %.17g\n# want: %.17g\n", got, want);
	return near;
}

int done(void)
{
	printf("1..%d\n", count);
	return failed ? 1 : 0;
}
