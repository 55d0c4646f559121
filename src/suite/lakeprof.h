/*
 * lakeprof - the build times of Lean's `lake`, as it prints them itself, as
 * `lakeprof record` writes them down, and as `lakeprof report -c` exports
 * them.
 *
 * Log: lines such as "✔ [12/34] Built Foo.Bar (1.2s)" or "(340ms)", the C
 * objects of a module as "Foo.Bar:c.o"; lakeprof puts "[seconds] " in front
 * of each. A target that failed reads "✖ [3/34] Building Foo (1s)".
 * Trace: Chrome's events, as an array or in an object's "traceEvents"; only
 * those of phase "X" have a duration (in microseconds), and those of the
 * thread called "critical path" stand there a second time.
 *
 * Readings are of kind "build", one a target, the last one of a name. What
 * failed is a failure of stage "build".
 */
#ifndef SUITE_LAKEPROF_H
#define SUITE_LAKEPROF_H

#include "suite/format.h"

format_read_fn lakeprof_read_log;
format_read_fn lakeprof_read_trace;

#endif
