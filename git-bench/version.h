/*
 * version - what `git bench --version` says and results carry.
 */
#ifndef GIT_BENCH_VERSION_H
#define GIT_BENCH_VERSION_H

#define GIT_BENCH_VERSION "0.1.0"

#endif
