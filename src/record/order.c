#include "record/order.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "record/card.h"
#include "record/publication.h"

#define ORDER_FILE "order.json"

static const char *const kind_names[] = {
	[ORDER_NONE] = "none",
	[ORDER_PAUSE] = "pause",
	[ORDER_DRAIN] = "drain",
};

const char *order_kind_name(enum order_kind kind)
{
	return kind_names[kind];
}

static char *order_ref(const char *runner)
{
	return xstrfmt(ORDER_PREFIX "%s", runner);
}

static enum order_kind kind_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(kind_names); i++)
		if (!strcmp(kind_names[i], name))
			return i;
	return ORDER_NONE;
}

int order_read(struct order *out, struct repo *repo, const char *runner)
{
	auto_free char *ref = order_ref(runner);
	json_auto_t *document = NULL;

	*out = (struct order){ .by = xstrdup("") };
	int rc = hub_read(&out->oid, repo, ref);
	if (rc)
		return rc == ERR_NOTFOUND ? 0 : rc;
	if (card_read(&document, repo, &out->oid, ORDER_FILE)) {
		error_clear();
		return 0;
	}
	free(out->by);
	out->kind = kind_of(json_get_string(document, "order", ""));
	out->by = xstrdup(json_get_string(document, "by", ""));
	if (!clock_parse(&out->at, json_get_string(document, "at", "")))
		out->at = 0;
	return 0;
}

/* What is to stand in the place of whatever stands there; none: nothing. */
struct change {
	const char *ref;
	struct oid new;
	bool was; /* something stood there */
};

static int prepare(void *data, struct publication *pub)
{
	struct change *change = data;
	struct oid old = { "" };
	int rc = hub_read(&old, pub->hub.repo, change->ref);

	if (rc && rc != ERR_NOTFOUND)
		return rc;
	change->was = !oid_is_none(&old);
	if (!oid_equal(&old, &change->new))
		publication_add(pub, change->ref, PUSH_EXACT, &old,
				&change->new);
	return 0;
}

int order_give(struct repo *repo, const char *runner, enum order_kind kind,
	       const char *by)
{
	auto_free char *ref = order_ref(runner);
	auto_free char *at = clock_format(clock_now());
	auto_free char *message = xstrfmt("%s %s\n", order_kind_name(kind),
					  runner);
	json_auto_t *document = json_object();
	struct change change = { .ref = ref };

	json_set_int(document, "v", 1);
	json_set_string(document, "order", order_kind_name(kind));
	json_set_string(document, "by", by);
	json_set_string(document, "at", at);
	int rc = card_write(&change.new, repo, ORDER_FILE, document, message);
	return rc ? rc : publish(repo, "order", prepare, &change);
}

int order_lift(bool *was, struct repo *repo, const char *runner)
{
	auto_free char *ref = order_ref(runner);
	struct change change = { .ref = ref };
	int rc = publish(repo, "order", prepare, &change);

	*was = change.was;
	return rc;
}

void order_release(struct order *order)
{
	free(order->by);
	*order = (struct order){ 0 };
}
