#include "describe.h"

#include "base/id.h"
#include "base/text.h"
#include "report/figure.h"

/* "refs/heads/topic" is "topic" for people. */
static const char *short_ref(const char *ref)
{
	static const char *const prefixes[] = {
		"refs/heads/", "refs/tags/", "refs/remotes/",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++) {
		const char *rest = text_skip_prefix(ref, prefixes[i]);

		if (rest)
			return rest;
	}
	return ref;
}

static void add_escaped(struct buf *out, const char *text)
{
	auto_free char *safe = text_escape(text);

	buf_addstr(out, safe);
}

static void describe_sides(struct buf *out, const struct request *request)
{
	size_t head = request->nr_sides - 1;

	for (size_t i = 0; i < request->nr_sides; i++) {
		const struct request_side *side = &request->sides[i];
		auto_free char *name = figure_side(&side->sha, side->variant);

		buf_addf(out, "  %-5s ", i == head ? "head" :
					 i	   ? "and" :
						     "base");
		add_escaped(out, name);
		if (side->ref) {
			buf_addstr(out, " (");
			add_escaped(out, short_ref(side->ref));
			buf_addch(out, ')');
		}
		buf_addch(out, '\n');
	}
}

void describe_request(struct buf *out, const struct request *request)
{
	buf_addf(out, "request %.*s, suite ", ID_SHORT, request->id);
	add_escaped(out, request->suite);
	if (request->pool) {
		buf_addstr(out, ", pool ");
		add_escaped(out, request->pool);
	}
	if (request->runner) {
		buf_addstr(out, ", runner ");
		add_escaped(out, request->runner);
	}
	if (request->filter) {
		buf_addstr(out, ", targets matching ");
		add_escaped(out, request->filter);
	}
	buf_addch(out, '\n');
	describe_sides(out, request);
}
