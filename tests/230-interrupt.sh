#!/usr/bin/env bash
# Ctrl-C in the middle: nothing half-written, no child, no worktree.
. "$(dirname "$0")/lib.sh"

# Nobody else's sleep is as long.
NAP=$((1000000 + $$))

repo() {
	new_repo r && cd r
	cat >.gitbench <<-EOF
		[suite "build"]
			driver = command
			build = "touch $HOME/building; sleep $NAP"
			target = t = true
		[suite "sample"]
			driver = command
			target = "t = sh -c 'touch $HOME/sampling; sleep $NAP & sleep $NAP'"
	EOF
	git add . && commit file suite
	commit file head
}

interrupted() { # SIGNAL SUITE CONDITION...
	local signal=$1 suite=$2 pid
	shift 2
	# A job of a script ignores SIGINT; ours must not.
	spawn perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' \
		git-bench run --suite "$suite"
	pid=$!
	wait_for "$@"
	kill -"$signal" $pid
	got=0
	wait $pid || got=$?
	[ $got = $((128 + $(kill -l "$signal"))) ]
}

nothing_left() {
	[ -z "$(pgrep -f "sleep $NAP")" ]
	! git rev-parse -q --verify refs/heads/bench-history
	[ "$(git worktree list | wc -l)" = 1 ]
	[ -z "$(find .git/git-bench/builds -name tree 2>/dev/null)" ]
}

it 'ends by the signal during a build' <<'END'
	repo
	interrupted INT build test -e "$HOME/building"
	nothing_left
END

it 'ends by the signal during a sample' <<'END'
	cd r
	interrupted TERM sample test -e "$HOME/sampling"
	[ -z "$(pgrep -f "sleep $NAP")" ]
	! git rev-parse -q --verify refs/heads/bench-history
	[ "$(git worktree list | wc -l)" = 1 ]
END

it 'works afterwards as if nothing had been' <<'END'
	cd r
	git config suite.sample.filter nothing
	code 128 git bench run --suite sample
END

finish
