/*
 * ledger - makes and grows ledgers, for ledger.sh and status.sh.
 *
 *	ledger fill OPEN <commits	a request on each commit of the list;
 *					all but the last OPEN of them ended
 *	ledger add RUNS			adds so many requests on HEAD, one after
 *					the other; prints the median time of
 *					one, in microseconds
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "git/object.h"
#include "record/ledger.h"
#include "record/queue.h"

static void make_request(struct request *out, const struct oid *head)
{
	*out = (struct request){
		.id = id_random(),
		.suite = xstrdup("micro"),
		.nr_sides = 2,
		.options = json_object(),
		.at = clock_now(),
		.by = xstrdup("A U Thor <author@example.com>"),
	};
	out->sides = xcalloc(2, sizeof(*out->sides));
	out->sides[0].sha = out->sides[1].sha = *head;
}

static char *request_line(const struct request *request)
{
	AUTO(event) event = { 0 };

	request_to_event(&event, request);
	return event_line(&event);
}

static char *result_line(const struct request *request)
{
	AUTO(event) event = { 0 };

	event_new(&event, EVENT_RESULT, request->id, 0, "runner");
	json_set_int(event.json, "attempt", 1);
	json_set_string(event.json, "runner", "runner");
	json_set_string(event.json, "path",
			"bench/history/2026-11-30-0123456789.json");
	json_set_string(event.json, "commit", request->sides[0].sha.hex);
	return event_line(&event);
}

struct lines {
	struct ledger_line *items;
	size_t nr, cap;
};

/* Takes `line`. */
static void add_line(struct lines *lines, const struct oid *commit,
		     char *line)
{
	ARRAY_GROW(lines->items, lines->nr + 1, lines->cap);
	lines->items[lines->nr++] = (struct ledger_line){ *commit, line };
}

static int fill(struct repo *repo, size_t open)
{
	struct oid *commits = NULL;
	size_t nr = 0, cap = 0;
	struct lines lines = { 0 };
	char name[OID_HEX_LEN + 2];

	while (fgets(name, sizeof(name), stdin)) {
		name[strcspn(name, "\n")] = '\0';
		ARRAY_GROW(commits, nr + 1, cap);
		nr += oid_parse(&commits[nr], name);
	}
	for (size_t i = 0; i < nr; i++) {
		AUTO(request) request;

		make_request(&request, &commits[i]);
		add_line(&lines, &commits[i], request_line(&request));
		if (i + open < nr)
			add_line(&lines, &commits[i], result_line(&request));
	}
	int rc = ledger_add(repo, lines.items, lines.nr, "fill", NULL, NULL);
	for (size_t i = 0; i < lines.nr; i++)
		free(lines.items[i].line);
	free(lines.items);
	free(commits);
	return rc;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int add(struct repo *repo, size_t runs)
{
	auto_free double *seconds = xcalloc(runs, sizeof(*seconds));
	struct oid head;
	int rc = commit_resolve(&head, repo, "HEAD");

	for (size_t i = 0; !rc && i < runs; i++) {
		AUTO(request) request;

		make_request(&request, &head);
		double begin = clock_monotonic();
		rc = queue_add(repo, &request, 1);
		seconds[i] = clock_monotonic() - begin;
	}
	if (rc)
		return rc;
	qsort(seconds, runs, sizeof(*seconds), compare);
	printf("%.0f\n", seconds[runs / 2] * 1e6);
	return 0;
}

int main(int argc, char **argv)
{
	AUTO_PTR(repo) repo = NULL;
	size_t number = argc == 3 ? (size_t)atoi(argv[2]) : 0;
	int rc = repo_open(&repo, NULL);

	if (!rc && argc == 3 && !strcmp(argv[1], "fill"))
		rc = fill(repo, number);
	else if (!rc && argc == 3 && !strcmp(argv[1], "add") && number)
		rc = add(repo, number);
	else if (!rc)
		rc = fail(ERR_USAGE, "usage: ledger fill OPEN | add RUNS");
	if (rc)
		fprintf(stderr, "ledger: %s\n", error_message());
	return rc ? 128 : 0;
}
