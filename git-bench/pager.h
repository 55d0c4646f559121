/*
 * pager - long output goes through the user's pager, by git's own rules.
 *
 * Only when stdout is a terminal and pager.bench.<command> (else
 * pager.bench) is not false. The pager is, in this order, what those keys
 * name, $GIT_PAGER, core.pager, $PAGER, less; "cat" or nothing means none.
 * When git itself started a pager ("git -p bench log"), stdout is no
 * terminal any more and nothing happens here.
 *
 *	pager_start(context);	before the first byte of output
 *	pager_finish();		main(), after stdout was flushed
 */
#ifndef GIT_BENCH_PAGER_H
#define GIT_BENCH_PAGER_H

#include "command.h"

/* Without a pager, or when it cannot be started, output stays as it is. */
void pager_start(struct context *context);
/* Is stdout a pager that shows on a terminal, ours or git's? */
bool pager_in_use(void);
/* Closes stdout and waits until the reader has quit the pager. */
void pager_finish(void);

#endif
