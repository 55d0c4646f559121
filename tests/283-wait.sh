#!/usr/bin/env bash
# request --wait, wait, status --watch: following requests to their ends.
. "$(dirname "$0")/lib.sh"

new_repo r >/dev/null
cat >r/.gitbench <<-'CONFIG'
	[suite "same"]
		driver = command
		target = t = cat value
		value = "([0-9]+)"
		better = lower
		samples = 8
		warmups = 0
	[suite "broken"]
		driver = command
		build = "echo 'main.c:3: no such thing' >&2; exit 3"
		target = t = true
CONFIG
(
	cd r && git config bench.suite same && echo 100 >value &&
		git add . && commit file second && echo 200 >value &&
		git add value && commit file slower && echo 200 >value2 &&
		git add . && commit file third
) >/dev/null

# Takes what is asked for, until it is killed.
cd r
git-bench runner >/dev/null 2>&1 &
runner=$!
cd ..

it 'exits 0 when nothing is slower, with the answer on stdout' <<'END'
	cd r
	code 0 git bench request --wait --no-base
	has out 'bench/history/'
	grep -qE '^[0-9a-f]{8} open' err
	grep -qE '^[0-9a-f]{8} done' err
END

it 'exits 1 when something is slower' <<'END'
	cd r
	code 1 git bench request --wait HEAD^
	has out '1 slower'
	code 1 git bench request --wait --json --fresh HEAD^
	json out '.state == "done" and .end.counts.slower == 1'
	[ "$(wc -l <out)" = 1 ]
	code 1 git bench wait --json "$(jq -r .id out | cut -c 1-8)"
END

it 'exits 128 when it failed, and says the real reason' <<'END'
	cd r
	code 128 git bench request --wait --suite broken
	has out 'failed'
	grep -q '^git-bench: .*main.c:3: no such thing' err
	has err 'git bench retry'
END

kill $runner
wait $runner

it 'exits 1 when it was cancelled meanwhile' <<'END'
	cd r
	spawn git bench request --wait --fresh
	waiter=$!
	open() { git bench status --json | jq -e .id; }
	wait_for open
	git bench cancel -m 'not now' "$(open | tr -d '"')"
	code=0; wait $waiter || code=$?
	[ $code = 1 ]
	has out 'cancelled, not now'
END

it 'says what to do where no runner is' <<'END'
	cd r
	id=$(git bench request --json --fresh | jq -r .id)
	code 128 git bench wait --patience 100ms "$id"
	has err 'git bench runner'
	has err 'not ended after'
	git bench status --json "$id" >status
	json status '.state == "open"'
	code 128 git bench wait 00000000
	has err 'no request 00000000'
	code 129 git bench request --patience 3s
	code 129 git bench request --wait --dry-run
END

it 'an interrupt cancels nothing and says how to go on' <<'END'
	cd r
	id=$(git bench status --json | jq -r .id)
	spawn git-bench wait $id
	waiter=$!
	wait_for grep -q 'place 1' err
	kill -INT $waiter 2>/dev/null || :
	kill -TERM $waiter
	code=0; wait $waiter || code=$?
	[ $code = 143 ] || [ $code = 130 ]
	has err "git bench wait ${id:0:8}"
	git bench status --json $id >status
	json status '.state == "open"'
END

it 'a remote that is away for a while is waited for' <<'END'
	cd r
	git init -q --bare ../hub
	git remote add hub "$PWD/../hub"
	git bench init --remote hub >/dev/null
	git config bench.poll 0.1
	id=$(git bench request --json --fresh | jq -r .id)
	spawn git bench wait --json $id
	waiter=$!
	wait_for grep -q "${id:0:8} open" err
	mv ../hub ../away
	wait_for grep -q 'cannot reach' err
	mv ../away ../hub
	wait_for grep -q 'there again' err
	git bench cancel $id >/dev/null
	code=0; wait $waiter || code=$?
	[ $code = 1 ]
	json out '.state == "cancelled"'
	[ "$(grep -c 'cannot reach' err)" = 1 ]
END

it 'status --watch prints a line for each change, and ends with those named' <<'END'
	cd r
	git bench status --json | jq -r .id | xargs git bench cancel
	one=$(git bench request --json --fresh | jq -r .id)
	two=$(git bench request --json --fresh | jq -r .id)
	git-bench status --watch >all &
	watcher=$!
	git bench status --watch --json $one >named &
	wait_for grep -q "${two:0:8} open" all
	wait_for grep -q $one named
	git bench cancel -m enough $one
	wait_for grep -q "${one:0:8} cancelled .*enough" all
	wait_for grep -q "${two:0:8} open .*place 1" all
	wait %2
	kill $watcher
	wait $watcher || :
	json named ".id == \"$one\""
	[ "$(jq -r .state named | tail -n 1)" = cancelled ]
	[ "$(sort all | uniq -d)" = '' ]
END

it 'status --watch ends when nobody reads it any more' <<'END'
	cd r
	git bench status --watch | head -n 1 >first
	has first open
END

it 'status --watch draws over a terminal, within its lines' <<'END'
	cd r
	id=$(git bench request --json --fresh | jq -r .id)
	TERM=xterm script -qec \
		"stty rows 5 cols 80; git-bench status --watch $id" screen \
		>/dev/null &
	drawn() { grep -qaF "$(printf '\033[J')" screen; }
	wait_for drawn
	git bench cancel $id >/dev/null
	wait
	grep -qa cancelled screen
	awk 'BEGIN { RS = "\033\\[H" }
		sub(/\033\[J.*/, "") && gsub(/\n/, "") > 4 { exit 1 }' \
		screen
	code 129 git bench status --watch --all
END

finish
