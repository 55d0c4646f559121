/*
 * live - `make verdict-live`: our plan and the fixed one, on this machine.
 *
 *	live <folder> <work> <unchanged> <changed> <busy unchanged> <busy changed>
 *	live <folder>		the tables alone
 *
 * Takes runs until there are so many of each in <folder>/log, blocks of the
 * modes in turn, so that no hour of the day is that of one of them alone. May
 * be stopped and started again at any time: what was measured stays.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "git/revision.h"
#include "measure/machine.h"
#include "plans.h"
#include "report.h"

#define BLOCK 25

/* A process that keeps the other CPU and the memory busy; 0: none. */
static pid_t start_neighbour(const struct live *live)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execl(live->work, live->work, "neighbour", (char *)NULL);
	_exit(127);
}

static void stop_neighbour(pid_t pid)
{
	if (pid <= 0)
		return;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static int take_runs(const struct live *live, const char *path,
		     const char *mode, const char *kind, size_t have,
		     size_t want)
{
	for (size_t n = have; n < want && n < have + BLOCK; n++) {
		struct live_run run = { .number = n };

		snprintf(run.mode, sizeof(run.mode), "%s", mode);
		snprintf(run.kind, sizeof(run.kind), "%s", kind);
		live_run_plan(&run);
		int rc = live_run_take(&run, live);
		if (!rc)
			rc = live_log_append(path, &run);
		if (rc)
			return rc;
	}
	return 0;
}

/* One block of each mode and kind that is not complete; *any if there was. */
static int take_blocks(const struct live *live, const char *path,
		       char **wanted, bool *any)
{
	static const char *const modes[] = { "quiet", "busy" };
	static const char *const kinds[] = { "aa", "ab" };

	*any = false;
	for (int i = 0; i < 4; i++) {
		const char *mode = modes[i / 2], *kind = kinds[i % 2];
		size_t want = strtoul(wanted[i], NULL, 10);
		struct live_log log;

		live_log_read(&log, path);
		size_t have = live_log_count(&log, mode, kind);
		live_log_release(&log);
		if (have >= want)
			continue;
		*any = true;
		fprintf(stderr, "%s %s: %zu of %zu runs\n", mode, kind, have,
			want);
		pid_t pid = i / 2 ? start_neighbour(live) : 0;
		int rc = take_runs(live, path, mode, kind, have, want);
		stop_neighbour(pid);
		if (rc)
			return rc;
	}
	return 0;
}

static int begin(struct live *live, struct machine *machine,
		 const char *folder, const char *work)
{
	auto_free char *repo = xstrfmt("%s/repo", folder);

	live->work = work;
	machine_read(machine);
	live->class = machine->class;
	const char *last = strrchr(machine->cpus, '-');
	const char *comma = strrchr(machine->cpus, ',');
	live->cpu = xstrdup(last	? last + 1 :
			    comma ? comma + 1 :
					    machine->cpus);
	int rc = repo_open(&live->repo, repo);
	if (!rc)
		rc = commit_resolve(&live->commits[0], live->repo, "HEAD~1");
	if (!rc)
		rc = commit_resolve(&live->commits[1], live->repo, "HEAD");
	if (!rc)
		rc = recorder_open(&live->recorder);
	return rc;
}

static int measure(const char *folder, const char *path, const char *work,
		   char **wanted)
{
	struct live live = { 0 };
	AUTO(machine) machine = { 0 };
	bool any = true;

	int rc = begin(&live, &machine, folder, work);
	while (!rc && any)
		rc = take_blocks(&live, path, wanted, &any);
	recorder_close(live.recorder);
	repo_free(live.repo);
	free(live.cpu);
	return rc;
}

int main(int argc, char **argv)
{
	struct live_log log;

	if (argc != 2 && argc != 7) {
		fprintf(stderr, "usage: live <folder> [<work> <unchanged> "
				"<changed> <busy unchanged> <busy changed>]\n");
		return 2;
	}
	interrupt_install();
	auto_free char *path = xstrfmt("%s/log", argv[1]);
	int rc = argc == 7 ? measure(argv[1], path, argv[2], argv + 3) : 0;
	live_log_read(&log, path);
	live_report(&log);
	live_log_release(&log);
	if (rc)
		fprintf(stderr, "live: %s\n", error_message());
	return rc ? 1 : 0;
}
