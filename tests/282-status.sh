#!/usr/bin/env bash
# git bench status: who works on what, since when, and what to expect.
. "$(dirname "$0")/lib.sh"

new_repo r >/dev/null
cat >r/.gitbench <<-'CONFIG'
	[suite "micro"]
		driver = command
		target = one = sleep 0.4
		samples = 2
		warmups = 0
CONFIG
(cd r && git add . && commit file second) >/dev/null

# A card for a ref to point to, as runners write them.
card() { # REF FILE, the document on stdin
	local blob tree
	blob=$(git hash-object -w --stdin)
	tree=$(printf '100644 blob %s\t%s\n' "$blob" "$2" | git mktree)
	git update-ref "$1" "$(git commit-tree "$tree" -m card)"
}

face() { # NAME STATE LABELS AGE [JOB]
	jq -n --arg name "$1" --arg state "$2" --arg labels "$3" \
		--argjson age "$4" --argjson job "${5:-null}" '
		(now - $age | todate) as $at | { v: 1, name: $name,
		instance: "i", state: $state, since: $at, at: $at,
		version: "1", machine: { class: "fast-16c" },
		labels: ($labels | split(" ")) } +
		if $job then { job: $job } else {} end' |
		card "refs/bench/runners/$1" runner.json
}

ask() { # ARG...
	git bench request --fresh --json "$@" | jq -r .id
}

it 'runners are listed with their labels and when they were seen' <<'END'
	cd r
	git bench status --runners >out
	has out 'No runner was ever seen.'
	face turing idle 'amd64 fast' 90
	face babbage stopped 'amd64' 90
	face ada idle 'arm64' 90000
	git bench status --runners >out
	grep -qE '^turing +idle +1 minute ago +amd64 fast +fast-16c' out
	grep -qE '^babbage +stopped ' out
	grep -qE '^ada +gone ' out
	git bench status --runners --json >out
	[ "$(jq -c '[.name, .state, .gone]' out | xargs)" = \
		'[ada,idle,true] [babbage,stopped,true] [turing,idle,null]' ]
	git bench status >out
	has out 'Nothing is open'
	has out turing
END

it 'a request that nobody can take says why' <<'END'
	cd r
	pool=$(ask --pool arm64) gone=$(ask --runner ada)
	stopped=$(ask --runner babbage) nobody=$(ask --runner lovelace)
	fine=$(ask --pool fast)
	git bench status --json >status
	obstacle() {
		jq -r "select(.id == \"$1\") | .obstacle // \"none\"" status
	}
	[ "$(obstacle $pool)" = "no runner offers pool 'arm64'" ]
	[ "$(obstacle $gone)" = "runner 'ada' is gone" ]
	[ "$(obstacle $stopped)" = "runner 'babbage' has stopped" ]
	[ "$(obstacle $nobody)" = "no runner 'lovelace' was ever seen" ]
	[ "$(obstacle $fine)" = none ]
	git bench status >out
	has out "no runner offers pool 'arm64'"
	git bench cancel $pool $gone $stopped $nobody $fine
END

it 'paused runners take nothing, and that is said' <<'END'
	cd r
	face turing paused 'amd64 fast' 5
	id=$(ask --pool fast)
	git bench status --json >status
	json status '.obstacle == "its runners are paused"'
	face babbage idle 'fast' 5
	git bench status --json >status
	json status 'has("obstacle") | not'
	face babbage stopped 'amd64' 90
	git bench cancel $id
END

it 'the wait is what runs and what stands before, by what past ones took' <<'END'
	cd r
	ask >/dev/null
	git bench runner --once
	git update-ref -d refs/bench/runners/ada
	git update-ref -d refs/bench/runners/babbage
	face turing idle 'amd64 fast' 90
	ask && ask && ask
	git bench status --json >status
	json status '.estimated_seconds > 0.2 and .estimated_seconds < 600'
	jq -s 'map(.wait_seconds) | .[0] == 0 and .[1] > 0 and
		(.[2] > .[1] * 1.9) and (.[2] < .[1] * 2.1)' status >fits
	json fits .
	[ "$(jq .position status | xargs)" = '1 2 3' ]
	git bench status >out
	grep -qE '^3 .*begins in about' out
	face babbage idle '' 5
	git bench status --json >status
	jq -s 'map(.wait_seconds) | .[1] == 0 and .[2] > 0' status >fits
	json fits .
END

it 'what is measured shows its runner, phase, targets and verdicts' <<'END'
	cd r
	id=$(git bench status --json | jq -rs '.[0].id')
	jq -nc --arg id $id '{ v: 1, request: $id, round: 0, attempt: 1,
		runner: "turing", nonce: "n", lease: 300, process: {},
		at: (now | todate) }' | card refs/bench/claims/$id claim.json
	face turing working 'amd64' 1 "$(jq -n --arg id $id '
		(now - 130 | todate) as $at | { request: $id, round: 0,
		attempt: 1, suite: "micro", phase: "measuring",
		phases: [{ phase: "building", at: $at }], targets_done: 3,
		targets_total: 10, verdicts: { slower: 1, same: 2 } }')"
	git bench status >out
	has out 'turing: measuring, 3 of 10 targets, 1 slower, 2 same, begun 2 minutes ago'
	grep -qE "^turing +working .* ${id:0:8} micro, measuring 3/10" out
	git bench status --json >status
	jq "select(.id == \"$id\")" status >one
	json one '.claim.runner == "turing" and .state == "open"'
	json one '.progress.phase == "measuring" and .progress.targets_done == 3'
	json one '.progress.verdicts.slower == 1 and (has("position") | not)'
END

it 'what strangers wrote harms neither the list nor the terminal' <<'END'
	cd r
	face turing working "$(printf 'a\033[2Jb')" 1
	echo '{"v":1}' | card refs/bench/runners/odd runner.json
	echo 'no JSON' | card refs/bench/runners/worse runner.json
	git bench status >out
	lacks out "$(printf '\033')"
	has out 'a\x1b[2Jb'
	code 0 git bench status --runners --json
END

finish
