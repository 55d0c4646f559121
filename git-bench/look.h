/*
 * look - colours and width of what is shown, by git's own rules.
 *
 * --color and --no-color decide; else color.bench, else color.ui ("always",
 * "never" or "auto"); "auto" means: on a terminal that is not dumb, or in a
 * pager unless color.pager is false, and not with NO_COLOR set. The colours
 * themselves are color.bench.<slot>.
 */
#ifndef GIT_BENCH_LOOK_H
#define GIT_BENCH_LOOK_H

#include "command.h"
#include "report/style.h"

/*
 * Ask after pager_start(). `when` is an OPT_COLOR's value. ERR_BADDATA names a
 * key of the configuration that holds no colour.
 */
int look(struct style *out, struct context *context, int when);
/* Is standard output a terminal that can be drawn over? */
bool look_can_redraw(void);
/* Its lines; 24 when it does not say. */
size_t look_rows(void);

#endif
