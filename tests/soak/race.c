/*
 * race - processes that want the same at the same moment; says who got it.
 *
 *	race claims COUNT DIR...	each DIR's process wants all COUNT claims
 *	race ends COUNT DIR DIR DIR DIR	finish, cancel, takeover and retry of
 *					one round: first in all 24 orders, one
 *					after the other, then COUNT times at once
 *
 * A DIR is a repository, its own hub or a clone of a shared one; the same one
 * may be named several times. Exits 1 when anything ended other than once.
 */
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/id.h"
#include "race.h"
#include "record/claim.h"
#include "record/hub.h"

_Noreturn void die(const char *what)
{
	fprintf(stderr, "race: %s: %s\n", what, error_message());
	exit(1);
}

void *shared_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void await(atomic_int *counter, int value)
{
	while (atomic_load(counter) < value)
		sched_yield();
}

/* Every process has come to the same place; `step` counts from 1. */
static void meet(atomic_int *arrived, int processes, int step)
{
	atomic_fetch_add(arrived, 1);
	await(arrived, processes * step);
}

/* ==== Claims ============================================================ */

struct claim_race {
	int count, processes;
	char (*ids)[ID_LEN + 1];
	atomic_int *arrived;
	atomic_int *winners;  /* a claim */
	struct oid *winning;  /* the winner's object, a claim */
	atomic_int *rejected; /* all attempts that lost */
};

static void want_all(const struct claim_race *race, const char *dir, int me)
{
	AUTO_PTR(repo) repo = NULL;
	auto_free char *name = xstrfmt("racer-%d", me);

	if (repo_open(&repo, dir))
		die(dir);
	for (int i = 0; i < race->count; i++) {
		struct claim claim = { 0 };
		bool won;

		meet(race->arrived, race->processes, i + 1);
		if (claim_take(&won, &claim, repo, race->ids[i], 0, 1, name,
			       300))
			die(race->ids[i]);
		if (won)
			race->winning[i] = claim.oid;
		atomic_fetch_add(won ? &race->winners[i] : race->rejected, 1);
		claim_release(&claim);
	}
}

/* What stands in the end is what the one winner wrote. */
static int judge_claims(const struct claim_race *race, const char *dir)
{
	AUTO_PTR(repo) repo = NULL;
	AUTO(hub) hub = { 0 };
	int once = 0, twice = 0, never = 0, others = 0;

	if (repo_open(&repo, dir) || hub_open(&hub, repo) ||
	    hub_pull(&hub, NULL))
		die(dir);
	for (int i = 0; i < race->count; i++) {
		struct claim claim = { 0 };

		once += race->winners[i] == 1;
		twice += race->winners[i] > 1;
		never += race->winners[i] == 0;
		others += claim_read(&claim, repo, race->ids[i]) ||
			  !oid_equal(&claim.oid, &race->winning[i]);
		claim_release(&claim);
	}
	printf("%d claims, %d processes: %d won once, %d twice, %d by nobody, "
	       "%d hold another's; %d attempts lost\n",
	       race->count, race->processes, once, twice, never, others,
	       *race->rejected);
	return once == race->count && !others ? 0 : 1;
}

static int race_claims(int count, int processes, char **dirs)
{
	struct claim_race race = {
		.count = count,
		.processes = processes,
		.ids = xcalloc(count, sizeof(*race.ids)),
		.arrived = shared_memory(sizeof(atomic_int)),
		.winners = shared_memory(count * sizeof(atomic_int)),
		.winning = shared_memory(count * sizeof(struct oid)),
		.rejected = shared_memory(sizeof(atomic_int)),
	};
	int bad = 0, status;

	for (int i = 0; i < count; i++) {
		auto_free char *id = id_random();

		memcpy(race.ids[i], id, ID_LEN + 1);
	}
	for (int me = 0; me < processes; me++) {
		if (fork())
			continue;
		want_all(&race, dirs[me], me);
		_exit(0);
	}
	while (wait(&status) > 0)
		bad |= status;
	int rc = bad ? 1 : judge_claims(&race, dirs[0]);
	free(race.ids);
	return rc;
}

int main(int argc, char **argv)
{
	int count = argc > 3 ? atoi(argv[2]) : 0;

	if (count > 0 && !strcmp(argv[1], "claims"))
		return race_claims(count, argc - 3, argv + 3);
	if (argc == 7 && !strcmp(argv[1], "ends"))
		return race_ends(count, argv + 3);
	fputs("usage: race claims|ends COUNT DIR...\n", stderr);
	return 129;
}
