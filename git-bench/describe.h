/*
 * describe - what a request asks for, in a few lines for people.
 */
#ifndef GIT_BENCH_DESCRIBE_H
#define GIT_BENCH_DESCRIBE_H

#include "base/buf.h"
#include "record/request.h"

/*
 * Adds "request <id>, suite <name>" and a line for each side, baseline
 * first; safe for a terminal.
 */
void describe_request(struct buf *out, const struct request *request);

#endif
