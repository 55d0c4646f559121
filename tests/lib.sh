# lib.sh - what every script in tests/ sources first.
#
#	#!/usr/bin/env bash
#	. "$(dirname "$0")/lib.sh"
#
#	it 'makes the ledger once' <<'END'
#		new_repo r && cd r
#		git bench init
#		git show-ref --verify refs/notes/bench
#	END
#
#	finish
#
# Each `it` is one TAP test. Its body runs in a subshell under `set -e`,
# starting in the script's own scratch folder, with stdin empty; what it
# prints is shown only when it fails. Files are how one test hands something
# to the next. Bodies use:
#
#	code N CMD...	CMD must exit with N; leaves its output in ./out, ./err
#	spawn CMD...	starts CMD, whose output goes to ./out, ./err; $! is its id
#	same WANT GOT	two files must be equal
#	has FILE TEXT	FILE must hold TEXT (a fixed string)
#	lacks FILE TEXT	it must not
#	json FILE EXPR	the jq expression must be true for every value in FILE
#	new_repo DIR	a repository with one commit on branch main
#	commit FILE TEXT	appends TEXT to FILE and commits it
#	wait_for CMD...	repeats CMD until it succeeds, for a minute at most
#	$ENDLESS	the command of a program that does not end by itself
#	gone		no program of this script's runs it any more
#
# `finish` fails the script when a process is left running, a worktree is
# still registered, or a temporary file was left behind.

set -u

TESTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
TOP=$(dirname "$TESTS")
BUILD=${BUILD:-build}
case $BUILD in
/*) ;;
*) BUILD=$TOP/$BUILD ;;
esac

for name in $(env | sed -n 's/^\(GIT_[A-Z_]*\)=.*/\1/p'); do
	unset "$name"
done
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/git-bench-test.XXXXXX")
SCRATCH=$(cd "$SCRATCH" && pwd -P)
export HOME=$SCRATCH/home TMPDIR=$SCRATCH/tmp
# Scripts that measure at the same time do not wait for each other here.
export GIT_BENCH_LOCK_DIR=$SCRATCH/lock
export GIT_CONFIG_GLOBAL=$HOME/.gitconfig GIT_CONFIG_NOSYSTEM=1
export GIT_CEILING_DIRECTORIES=$SCRATCH
export GIT_AUTHOR_NAME='A U Thor' GIT_AUTHOR_EMAIL=author@example.com
export GIT_COMMITTER_NAME='C O Mitter' GIT_COMMITTER_EMAIL=mitter@example.com
export LC_ALL=C TZ=UTC TERM=dumb PAGER=cat
export PATH=$BUILD:$PATH
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=halt_on_error=1:exitcode=99
unset NO_COLOR COLUMNS XDG_CONFIG_HOME XDG_CACHE_HOME MANPATH
mkdir -p "$HOME" "$TMPDIR" "$GIT_BENCH_LOCK_DIR" "$SCRATCH/work"
git config --global init.defaultBranch main
git config --global advice.detachedHead false
cd "$SCRATCH/work" || exit 1

test_count=0
test_failed=0

report() { # RC NAME
	test_count=$((test_count + 1))
	if [ "$1" = 0 ]; then
		echo "ok $test_count - $2"
		return
	fi
	test_failed=$((test_failed + 1))
	echo "not ok $test_count - $2"
	sed 's/^/# /' "$SCRATCH/log"
}

it() { # NAME, body on stdin
	local body
	body=$(cat)
	(
		set -e
		eval "$body"
	) >"$SCRATCH/log" 2>&1 </dev/null
	report $? "$1"
}

# For what a machine lacks: the reason stands in the test's line.
skip() { # NAME REASON
	test_count=$((test_count + 1))
	echo "ok $test_count - $1 # SKIP $2"
}

code() { # N CMD...
	local want=$1 got=0
	shift
	"$@" >out 2>err || got=$?
	[ "$got" = "$want" ] && return
	echo "exit code $got, not $want: $*"
	cat out err
	return 1
}

# What earlier commands left there must not pass for this one's.
spawn() { # CMD...
	rm -f out err
	touch out err
	"$@" >out 2>err &
}

same() {
	diff -u "$1" "$2"
}

has() {
	grep -qF -e "$2" "$1" && return
	echo "$1 lacks: $2"
	cat "$1"
	return 1
}

lacks() {
	grep -qF -e "$2" "$1" || return 0
	echo "$1 has: $2"
	cat "$1"
	return 1
}

json() {
	jq -es "length > 0 and all(.[]; $2)" "$1" >/dev/null && return
	echo "not true: $2"
	jq . "$1" || cat "$1"
	return 1
}

# Commits are a minute apart, from a fixed time on.
tick() {
	local now
	now=$(($(cat "$SCRATCH/clock" 2>/dev/null || echo 1790000000) + 60))
	echo $now >"$SCRATCH/clock"
	export GIT_AUTHOR_DATE="$now +0000" GIT_COMMITTER_DATE="$now +0000"
}

commit() { # FILE TEXT
	tick
	echo "$2" >>"$1"
	git add -- "$1"
	git commit -qm "$2"
	unset GIT_AUTHOR_DATE GIT_COMMITTER_DATE
}

new_repo() { # DIR
	git init -q "$1"
	(cd "$1" && commit file first)
}

wait_for() { # CMD...
	local tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || return 1
		sleep 0.1
	done
}

# Its argument is this script's own: others may run beside it.
ENDLESS="sleep 1000.$$s"

gone() {
	[ -z "$(pgrep -f "$ENDLESS")" ]
}

# Processes that work somewhere below the scratch folder.
left_running() {
	local link
	for link in /proc/[0-9]*/cwd; do
		case $(readlink "$link" 2>/dev/null) in
		"$SCRATCH"*)
			link=${link%/cwd}
			[ "${link##*/}" = $$ ] || [ "${link##*/}" = $BASHPID ] ||
				tr '\0' ' ' <"$link/cmdline"
			;;
		esac
	done 2>/dev/null
}

worktrees_left() {
	find "$SCRATCH" -path '*/worktrees/*/gitdir' 2>/dev/null
}

finish() {
	local left
	cd "$SCRATCH" || exit 1
	left=$(left_running)
	echo "$left" >"$SCRATCH/log"
	report $((${#left} > 0)) 'no process is left running'
	left=$(worktrees_left)
	echo "$left" >"$SCRATCH/log"
	report $((${#left} > 0)) 'no worktree is left registered'
	left=$(find "$TMPDIR" -mindepth 1)
	echo "$left" >"$SCRATCH/log"
	report $((${#left} > 0)) 'no temporary file is left behind'
	echo "1..$test_count"
	[ $test_failed = 0 ]
	exit
}

# However the script ends, its folder goes.
trap 'cd / && rm -rf "$SCRATCH"' EXIT
trap 'exit 1' INT TERM HUP
