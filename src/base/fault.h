/*
 * fault - places at which a test may end this process, or hold it up.
 *
 * One call stands after each step that another process, or the next start,
 * can see: a kill there leaves exactly that much done. Where nothing is set
 * the call is one look into the environment.
 *
 *	GIT_BENCH_FAULT=claim-taken		SIGKILL there
 *	GIT_BENCH_FAULT=ref-locked:3		the third time it gets there
 *	GIT_BENCH_FAULT=publication-sent=500	no kill: 500 ms longer, each time
 *	GIT_BENCH_FAULT=?			no kill: names each on stderr
 *
 * Names are literals, so that a test can find them all in the source and
 * prove that it has been to each (tests/310-kill.sh).
 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

void fault_point(const char *name);

#endif
