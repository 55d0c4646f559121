#!/usr/bin/env bash
# kill -9 after each single step of a request's life: every fault point of the
# source, each time that a process passes it. After the next start the request
# is open or has ended, exactly once, and nothing is left over.
#
# KILLS=all: through a hub also the steps that concern this machine alone.
. "$(dirname "$0")/lib.sh"

grep -rhoE 'fault_point\("[a-z-]+"\)' "$TOP/src" |
	sed 's/.*"\(.*\)".*/\1/' | sort >points
export ROOT=$PWD
# The locks of a gc that git began by itself are none of ours.
git config --global gc.auto 0

# A repository, alone or with a hub of its own.
world() { # MODE
	new_repo "$1"
	cd "$1"
	cat >.gitbench <<-EOF
		[suite "quick"]
			driver = command
			target = t = true
			samples = 1
		[suite "near"]
			driver = command
			build = true
			incremental = true
			target = t = true
			samples = 1
		[suite "broken"]
			driver = command
			build = false
			target = t = true
		[suite "slow"]
			driver = command
			target = t = sleep 10
			samples = 1
	EOF
	git add .
	commit file suite
	git config bench.runnerName one
	git config bench.poll 0.1
	HUB=$PWD/.git
	if [ "$1" = shared ]; then
		HUB=$ROOT/hub.git
		git init -q --bare "$HUB"
		git -C "$HUB" config receive.autogc false
		git config bench.remote "$HUB"
	fi
	git bench init >/dev/null
}

# Does the command die at that point?
mortal() { # POINT CMD...
	local got=0
	GIT_BENCH_FAULT=$1 "${@:2}" >out 2>err || got=$?
	[ $got = 137 ]
}

ask() { # SUITE
	commit file "$RANDOM" >/dev/null
	git bench request --no-base --suite "$1" --json >request
	ID=$(jq -r .id request)
}

cancel() {
	git bench cancel "$ID" >/dev/null
}

# One request's life up to a point.
play() { # SCENE POINT:NUMBER
	case $1 in
	request)
		ID=
		commit file "$RANDOM" >/dev/null
		mortal "$2" git bench request --no-base --suite quick ;;
	cancel)
		ask quick
		mortal "$2" git bench cancel "$ID" ;;
	retry)
		ask quick && cancel
		mortal "$2" git bench retry "$ID" ;;
	slow)
		ask slow
		mortal "$2" git bench runner --once --lease 1
		cancel ;;
	take-over)
		ask quick
		mortal worker-claimed git bench runner --once
		mortal "$2" git bench runner --once ;;
	sweep)
		ask quick
		mortal worker-claimed git bench runner --once
		cancel
		mortal "$2" git bench runner --once ;;
	*)
		ask "$1"
		mortal "$2" git bench runner --once ;;
	esac
}

# Ends what is open, in as many starts as there is work.
start_again() {
	local got=0
	while [ $got != 1 ]; do
		got=0
		git bench runner --once >out 2>err || got=$?
		[ $got = 0 ] || [ $got = 1 ] || has err 'ended as a failure'
	done
}

# Of keep refs, those of a round that has begun: who died while asking, or
# while asking for a retry, has asked nothing, and his are left to fsck.
begun() {
	local id round
	git bench status --all --json |
		jq -r '"\(.id) \(.round)"' >rounds
	sed -n 's|.*/keep/\([0-9a-f]*\)/\([0-9]*\)/.*|\1 \2|p' |
		while read -r id round; do
			awk -v id="$id" -v round="$round" \
				'$1 == id && $2 >= round' rounds
		done
}

# The heartbeat may be in the middle of an object when the kill comes: what
# libgit2 had written of it, tmp_object_git2_*, is no part of anything.
nothing_left() {
	{
		git --git-dir="$HUB" for-each-ref refs/bench/claims
		git for-each-ref refs/bench/claims refs/bench-remote/*/claims
		git --git-dir="$HUB" for-each-ref refs/bench/keep | begun
		git for-each-ref | grep /bench/keep/ | begun
		git worktree list | tail -n +2
		find .git "$HUB" -name '*.lock' ! -path '*/git-bench/builds/*'
		find .git/git-bench/jobs .git/git-bench/worktrees \
			.git/git-bench/locks -mindepth 1 2>/dev/null || :
		find .git "$HUB" -name '*.new' -o -name '*.tmp' -o \
			-name 'tmp_*' ! -name 'tmp_object_git2_*'
	} >left
	[ ! -s left ] || { cat left; return 1; }
}

state() {
	git bench status --all --json |
		jq -r --arg id "$1" 'select(.id == $id) | .state'
}

# Dies there the first, second, third time.
kill_at() { # SCENE POINT
	local n=1
	while play "$1" "$2:$n"; do
		start_again
		nothing_left || { echo "after $1, $2:$n"; return 1; }
		case ${ID:+$(state "$ID")} in
		'' | done | failed | cancelled) ;;
		*) echo "after $1, $2:$n: $(state "$ID")"; return 1 ;;
		esac
		n=$((n + 1))
		[ "$1 $n" != 'slow 3' ] || break
	done
	start_again
	[ $n = 1 ] || echo "$2 $((n - 1))" >>"$ROOT/killed"
}

# What a scene passes that comes to an end.
passed() { # SCENE
	play "$1" '?' || :
	sed -n 's/^fault point //p' err | sort -u
	start_again
}

concerns_hub() { # POINT
	[ "$HUB" = "$PWD/.git" ] || [ "${KILLS-}" = all ] || case $1 in
	ref-* | packed-* | build-* | job-* | worktree-* | scratch-*) false ;;
	esac
}

scenes() { # MODE
	local scene point
	world "$1"
	for scene in request cancel retry quick; do
		for point in $(passed $scene); do
			! concerns_hub "$point" || kill_at $scene "$point"
		done
	done
	for point in claim-renewed heartbeat-looked; do
		kill_at slow $point
	done
	kill_at take-over claim-taken-over
	kill_at sweep claim-dropped
	kill_at broken failure-prepared
	passed near >/dev/null # there is a build nearby from now on
	for point in $(passed near); do
		case $point in
		worktree-*) ! concerns_hub "$point" || kill_at near "$point" ;;
		esac
	done
}

once_each() {
	git --git-dir="$HUB" log --format=%B bench-history |
		sed -n 's/^Bench-Request: //p' | sort >measured
	[ -z "$(uniq -d measured)" ]
	git --git-dir="$HUB" ls-tree -r --name-only bench-history \
		bench/history >files
	[ "$(wc -l <files)" = "$(wc -l <measured)" ]
	git bench status --all --json | jq -r .state | sort >states
	lacks states open
	[ "$(grep -c done states)" = "$(wc -l <measured)" ]
	git --git-dir="$HUB" fsck --strict --no-dangling
	git fsck --strict --no-dangling
}

for mode in local shared; do
	: >killed
	it "$mode: whatever dies, each request ends once" <<-END
		scenes $mode
		once_each
	END
	mv killed killed.$mode
	awk -v mode=$mode '{ kills += $2; points[$1] } END {
		printf "# %s: %d kills at %d fault points\n", mode, kills,
			length(points)
	}' killed.$mode
done

it "no fault point of the $(wc -l <points) was left out" <<'END'
	sed 's/ .*//' killed.local killed.shared | sort -u >reached
	same points reached
END

finish
