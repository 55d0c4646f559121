/*
 * example - result documents that several unit programs show.
 */
#ifndef TESTS_EXAMPLE_H
#define TESTS_EXAMPLE_H

#include <string.h>

#include "record/result.h"

#define EXAMPLE_BASE "0123456789abcdef0123456789abcdef01234567"
#define EXAMPLE_HEAD "89abcdef0123456789abcdef0123456789abcdef"
#define EXAMPLE_OTHER "fedcba9876543210fedcba9876543210fedcba98"

#define EXAMPLE_RUNNER                                                       \
	"\"runner\":{\"name\":\"turing\",\"class\":\"epyc-2\",\"cores\":2,"   \
	"\"cpu\":\"AMD EPYC\",\"governor\":\"performance\"},"                \
	"\"toolchain\":{\"cc\":\"gcc 12.2.0\"},"                             \
	"\"options\":{\"samples\":5},"

/* Two sides: slower, same, faster, unknown, parallel, missing. */
static const char example_two[] =
	"{\"schema_version\":1,\"date\":\"2026-11-30T17:00:00Z\","
	"\"sha\":\"" EXAMPLE_HEAD "\",\"base_sha\":\"" EXAMPLE_BASE "\","
	"\"suite\":\"micro\",\"ref\":\"refs/heads/topic\","
	"\"request\":\"11111111222222223333333344444444\",\"round\":1,"
	"\"suite_sha\":\"5555\"," EXAMPLE_RUNNER
	"\"sides\":[{\"sha\":\"" EXAMPLE_BASE "\"},"
	"{\"sha\":\"" EXAMPLE_HEAD "\",\"variant\":\"+flambda\"}],"
	"\"targets\":["
	"{\"name\":\"zip\",\"kind\":\"sequential\",\"status\":\"ok\","
	"\"seconds\":2.0,\"samples\":5,\"metrics\":{},\"sides\":["
	"{\"seconds\":2.001,\"samples\":5,\"metrics\":{}}],\"ratio\":0.9995,"
	"\"interval\":[0.996,1.003],\"verdict\":\"same\"},"
	"{\"name\":\"fib.40\",\"kind\":\"sequential\",\"status\":\"ok\","
	"\"seconds\":1.61,\"samples\":5,\"metrics\":{"
	"\"maxrss\":{\"value\":5767168,\"unit\":\"B\"},"
	"\"gc.minor_collections\":{\"value\":12,\"unit\":\"1\"}},\"sides\":["
	"{\"seconds\":1.23,\"samples\":5,\"metrics\":{"
	"\"maxrss\":{\"value\":2883584,\"unit\":\"B\"}}}],\"ratio\":1.31,"
	"\"interval\":[1.262,1.355],\"verdict\":\"slower\"},"
	"{\"name\":\"lists\",\"kind\":\"sequential\",\"status\":\"ok\","
	"\"seconds\":0.5,\"samples\":5,\"metrics\":{},\"sides\":["
	"{\"seconds\":0.6,\"samples\":5,\"metrics\":{}}],\"ratio\":0.83,"
	"\"interval\":[0.8,0.86],\"verdict\":\"faster\"},"
	"{\"name\":\"noisy\",\"kind\":\"sequential\",\"status\":\"ok\","
	"\"seconds\":0.01,\"samples\":5,\"metrics\":{},\"sides\":["
	"{\"seconds\":0.0098,\"samples\":5,\"metrics\":{}}],\"ratio\":1.02,"
	"\"interval\":[0.9,1.15],\"verdict\":\"unknown\"},"
	"{\"name\":\"quicksort.4\",\"kind\":\"parallel\",\"domains\":4,"
	"\"status\":\"ok\",\"seconds\":3.0,\"samples\":2,\"metrics\":{},"
	"\"sides\":[{\"seconds\":3.1,\"samples\":3,\"metrics\":{}}],"
	"\"ratio\":0.97,\"verdict\":\"unknown\"}],"
	"\"missing\":[{\"name\":\"menhir\",\"side\":0,\"stage\":\"build\","
	"\"reason\":\"make: ...\\nneeds menhirLib\\n\"}],"
	"\"notes\":[\"chrt is not allowed here\"]}";

/* One side. */
static const char example_one[] =
	"{\"schema_version\":1,\"date\":\"2026-11-29T05:06:07Z\","
	"\"sha\":\"" EXAMPLE_BASE "\",\"suite\":\"micro\"," EXAMPLE_RUNNER
	"\"suite_sha\":\"5555\","
	"\"sides\":[{\"sha\":\"" EXAMPLE_BASE "\"}],\"targets\":["
	"{\"name\":\"zip\",\"kind\":\"sequential\",\"status\":\"ok\","
	"\"seconds\":2.1,\"samples\":5,\"metrics\":{}},"
	"{\"name\":\"fib.40\",\"kind\":\"sequential\",\"status\":\"ok\","
	"\"seconds\":1.2,\"samples\":5,\"metrics\":{}}],\"missing\":[]}";

/* A base, a further side, the head; a count decides; hostile names. */
static const char example_three[] =
	"{\"schema_version\":1,\"date\":\"2026-12-01T00:00:00Z\","
	"\"sha\":\"" EXAMPLE_HEAD "\",\"base_sha\":\"" EXAMPLE_BASE "\","
	"\"suite\":\"micro\"," EXAMPLE_RUNNER
	"\"sides\":[{\"sha\":\"" EXAMPLE_BASE "\"},"
	"{\"sha\":\"" EXAMPLE_HEAD "\",\"variant\":\"+fp\"},"
	"{\"sha\":\"" EXAMPLE_HEAD "\"}],"
	"\"targets\":["
	"{\"name\":\"=a|b`@all\\u001b[2J\",\"kind\":\"sequential\","
	"\"status\":\"ok\",\"primary\":\"ops\",\"seconds\":1,\"samples\":3,"
	"\"metrics\":{\"ops\":{\"value\":12000,\"unit\":\"ops/s\","
	"\"better\":\"higher\"}},\"sides\":["
	"{\"seconds\":1,\"samples\":3,\"metrics\":{\"ops\":{\"value\":10000,"
	"\"unit\":\"ops/s\",\"better\":\"higher\"}}},"
	"{\"seconds\":1,\"samples\":3,\"metrics\":{\"ops\":{\"value\":11000,"
	"\"unit\":\"ops/s\",\"better\":\"higher\"}},\"ratio\":1.09,"
	"\"interval\":[1.05,1.12],\"verdict\":\"faster\"}],"
	"\"ratio\":1.2,\"interval\":[1.15,1.25],\"verdict\":\"faster\"},"
	"{\"name\":\"x\",\"kind\":\"sequential\",\"status\":\"ok\","
	"\"seconds\":1,\"samples\":3,\"metrics\":{},\"sides\":["
	"{\"seconds\":1,\"samples\":3,\"metrics\":{}},null],"
	"\"ratio\":1.001,\"interval\":[0.99,1.012],\"verdict\":\"unknown\"}],"
	"\"missing\":[{\"name\":\"x\",\"side\":1,\"stage\":\"run\","
	"\"reason\":\"killed by signal 11\"},"
	"{\"name\":\"\",\"side\":2,\"stage\":\"build\",\"reason\":\"\"}]}";

static inline void example_read(struct result *out, const char *text)
{
	if (result_parse(out, text, strlen(text), "example"))
		abort();
}

#endif
