/*
 * runner_order - what `git bench runner --pause` and the like do.
 */
#ifndef GIT_BENCH_RUNNER_ORDER_H
#define GIT_BENCH_RUNNER_ORDER_H

#include "git/repo.h"
#include "record/order.h"

/*
 * Gives the order to the runner of that name (NULL: the one that would run
 * here), or takes back what stands (ORDER_NONE), and says so. COMMAND_NO
 * when that changes nothing; ERR_NOTFOUND when there is no such runner.
 */
int runner_order(struct repo *repo, enum order_kind kind, const char *name);

#endif
