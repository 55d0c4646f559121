#!/usr/bin/env bash
# Servers that cannot do all that git can: a request's whole life on each.
. "$(dirname "$0")/lib.sh"

new_repo code
cat >code/.gitbench <<-'EOF'
	[suite "quick"]
		driver = command
		target = t = true
		samples = 1
	[suite "bad"]
		driver = command
		build = false
		target = t = true
	[bench]
		suite = quick
EOF
(cd code && git add . && commit file suite) >/dev/null

# A host that takes branches and tags, and says why not where it does not.
only_branches() { # DIR
	cat >"$1/hooks/update" <<-'HOOK'
		#!/bin/sh
		case $1 in
		refs/heads/* | refs/tags/*) exit 0 ;;
		esac
		echo "only branches and tags here" >&2
		exit 1
	HOOK
	chmod +x "$1/hooks/update"
}

refs() { # SERVER
	git -C "$1" for-each-ref --format='%(refname)' | sort
}

clone() { # SERVER NAME
	git clone -q code "$2" && cd "$2"
	git config bench.poll 0.2
	git config bench.runnerName "$2"
	git bench init --remote "../$1" >/dev/null 2>told
}

# Asked by one clone, measured by another: a result, a cancel, a failure and
# its retry; afterwards nothing but ledger, history and faces is there.
live() { # SERVER LEDGER PREFIX
	(
		cd asker
		git bench request --json >one
		[ "$(refs "../$1" | grep -c "^$3keep/")" = 3 ]
		git bench request --fresh --json >two
		git bench cancel "$(jq -r .id two)"
		git bench request --suite bad --json >three
		cd ../taker
		git bench runner --once || :
		git bench runner --once || :
		code 1 git bench runner --once
		cd ../asker
		git bench status --all --json | jq -r .state | sort >states
		printf '%s\n' cancelled done failed >want
		same want states
		git bench retry "$(jq -r .id three)"
		git bench cancel "$(jq -r .id three)"
		git bench show latest >/dev/null
		git bench fsck
	)
	refs "$1" | grep -v '/bench[-/]\(runners\|orders\)/' >left
	printf '%s\n' "$2" refs/heads/bench-history | sort >want
	same want left
}

# Each on a server of its own, which SETUP has made like that.
server() { # NAME LEDGER PREFIX SETUP
	git init -q --bare "$1"
	$4 "$1"
	rm -rf asker taker
	(clone "$1" asker)
	refs "$1" >made
	printf '%s\n' "$2" refs/heads/bench-history | sort >want
	same want made
	(clone "$1" taker)
	live "$1" "$2" "$3"
}

it 'git as it comes: refs of our own, all at once' <<'END'
	server plain refs/notes/bench refs/bench/ true
	[ ! -s asker/told ]
	code 1 git -C asker config bench.claimPrefix
END

it 'only branches and tags: told, set, and served' <<'END'
	server branches refs/heads/bench-notes refs/heads/bench- only_branches
	for clone in asker taker; do
		has $clone/told 'takes only branches and tags'
		lacks $clone/told 'atomic'
		[ "$(git -C $clone config bench.claimPrefix)" = \
			refs/heads/bench-claims/ ]
	done
END

it 'refs that it hides count as not taken' <<'END'
	hiding() { git -C "$1" config transfer.hideRefs refs/bench; }
	server hidden refs/heads/bench-notes refs/heads/bench- hiding
	has asker/told 'takes only branches and tags'
END

one_by_one() {
	git -C "$1" config receive.advertiseAtomic false
}

it 'no atomic push: told, and served one ref after the other' <<'END'
	server single refs/notes/bench refs/bench/ one_by_one
	has asker/told 'cannot move several refs at once'
	has taker/told 'cannot move several refs at once'
END

it 'neither' <<'END'
	both() { only_branches "$1"; one_by_one "$1"; }
	server poor refs/heads/bench-notes refs/heads/bench- both
	has asker/told 'takes only branches and tags'
	has asker/told 'cannot move several refs at once'
END

it 'a server on which claims cannot live is refused at once' <<'END'
	git init -q --bare rigid
	only_branches rigid
	git -C rigid config receive.denyNonFastForwards true
	rm -rf asker
	code 1 clone rigid asker
	cd ..
	has asker/told 'does not let us move a branch back'
	code 1 git -C asker config bench.remote
	code 1 git -C asker config bench.claimPrefix
	refs rigid >left
	same /dev/null left
	git -C rigid config receive.denyNonFastForwards false
	git -C rigid config receive.denyDeletes true
	rm -rf asker
	code 1 clone rigid asker
	has told 'does not let us delete refs'
END

it 'what an interrupted probe left goes with the next' <<'END'
	git init -q --bare again
	git -C code push -q ../again HEAD:refs/bench/probe/old \
		HEAD:refs/notes/bench-probe/old
	rm -rf asker
	(clone again asker)
	refs again >made
	printf '%s\n' refs/heads/bench-history refs/notes/bench >want
	same want made
END

it 'names that somebody set are kept' <<'END'
	git init -q --bare named
	rm -rf asker
	git clone -q code asker
	git -C asker config bench.notesRef refs/heads/my-bench
	(cd asker && git bench init --remote ../named && git bench request)
	refs named >made
	has made refs/heads/my-bench
	has made refs/bench/keep/
END

finish
