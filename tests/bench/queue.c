/*
 * queue - what runners cost, for queue.sh.
 *
 *	queue claim EACH DIR...	a runner in each DIR, idle; then three times
 *				the requests that they want are there: prints
 *				the seconds until each holds EACH claims, and
 *				how many pushes of a claim were rejected
 *	queue poll RUNS DIR	the least time of an idle runner's look
 *	queue life RUNS DIR	the least time of a request from claim to
 *				end, without what it builds and measures
 *
 * Times of the last two are in microseconds.
 */
#include <sched.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/json.h"
#include "git/refs.h"
#include "record/hub.h"
#include "record/queue.h"
#include "service/runner.h"

static void die(const char *what)
{
	fprintf(stderr, "queue: %s: %s\n", what, error_message());
	exit(1);
}

static struct repo *open_repo(const char *dir)
{
	struct repo *repo;

	if (repo_open(&repo, dir))
		die(dir);
	return repo;
}

static struct runner *open_runner(struct repo *repo, const char *dir,
				  void (*claimed)(void *, const struct request *,
						  int), void *data)
{
	struct runner_spec spec = {
		.name = dir,
		.lease = 300,
		.version = "0",
		.claimed = claimed,
		.data = data,
	};
	struct runner *runner;

	if (runner_open(&runner, repo, &spec))
		die(dir);
	return runner;
}

/* So many requests of the suite "quick" on HEAD. */
static void ask(struct repo *repo, int nr)
{
	struct request *requests = xcalloc(nr, sizeof(*requests));
	struct oid head;

	if (refs_read(&head, repo, "HEAD"))
		die("HEAD");
	for (int i = 0; i < nr; i++) {
		requests[i] = (struct request){
			.id = id_random(),
			.suite = xstrdup("quick"),
			.nr_sides = 1,
			.sides = xcalloc(1, sizeof(*requests[i].sides)),
			.options = json_object(),
			.fresh = true,
			.at = clock_now(),
			.by = xstrdup("A U Thor <author@example.com>"),
		};
		requests[i].sides[0].sha = head;
	}
	if (queue_add(repo, requests, nr))
		die("request");
	for (int i = 0; i < nr; i++)
		request_release(&requests[i]);
	free(requests);
}

/* ==== Claiming ========================================================== */

struct scene {
	atomic_int ready, go, rejected;
};

struct racer {
	jmp_buf back;
	int held;
};

/* It has its claim, and has looked a second time: that is all we want. */
static void leave(void *data, const struct request *request, int attempt)
{
	struct racer *racer = data;

	(void)request;
	(void)attempt;
	racer->held++;
	longjmp(racer->back, 1);
}

static void look_once(struct runner *runner, struct racer *racer,
		      struct scene *scene)
{
	struct worker_report report = { 0 };

	if (setjmp(racer->back))
		return;
	if (runner_look(&report, runner))
		die("look");
	if (report.outcome == WORKER_LOST && atomic_load(&scene->go))
		atomic_fetch_add(&scene->rejected, 1);
	worker_report_release(&report);
}

static void want(struct scene *scene, const char *dir, int each)
{
	AUTO_PTR(repo) repo = open_repo(dir);
	struct racer racer = { .held = 0 };
	struct runner *runner = open_runner(repo, dir, leave, &racer);

	look_once(runner, &racer, scene);
	atomic_fetch_add(&scene->ready, 1);
	while (!atomic_load(&scene->go))
		sched_yield();
	while (racer.held < each)
		look_once(runner, &racer, scene);
}

static int claim(int each, int nr, char **dirs)
{
	AUTO_PTR(repo) repo = open_repo(dirs[0]);
	struct scene *scene = mmap(NULL, sizeof(*scene),
				   PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status, bad = 0;

	for (int i = 0; i < nr; i++) {
		if (fork())
			continue;
		want(scene, dirs[i], each);
		_exit(0);
	}
	while (atomic_load(&scene->ready) < nr)
		usleep(1000);
	ask(repo, 3 * each * nr);
	double begin = clock_monotonic();
	atomic_store(&scene->go, 1);
	while (wait(&status) > 0)
		bad |= status;
	printf("%.6f %d\n", clock_monotonic() - begin, scene->rejected);
	return bad ? 1 : 0;
}

/* ==== Looking and living ================================================ */

static double look_for(struct runner *runner, enum worker_outcome wanted,
		       struct worker_report *report)
{
	double begin = clock_monotonic();

	if (runner_look(report, runner) || report->outcome != wanted)
		die("look");
	return clock_monotonic() - begin;
}

static int polling(int runs, const char *dir)
{
	AUTO_PTR(repo) repo = open_repo(dir);
	struct runner *runner = open_runner(repo, dir, NULL, NULL);
	double least = 1e9;

	for (int i = -1; i < runs; i++) {
		AUTO(worker_report) report = { 0 };
		double time = look_for(runner, WORKER_IDLE, &report);

		if (i >= 0 && time < least)
			least = time;
	}
	printf("%.0f\n", least * 1e6);
	runner_close(runner);
	return 0;
}

/* What the document says was spent on the suite's own work. */
static double work_of(struct repo *repo, const char *path)
{
	AUTO(result) result = RESULT_INIT;
	AUTO(hub) hub = { 0 };

	/* The runner has a store of its own; this is a clone beside it. */
	if (hub_open(&hub, repo) || hub_pull(&hub, NULL) ||
	    history_load(&result, repo, path))
		die(path);
	return json_get_number(result.stages, "build_seconds", 0) +
	       json_get_number(result.stages, "measure_seconds", 0);
}

static int living(int runs, const char *dir)
{
	AUTO_PTR(repo) repo = open_repo(dir);
	struct runner *runner = open_runner(repo, dir, NULL, NULL);
	double least = 1e9;

	for (int i = -1; i < runs; i++) {
		AUTO(worker_report) idle = { 0 };
		AUTO(worker_report) report = { 0 };
		/* The first look is what an idle runner has anyway. */
		double poll = look_for(runner, WORKER_IDLE, &idle);

		ask(repo, 1);
		double whole = look_for(runner, WORKER_RESULT, &report);
		double own = whole - poll -
			     work_of(repo, report.entry.path);
		if (i >= 0 && own < least)
			least = own;
	}
	printf("%.0f\n", least * 1e6);
	runner_close(runner);
	return 0;
}

int main(int argc, char **argv)
{
	int nr = argc > 3 ? atoi(argv[2]) : 0;

	if (nr > 0 && !strcmp(argv[1], "claim"))
		return claim(nr, argc - 3, argv + 3);
	if (nr > 0 && !strcmp(argv[1], "poll"))
		return polling(nr, argv[3]);
	if (nr > 0 && !strcmp(argv[1], "life"))
		return living(nr, argv[3]);
	fputs("usage: queue claim|poll|life COUNT DIR...\n", stderr);
	return 129;
}
