#!/usr/bin/env bash
# A runner of a shared queue works in a store of its own.
. "$(dirname "$0")/lib.sh"

new_repo code
(
	cd code
	cat >.gitbench <<-'END'
		[suite "quick"]
			driver = command
			target = t = true
			samples = 2
	END
	git add . && commit file suite
	git clone -q --bare . ../origin.git
	git init -q --bare ../hub.git
) >/dev/null

clone() { # DIR ARG...
	git clone -q "${@:2}" "file://$PWD/origin.git" "$1" &&
		cd "$1" && git remote add hub "../hub.git" &&
		git bench init --remote hub && git config bench.poll 0.2
}

store() { # ARG...
	git --git-dir=.git/git-bench/store.git "$@"
}

it 'makes the store when it needs one' <<'END'
	clone a
	git bench request
	[ ! -e .git/git-bench/store.git ]
	git bench runner --once
	[ "$(store rev-parse --is-bare-repository)" = true ]
	[ "$(store config --local core.bare)" = true ]
	store fsck --strict --no-dangling
	store rev-parse refs/remotes/origin/HEAD
	[ -z "$(find .git/git-bench -maxdepth 1 -name 'store.git.*')" ]
	[ -z "$(find .git/git-bench/store.git/hooks -type f 2>/dev/null)" ]
END

it 'what was measured shows in the clone, of which nothing else moves' <<'END'
	cd a
	git log --format=%s bench-history >out
	has out 'quick: '
	[ "$(git rev-parse bench-history)" = \
		"$(git --git-dir=../hub.git rev-parse bench-history)" ]
	git show bench-history:bench/latest.json >latest
	json latest ".sha == \"$(git rev-parse HEAD)\""
	[ -z "$(git for-each-ref refs/bench-remote/hub/bench/keep)" ]
	[ -z "$(git worktree list | tail -n +2)" ]
	[ -z "$(git status --porcelain --untracked-files=no)" ]
END

it 'settings of the clone count, and secrets stay in it' <<'END'
	cd a
	git config url."$PWD/../hub.git".insteadOf hub:
	git remote set-url hub hub:
	git config http.extraHeader 'Authorization: sesame'
	git bench request --fresh
	git -c bench.runnerName=named bench runner --once --json >out
	json out '.outcome == "result"'
	git show bench-history:"$(jq -r .path out)" >result
	json result '.runner.name == "named"'
	! grep -r sesame .git/git-bench
END

it 'hooks, a partial clone and its gc are in nobodys way' <<'END'
	git --git-dir=origin.git config uploadpack.allowFilter true
	clone partial --filter=blob:none --no-checkout
	for hook in pre-push post-checkout reference-transaction; do
		printf '#!/bin/sh\necho ran >>%s/hooks\nexit 1\n' "$SCRATCH" \
			>.git/hooks/$hook
		chmod +x .git/hooks/$hook
	done
	(cd ../a && git bench request --fresh)
	git bench runner --once --name partial
	[ ! -e "$SCRATCH/hooks" ]
END

it 'it may be gone, or be elsewhere' <<'END'
	cd a
	rm -rf .git/git-bench/store.git
	git bench request --fresh
	git config bench.store ../stores/a.git
	git bench runner --once
	[ "$(git --git-dir=../stores/a.git rev-parse \
		--is-bare-repository)" = true ]
	[ ! -e .git/git-bench/store.git ]
	git config bench.store .git
	code 129 git bench runner --once
	has err 'store'
	has err 'bench.store'
	git config --unset bench.store
END

it 'the code may come from elsewhere' <<'END'
	(cd code && git commit -q --allow-empty -m new &&
		git push -q ../origin.git main)
	new=$(git -C code rev-parse HEAD)
	git init -q --bare bench.git && cd bench.git
	git config bench.remote "$PWD/../hub.git"
	git config bench.source "file://$PWD/../origin.git"
	git fetch -q ../origin.git main:main
	git bench request "$new" --no-base --fresh --json >request
	git update-ref -d refs/heads/main
	git --git-dir=../hub.git for-each-ref --format='delete %(refname)' \
		refs/bench/keep | grep '/0$' |
		git --git-dir=../hub.git update-ref --stdin
	git bench runner --once --name source --json >out
	json out '.outcome == "result"'
	git show bench-history:bench/latest.json >latest
	json latest ".sha == \"$new\""
END

it 'a shallow clone works without one' <<'END'
	clone shallow --depth 1
	(cd ../a && git bench request --fresh)
	git bench runner --once --name shallow
	[ ! -e .git/git-bench/store.git ]
	git log --format=%s bench-history >out
	has out 'quick: '
END

finish
