#!/usr/bin/env bash
# A disk that is full: one sentence that says so, and all refs as they were.
. "$(dirname "$0")/lib.sh"

mkdir small
if ! mount -t tmpfs -o size=4m,mode=755 none small 2>/dev/null; then
	skip 'a full disk' 'no right to mount one'
	finish
fi
trap 'cd / && umount "$SCRATCH/work/small" && rm -rf "$SCRATCH"' EXIT

# All but LEFT KiB is taken while CMD runs, and fails.
in_need() { # LEFT CMD...
	local left=$1 code=0
	shift
	git for-each-ref >"$SCRATCH/before"
	cat /dev/zero >fill 2>/dev/null || :
	truncate -s -"${left}k" fill
	"$@" >"$SCRATCH/out" 2>"$SCRATCH/err" || code=$?
	git for-each-ref >"$SCRATCH/after"
	git bench status >/dev/null
	rm fill
	[ $code = 128 ]
	[ "$(grep -c . "$SCRATCH/err")" = 1 ]
	has "$SCRATCH/err" 'No space left'
	same "$SCRATCH/before" "$SCRATCH/after"
	git fsck --strict --no-dangling
}

it 'a full disk' <<'END'
	new_repo small/repo && cd small/repo
	cat >.gitbench <<-'CONFIG'
		[suite "micro"]
			driver = command
			target = a = true
	CONFIG
	git add .gitbench && commit file second
	git bench request >/dev/null
	git config bench.diskFloor 0
	in_need 0 git bench request
	in_need 0 git bench runner --once
	in_need 0 git bench run -q
END

# Where exactly the space gives out differs; the sentence does not.
it 'a disk that is full a little later' <<'END'
	cd small/repo
	for left in 4 8 12 16; do
		in_need $left git bench request
	done
END

it 'little room: nothing is built, and no request is taken' <<'END'
	cd small/repo
	git config bench.diskFloor 1g
	code 128 git bench run
	has err 'only '
	has err 'bench.diskFloor asks for 1024'
	code 128 git bench runner --once
	has err 'bench.diskFloor asks for 1024'
	[ -z "$(git for-each-ref refs/bench/claims)" ]
	spawn git-bench runner
	runner=$!
	wait_for grep -q 'bench.diskFloor' err
	git config bench.diskFloor 0
	wait_for grep -q 'bench/history/' out
	kill -TERM $runner
	wait $runner || [ $? = 143 ]
	[ "$(grep -c 'bench.diskFloor' err)" = 1 ]
END

finish
