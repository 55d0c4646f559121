#!/usr/bin/env bash
# A remote that is rewritten under us, two ledgers that began apart, purges.
. "$(dirname "$0")/lib.sh"

git init -q --bare hub
HUB=$PWD/hub
new_repo code
cat >code/.gitbench <<-'EOF'
	[suite "quick"]
		driver = command
		target = t = true
		samples = 1
EOF
(cd code && git add . && commit file suite) >/dev/null

clone() { # DIR
	git clone -q code "$1"
	git -C "$1" config bench.poll 0.2
	git -C "$1" config bench.runnerName "$1"
	(cd "$1" && git remote add hub "$HUB" && git bench init --remote hub)
}

# Requests that are known there, whatever became of them.
known() { # DIR
	(cd "$1" && git bench status --all --json) | jq -r .id | sort
}

it '5 rewritings of the ledger on the server lose none of 20 requests' <<'END'
	clone a
	clone b
	git -C hub update-ref refs/old/ledger refs/notes/bench
	for i in 1 2 3 4 5; do
		(cd a && git bench request --fresh HEAD HEAD >/dev/null)
		known b >/dev/null
		# Somebody pushes a backup by force, and writes on top of it.
		git -C hub update-ref refs/notes/bench refs/old/ledger
		(cd b && git bench request --fresh HEAD HEAD >/dev/null)
		(cd a && git bench status 2>../told >/dev/null)
	done
	known a >of-a
	known b >of-b
	[ "$(wc -l <of-a)" = 20 ]
	same of-a of-b
	# And one who goes on from the backup, beside ours.
	odd=$(git -C hub commit-tree -p refs/old/ledger -m odd \
		'refs/old/ledger^{tree}')
	git -C hub update-ref refs/notes/bench "$odd"
	(cd a && git bench status 2>../told >/dev/null)
	has told 'the ledger of hub lacked lines of ours: united'
	(cd a && git bench status 2>../told >/dev/null)
	same /dev/null told
END

it 'every one of them is measured once' <<'END'
	cd b
	for i in $(seq 20); do git bench runner --once >/dev/null; done
	git bench status --all --json >status
	json status '.state == "done"'
	[ "$(wc -l <status)" = 20 ]
	git bench fsck >/dev/null
	[ -z "$(git -C ../hub for-each-ref refs/bench/claims refs/bench/keep)" ]
END

it 'two ledgers without a common commit are one afterwards' <<'END'
	git -C hub notes --ref=bench list | cut -d' ' -f2 >../noted || :
	tree=$(git -C a mktree </dev/null)
	alone=$(git -C a commit-tree -m 'began elsewhere' "$tree")
	git -C a push -q -f hub "$alone:refs/notes/bench"
	(cd b && git bench request --fresh >/dev/null)
	known a >of-a
	known b >of-b
	[ "$(wc -l <of-a)" = 21 ]
	same of-a of-b
	[ "$(git -C hub rev-list --max-parents=0 refs/notes/bench | wc -l)" = 2 ]
	(cd a && git bench fsck)
END

it 'a history that was rewritten there is told, and ours stays' <<'END'
	ours=$(git -C a rev-parse bench-history)
	git -C hub update-ref refs/heads/bench-history bench-history~5
	(cd b && git bench runner --once >/dev/null)
	(cd a && git bench status 2>../told >/dev/null)
	has told 'bench-history of hub is not a continuation of ours'
	[ "$(git -C a rev-parse bench-history)" = "$ours" ]
	(cd a && code 1 git bench fsck && has out 'results here that hub lacks')
	git -C a push -q -f hub bench-history
	git -C b fetch -q hub +bench-history:bench-history
	(cd a && git bench status && git bench fsck --json >out || :
	json out '.kind == "summary" or .kind == "result"')
END

# The branch as NAME, without PATHS, in epoch N; pushed by force.
purge() { # REF N GREP
	tree=$({ git ls-tree "$1" | grep -v -e "$3" -e '	epoch$'
		printf '100644 blob %s\tepoch\n' \
			"$(echo "$2" | git hash-object -w --stdin)"; } | git mktree)
	git push -q --force hub "$(git commit-tree -m purge "$tree"):$1"
}

it 'a purge reaches all, and never comes back' <<'END'
	clone c >/dev/null
	cd a
	git bench status >/dev/null
	head=$(git rev-parse HEAD)
	purge refs/notes/bench 1 "$head"
	(cd ../b && git bench status 2>told >/dev/null
	has told 'the ledger of hub was purged there: ours is now the same')
	git bench request --fresh >/dev/null
	for clone in a b c; do
		[ "$(known ../$clone | wc -l)" = 1 ]
	done
	[ "$(git -C ../hub show refs/notes/bench:epoch)" = 1 ]
	purge refs/heads/bench-history 1 'bench$'
	(cd ../b && git bench status 2>told >/dev/null
	has told 'the bench-history of hub was purged there')
	(cd ../b && git bench runner --once >/dev/null)
	[ "$(git -C ../hub ls-tree -r --name-only bench-history bench/history |
		wc -l)" = 1 ]
	git bench fsck
END

it 'an older epoch on the server is refused, in one sentence' <<'END'
	git -C hub update-ref refs/notes/bench refs/old/ledger
	cd a
	tip=$(git rev-parse refs/notes/bench)
	for command in 'request --fresh' status 'runner --once'; do
		code 1 git bench $command
		has err 'refs/notes/bench of hub is of epoch 0, and ours of 1'
	done
	code 1 git bench fsck
	has out 'refs/notes/bench of hub is of epoch 0, and ours of 1'
	[ "$(git rev-parse refs/notes/bench)" = "$tip" ]
	[ "$(git -C ../hub rev-parse refs/notes/bench)" = \
		"$(git -C ../hub rev-parse refs/old/ledger)" ]
	git push -q --force hub refs/notes/bench
	git bench request --fresh >/dev/null
END

finish
