#include "runner_order.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "command.h"
#include "git/object.h"
#include "record/face.h"
#include "record/hub.h"
#include "service/runner.h"

static int pull(struct repo *repo)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	return rc ? rc : hub_pull(&hub, NULL);
}

static int give(struct repo *repo, enum order_kind kind,
		const struct face *face)
{
	AUTO(signature) who = { 0 };
	auto_free char *ago = clock_ago(face->at, clock_now());

	if (kind == ORDER_DRAIN && face->state == FACE_STOPPED) {
		printf("runner '%s' has stopped already, %s\n", face->name,
		       ago);
		return COMMAND_NO;
	}
	signature_default(&who, repo);
	auto_free char *by = xstrfmt("%s <%s>", who.name, who.email);
	int rc = order_give(repo, face->name, kind, by);
	if (!rc)
		printf("runner '%s' will %s with its next look (it is %s, "
		       "last heard of %s)\n",
		       face->name, order_kind_name(kind),
		       face_state_name(face->state), ago);
	return rc;
}

static int lift(struct repo *repo, const char *name)
{
	bool was = false;
	int rc = order_lift(&was, repo, name);

	if (rc)
		return rc;
	if (was)
		printf("runner '%s' goes on with its next look\n", name);
	else
		printf("runner '%s' was told nothing\n", name);
	return was ? 0 : COMMAND_NO;
}

int runner_order(struct repo *repo, enum order_kind kind, const char *wanted)
{
	auto_free char *name = NULL;
	AUTO(face) face = { 0 };
	int rc = runner_name(&name, repo, wanted);

	if (!rc)
		rc = pull(repo);
	if (rc)
		return rc;
	if (kind == ORDER_NONE)
		return lift(repo, name);
	rc = face_read(&face, repo, name);
	if (rc == ERR_NOTFOUND) {
		fail(rc, "there is no runner '%s'", name);
		fail_hint("git bench status");
	}
	return rc ? rc : give(repo, kind, &face);
}
