#include "service/leftovers.h"

#include "git/refs.h"
#include "git/worktree.h"
#include "service/scratch.h"

int leftovers_sweep(struct repo *repo)
{
	int rc = worktree_sweep(repo);

	refs_sweep_locks(repo);
	scratch_sweep(repo);
	return rc;
}
