#include "record/order.h"

#include "scratch.h"
#include "tap.h"

static enum order_kind kind_of(struct repo *repo, const char *runner)
{
	AUTO(order) order = { 0 };

	works(order_read(&order, repo, runner), "orders are read");
	return order.kind;
}

static void test_life(struct repo *repo)
{
	AUTO(order) order = { 0 };
	bool was;

	is_int(kind_of(repo, "one"), ORDER_NONE, "there is none at first");
	works(order_give(repo, "one", ORDER_PAUSE, "A <a@b>"), "to pause");
	works(order_read(&order, repo, "one"), "it stands");
	is(order_kind_name(order.kind), "pause", "what to do");
	is(order.by, "A <a@b>", "who wants it");
	ok(order.at > 0, "since when");
	is_int(kind_of(repo, "two"), ORDER_NONE, "for that runner only");
	works(order_give(repo, "one", ORDER_DRAIN, "B"), "a later order");
	is_int(kind_of(repo, "one"), ORDER_DRAIN, "goes before it");
	ok(!order_lift(&was, repo, "one") && was, "it can be lifted");
	is_int(kind_of(repo, "one"), ORDER_NONE, "then there is none");
	ok(!order_lift(&was, repo, "one") && !was, "lifting none is fine");
	is(sh("r", "git for-each-ref refs/bench/orders"), "",
	   "and leaves no ref");
}

static void test_strange(struct repo *repo)
{
	bool was;

	sh("r", "git update-ref refs/bench/orders/one "
		"$(git commit-tree -m x $(git mktree </dev/null))");
	is_int(kind_of(repo, "one"), ORDER_NONE, "nonsense is no order");
	ok(!order_lift(&was, repo, "one") && was, "and can be lifted");
}

int main(void)
{
	AUTO_PTR(repo) repo = NULL;

	scratch_begin();
	sh("", "git init -q r");
	repo = scratch_repo("r");
	test_life(repo);
	test_strange(repo);
	return done();
}
