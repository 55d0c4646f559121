#!/usr/bin/env bash
# Schedules: what is due is asked for once, by whichever runner looks first.
. "$(dirname "$0")/lib.sh"

git init -q --bare hub
HUB=$PWD/hub
export HUB
MONDAY=1796018400 # 2026-11-30T06:00:00Z
WEEK=604800

new_repo origin
cat >origin/.gitbench <<-'EOF'
	[suite "quick"]
		driver = command
		target = t = true
		samples = 2
	[suite "broken"]
		driver = command
		build = exit 3
		target = t = true
	[bench]
		suite = quick
	[schedule "weekly"]
		cron = 0 6 * * 1
	[schedule "branches"]
		cron = 0 0 * * *
		ref = bench/*
		expires = 2027-06-30
	[schedule "both"]
		suite = quick
		suite = broken
EOF
(cd origin && commit .gitbench '# all') >/dev/null

clone() { # DIR
	git clone -q origin "$1"
	git -C "$1" config bench.runnerName "$1"
	git -C "$1" config bench.poll 0.2
	(cd "$1" && git remote add hub "$HUB" && git bench init --remote hub)
}

ledger() {
	git -C "$HUB" notes --ref=bench list | while read -r note _; do
		git -C "$HUB" cat-file -p "$note"
	done
}

it 'a runner asks for what is due, and measures it' <<'END'
	clone a >out && clone b >out
	cd a
	GIT_BENCH_NOW=$((MONDAY + 5)) git bench runner --once
	git bench show --json latest >result
	json result '.schedule == "weekly" and .ref == "refs/heads/main"'
	code 1 env GIT_BENCH_NOW=$((MONDAY + 60)) git bench runner --once
	cd ../b
	code 1 env GIT_BENCH_NOW=$((MONDAY + 90)) git bench runner --once
	[ "$(ledger | jq -c 'select(.event == "request")' | wc -l)" = 1 ]
END

it 'results of schedules are results of the default branch' <<'END'
	cd b
	git show bench-history:bench/latest.json >latest
	json latest '.schedule == "weekly"'
	git bench log t >out
	[ "$(wc -l <out)" = 2 ]
END

it 'four runners that look at once make one request' <<'END'
	(cd origin && commit file more) >/dev/null
	for i in 1 2 3 4; do
		clone r$i >out
	done
	for i in 1 2 3 4; do
		(cd r$i && GIT_BENCH_NOW=$((MONDAY + WEEK + i)) \
			git bench runner --once >out 2>&1 || [ $? = 1 ]) &
		echo $!
	done >pids
	wait $(cat pids)
	ledger | jq -c 'select(.event == "request" and
		.at == "2026-12-07T06:00:00Z")' >made
	[ "$(wc -l <made)" = 1 ]
	json made '.sides | length == 2'
	git -C "$HUB" for-each-ref refs/bench/claims refs/bench/keep >left
	[ ! -s left ]
END

it 'fetches the branch it measures' <<'END'
	(cd origin && commit file newest) >/dev/null
	cd a
	GIT_BENCH_NOW=$((MONDAY + 2 * WEEK)) git bench runner --once
	git bench show --json latest >result
	json result ".sha == \"$(git -C ../origin rev-parse main)\""
	[ "$(git rev-parse main)" != "$(git -C ../origin rev-parse main)" ]
	[ -z "$(git status --porcelain --untracked-files=no)" ]
	git show refs/heads/bench-history:bench/latest.json >latest
	json latest ".sha == \"$(git -C ../origin rev-parse main)\""
END

it 'knows a result of the default branch by its schedule' <<'END'
	(cd origin && commit file later) >/dev/null
	cd a
	git checkout -q --detach && git branch -q -D main
	GIT_BENCH_NOW=$((MONDAY + 3 * WEEK)) git bench runner --once
	git show refs/heads/bench-history:bench/latest.json >latest
	json latest ".sha == \"$(git -C ../origin rev-parse main)\""
END

it 'takes up new heads of refs by pattern, once each' <<'END'
	cd origin
	git checkout -q -b bench/one
	GIT_COMMITTER_DATE="@$((MONDAY + 3 * WEEK)) +0000" \
		git commit -q --allow-empty -m one
	git checkout -q -b other main && commit file other && git checkout -q main
	cd ../a
	now=$((MONDAY + 3 * WEEK + 90000))
	GIT_BENCH_NOW=$now git bench runner --once
	git bench show --json latest >result
	json result '.schedule == "branches" and .ref == "refs/heads/bench/one"'
	json result ".base_sha == \"$(git -C ../origin rev-parse main)\""
	code 1 env GIT_BENCH_NOW=$((now + 86400)) git bench runner --once
END

it 'a schedule is dispatched by hand, as often as one likes' <<'END'
	cd b
	git bench request --dispatch weekly --json >one
	git bench request --dispatch weekly --json >two
	json one '.schedule == "weekly" and .ref == "refs/heads/main"'
	[ "$(jq -r .id one)" != "$(jq -r .id two)" ]
	git bench cancel "$(jq -r .id one)"
	git bench cancel "$(jq -r .id two)"
	code 128 git bench request --dispatch weakly
	has err "there is no schedule 'weakly', only: weekly, branches, both"
	has err "did you mean 'weekly'?"
	code 129 git bench request --dispatch weekly --suite quick
END

it 'serves one schedule to its end, and says what failed' <<'END'
	cd b
	git bench request --suite quick main
	git bench request --dispatch both --json >asked
	[ "$(wc -l <asked)" = 2 ]
	code 128 git bench runner --once --schedule both
	has out 'measured'
	has out 'failed (build)'
	has err '1 of 2 requests ended as a failure'
	code 1 git bench runner --once --schedule both
	git bench status --json >left
	json left '.schedule == null'
	code 128 git bench runner --once --schedule nothing
	has err "there is no schedule 'nothing'"
END

# What another runner says of itself, with the time that its clock shows.
other_face() { # STATE TIME
	local at face
	at=$(date -u -d "@$2" +%Y-%m-%dT%H:%M:%SZ)
	face=$(jq -nc --arg state "$1" --arg at "$at" '{ v: 1, name: "other",
		instance: "i", state: $state, since: $at, at: $at, labels: [],
		machine: {}, version: "1", process: { machine: "m", boot: "b",
			pid: 1, started: 1 } }' | git hash-object -w --stdin)
	git update-ref refs/bench/runners/other "$(git commit-tree -m face \
		"$(printf '100644 blob %s\trunner.json\n' "$face" | git mktree)")"
}

it 'leaves a slot to an idle runner whose clock is behind' <<'END'
	new_repo clocks && cd clocks
	printf '[suite "quick"]\n driver = command\n target = t = true\n' \
		>.gitbench
	commit .gitbench '# suite'
	now=$((MONDAY + 60))
	other_face idle $((now - 4000))
	GIT_BENCH_NOW=$now spawn git-bench runner --name me
	runner=$!
	wait_for git rev-parse -q --verify refs/bench/runners/me
	other_face idle $((now - 3600))
	printf '[schedule "w"]\n cron = 0 6 * * 1\n' >>.gitbench
	commit .gitbench '# schedule'
	wait_for grep -F 'schedule w: left to other, whose clock differs' err
	[ -z "$(git notes --ref=bench list)" ]
	other_face stopped $((now - 3590))
	wait_for grep -q measured out
	kill $runner && wait $runner || :
	[ "$(git notes --ref=bench list | wc -l)" = 1 ]
END

it 'a bad schedule is told with its line, and stops no runner' <<'END'
	cd origin
	sed 's/0 6/61 6/' .gitbench >new && mv new .gitbench
	commit .gitbench '# bad'
	cd ../b
	git fetch -q
	code 128 git bench request --dispatch weekly
	has err ".gitbench, line 12: cron = '61 6 * * 1': minute '61' is not"
	git bench runner --once 2>err
	has err "schedules: .gitbench, line 12: cron = '61 6 * * 1'"
END

finish
