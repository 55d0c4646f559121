#include "service/premises.h"

#include <string.h>

#include "base/clock.h"
#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "measure/errand.h"
#include "service/launcher.h"
#include "suite/cachespace.h"

#define GIB 1073741824.0
#define PATIENCE 30.0 /* seconds for a launcher */
#define UNIT "git-bench-runner@"
#define LINES_MAX 200

/* ==== Room ============================================================== */

static void examine_room(struct findings *out, struct repo *repo)
{
	struct cachespace space;

	if (cachespace_read(&space, repo)) {
		findings_take_error(out, "cache");
		return;
	}
	char *seen = xstrfmt("%.1f of %.1f GiB; %.1f GiB are to stay free",
			     space.used / GIB, space.most / GIB,
			     space.floor / GIB);
	if (space.free >= 0 && space.free < space.floor)
		findings_add(out, FINDING_PROBLEM, "cache", seen,
			     "less is: no request is taken; make room, or "
			     "lower bench.diskFloor");
	else if (space.free >= 0 &&
		 space.free - space.floor < space.most - space.used)
		findings_add(out, FINDING_WARNING, "cache", seen,
			     "the disk will be full before the cache is: "
			     "lower bench.buildCache");
	else
		findings_add(out, FINDING_OK, "cache", seen, NULL);
}

/* ==== The launcher ====================================================== */

/* Whether to go on waiting for it; `data` is when not to. */
static int until(void *data)
{
	if (clock_monotonic() < *(double *)data)
		return interrupt_check();
	return fail(ERR_FAILED, "it has not started anything in %.0f s",
		    PATIENCE);
}

static enum finding_level level_of(const char *word)
{
	return !strcmp(word, "problem") ? FINDING_PROBLEM :
	       !strcmp(word, "warning") ? FINDING_WARNING :
					  FINDING_OK;
}

static void take_finding(struct findings *out, const char *line)
{
	json_auto_t *json = NULL;

	if (json_parse(&json, line, strlen(line), "doctor")) {
		error_clear();
		return;
	}
	auto_free char *what =
		xstrfmt("there: %s", json_get_string(json, "what", "?"));
	findings_add(out, level_of(json_get_string(json, "level", "")), what,
		     xstrdup(json_get_string(json, "detail", "")),
		     json_get_string(json, "advice", NULL));
}

/* What doctor says there; /proc is no repository, so of the machine alone. */
static void examine_there(struct findings *out, struct recorder *recorder)
{
	AUTO(process) doctor = PROCESS_INIT;
	AUTO(strlist) lines = STRLIST_INIT;
	auto_free char *dir = file_program_dir();

	strlist_addf(&doctor.argv, "%s/git-bench", dir);
	strlist_add(&doctor.argv, "doctor");
	strlist_add(&doctor.argv, "--json");
	environ_copy(&doctor.env);
	environ_scrub_git(&doctor.env);
	doctor.cwd = "/proc";
	doctor.timeout = PATIENCE;
	if (errand_run(&doctor, recorder)) {
		findings_take_error(out, "launcher");
		return;
	}
	strlist_split(&lines, doctor.out.ptr, "\n");
	for (size_t i = 0; i < lines.nr && i < LINES_MAX; i++)
		take_finding(out, lines.items[i]);
}

static void examine_launcher(struct findings *out, struct repo *repo)
{
	AUTO(strlist) words = STRLIST_INIT;
	AUTO(machine) here = { 0 };
	AUTO(machine) there = { 0 };
	struct recorder *recorder = NULL;
	double end = clock_monotonic() + PATIENCE;

	int rc = launcher_words(&words, repo);
	if (!rc && !words.nr)
		return;
	if (!rc)
		rc = launcher_open(&recorder, repo, &words, until, &end);
	if (!rc)
		rc = recorder_machine(&there, recorder);
	if (rc) {
		fail_hint("see LAUNCHERS in git-bench-config(5)");
		findings_take_error(out, "launcher");
		recorder_close(recorder);
		return;
	}
	machine_read(&here);
	bool elsewhere = !machine_is(&here, &there);
	findings_add(out, FINDING_OK, "launcher",
		     xstrfmt("'%s' leads to %s%s, CPUs %s", words.items[0],
			     elsewhere ? "another machine, " : "this machine",
			     elsewhere ? there.hostname : "", there.cpus),
		     NULL);
	if (elsewhere)
		examine_there(out, recorder);
	recorder_close(recorder);
}

/* ==== The unit ========================================================== */

/* systemd's word for a property of the unit; "" when it has none. Owned. */
static char *property(const char *unit, const char *name)
{
	AUTO(process) p = PROCESS_INIT;

	strlist_add(&p.argv, "systemctl");
	strlist_add(&p.argv, "show");
	strlist_addf(&p.argv, "--property=%s", name);
	strlist_add(&p.argv, "--value");
	strlist_add(&p.argv, unit);
	p.timeout = PATIENCE;
	bool good = !process_run(&p) && process_ok(&p);
	error_clear();
	return xstrdup(good ? text_trim(p.out.ptr) : "");
}

/* Only one that works in this very clone is of interest. */
static void examine_unit(struct findings *out, struct repo *repo)
{
	const char *top = repo_work_tree(repo);
	auto_free char *program = file_find_program("systemctl");

	if (!top || !program)
		return;
	auto_free char *unit = xstrfmt(UNIT "%s", strrchr(top, '/') + 1);
	auto_free char *dir = property(unit, "WorkingDirectory");
	if (strcmp(dir, top))
		return;
	auto_free char *state = property(unit, "ActiveState");
	auto_free char *advice =
		xstrfmt("systemctl enable --now %s; journalctl -u %s says why "
			"it ended", unit, unit);
	bool active = !strcmp(state, "active");
	findings_add(out, active ? FINDING_OK : FINDING_WARNING, "unit",
		     xstrfmt("%s is %s", unit, state), active ? NULL : advice);
}

void premises_examine(struct findings *out, struct repo *repo)
{
	examine_room(out, repo);
	examine_launcher(out, repo);
	examine_unit(out, repo);
}
