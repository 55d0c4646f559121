#include "service/runner.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "git/config.h"
#include "service/leftovers.h"
#include "service/poll.h"
#include "service/quarters.h"
#include "service/schedule.h"

struct runner {
	struct quarters quarters;
	struct repo *repo; /* where it works: of the quarters */
	struct runner_spec spec;
	size_t noticed; /* of repo_notices() */
	char *name;
	struct presence *presence;
	struct worker worker;
	struct scheduler scheduler;
	double pause; /* seconds between two looks */
};

/* ==== Its name ========================================================== */

/* "bench-1.example.org" as it is, "Bench 1!" as "Bench-1-". */
static char *host_name(void)
{
	char host[FACE_NAME_MAX + 1] = "";

	gethostname(host, sizeof(host) - 1);
	for (char *p = host; *p; p++) {
		char byte[] = { 'x', *p, '\0' };

		if (!face_is_name(byte) && *p != '.')
			*p = '-';
	}
	return xstrdup(face_is_name(host) ? host : "runner");
}

int runner_name(char **out, struct repo *repo, const char *wanted)
{
	auto_free char *set = config_string(repo, "bench.runnerName", NULL);
	const char *name = wanted ? wanted : set;

	if (name && !face_is_name(name))
		return fail(ERR_USAGE,
			    "'%.200s' is no runner's name: that has letters, "
			    "digits, '.', '_' and '-', %d at most",
			    name, FACE_NAME_MAX);
	*out = name ? xstrdup(name) : host_name();
	return 0;
}

/* ==== Configuration ===================================================== */

static int read_lease(double *out, struct runner *runner)
{
	int rc = 0;

	*out = runner->spec.lease;
	if (*out <= 0)
		rc = config_duration(out, runner->repo, "bench.lease",
				     LEASE_DEFAULT);
	if (rc || (*out >= RUNNER_LEASE_MIN && *out <= RUNNER_LEASE_MAX))
		return rc;
	fail(ERR_USAGE,
	     "a lease of %g s is too %s: a runner that looks once in a while "
	     "could not tell the living from the dead by it", *out,
	     *out < RUNNER_LEASE_MIN ? "short" : "long");
	fail_hint("--lease and bench.lease take from 1s to 1d; 5m is usual");
	return ERR_USAGE;
}

static int read_labels(struct strlist *out, struct repo *repo)
{
	AUTO(strlist) values = STRLIST_INIT;
	int rc = config_all(&values, repo, "bench.labels");

	strlist_clear(out);
	for (size_t i = 0; i < values.nr; i++)
		strlist_split(out, values.items[i], ", \t");
	for (size_t i = 0; i < out->nr && !rc; i++)
		if (!face_is_name(out->items[i]))
			rc = fail(ERR_USAGE,
				  "bench.labels: '%.200s' is no label: that "
				  "has letters, digits, '.', '_' and '-'",
				  out->items[i]);
	if (!rc && out->nr > FACE_LABELS_MAX)
		rc = fail(ERR_USAGE, "bench.labels: %zu are too many, %d is "
				     "the most", out->nr, FACE_LABELS_MAX);
	return rc;
}

static int configure(struct runner *runner)
{
	struct worker *worker = &runner->worker;
	int rc = read_lease(&worker->lease, runner);

	if (!rc)
		rc = read_labels(&worker->labels, runner->repo);
	if (!rc)
		rc = poll_interval(&runner->pause, runner->repo,
				   worker->lease);
	if (!rc)
		presence_set_labels(runner->presence, &worker->labels);
	return rc;
}

/* ==== Its life ========================================================== */

int runner_open(struct runner **out, struct repo *repo,
		const struct runner_spec *spec)
{
	struct runner *runner = xcalloc(1, sizeof(*runner));

	runner->spec = *spec;
	int rc = quarters_open(&runner->quarters, repo);
	runner->repo = runner->quarters.repo;
	if (!rc)
		rc = runner_name(&runner->name, repo, spec->name);
	if (!rc) {
		presence_new(&runner->presence, runner->name, spec->version,
			     spec->replace);
		runner->worker = (struct worker){
			.name = runner->name,
			.presence = runner->presence,
			.progress = spec->progress,
			.say = spec->say,
			.claimed = spec->claimed,
			.data = spec->data,
			.schedule = spec->schedule,
			.quarters = &runner->quarters,
		};
		runner->scheduler = (struct scheduler){
			.runner = runner->name,
			.only = spec->schedule,
			.say = spec->say,
			.data = spec->data,
		};
		rc = configure(runner);
	}
	if (!rc)
		rc = leftovers_sweep(repo);
	if (!rc && runner->repo != repo)
		rc = leftovers_sweep(runner->repo);
	if (rc)
		runner_close(runner);
	else
		*out = runner;
	return rc;
}

/* What was put right on the way (git/repo.h) is worth a line. */
static void tell_notices(struct runner *runner)
{
	const struct strlist *notices = repo_notices(runner->repo);

	char **notice = &runner->quarters.notice;

	if (!runner->quarters.store || !runner->spec.say)
		return;
	if (*notice)
		runner->spec.say(runner->spec.data, *notice);
	free(*notice);
	*notice = NULL;
	for (; runner->noticed < notices->nr; runner->noticed++)
		runner->spec.say(runner->spec.data,
				 notices->items[runner->noticed]);
}

int runner_look(struct worker_report *out, struct runner *runner)
{
	size_t made;
	int rc = quarters_settle(&runner->quarters);

	if (!rc)
		rc = schedule_look(&made, runner->repo, &runner->scheduler);
	if (!rc)
		rc = worker_once(out, runner->repo, &runner->worker);
	if (rc)
		rc = quarters_explain(&runner->quarters, rc);
	tell_notices(runner);
	return rc;
}

int runner_rest(struct runner *runner)
{
	quarters_share(&runner->quarters);
	quarters_tidy(&runner->quarters);
	presence_update(runner->presence, runner->repo);
	int rc = interrupt_pause(poll_jitter(runner->pause));

	if (rc || !interrupt_take_hangup())
		return rc;
	rc = quarters_reload(&runner->quarters);
	if (!rc)
		rc = configure(runner);
	if (!rc && runner->spec.say)
		runner->spec.say(runner->spec.data,
				 "the configuration was read again");
	return rc;
}

bool runner_has_name(const struct runner *runner)
{
	return !runner->worker.refused;
}

void runner_close(struct runner *runner)
{
	if (!runner)
		return;
	if (runner->worker.present)
		presence_leave(runner->presence, runner->repo);
	quarters_share(&runner->quarters);
	presence_free(runner->presence);
	worker_release(&runner->worker);
	scheduler_release(&runner->scheduler);
	quarters_release(&runner->quarters);
	free(runner->name);
	free(runner);
}
