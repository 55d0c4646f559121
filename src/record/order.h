/*
 * order - refs/bench/orders/<runner>: what a runner was told to do.
 *
 * A card (card.h) that holds order.json. Anybody who may write to the hub
 * gives orders and lifts them; a runner reads its own with each look, and
 * lifts "drain" itself when it has obeyed.
 */
#ifndef RECORD_ORDER_H
#define RECORD_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"
#include "git/repo.h"

enum order_kind {
	ORDER_NONE,
	ORDER_PAUSE, /* take nothing until it is lifted */
	ORDER_DRAIN, /* finish what runs, then end */
};

struct order {
	struct oid oid;
	enum order_kind kind;
	char *by; /* who gave it */
	int64_t at;
};

/* "none", "pause", "drain". */
const char *order_kind_name(enum order_kind kind);
/*
 * As last seen; ORDER_NONE when there is none. One that cannot be read is
 * none either: who may write there may as well lift it.
 */
int order_read(struct order *out, struct repo *repo, const char *runner);
/* In the place of an older one. */
int order_give(struct repo *repo, const char *runner, enum order_kind kind,
	       const char *by);
/* *was: there was one. */
int order_lift(bool *was, struct repo *repo, const char *runner);
void order_release(struct order *order);

#endif
