#!/usr/bin/env bash
# bench.budget: what would be too much is refused or waits, before it runs.
. "$(dirname "$0")/lib.sh"

new_repo r >/dev/null
cat >r/.gitbench <<-'CONFIG'
	[suite "micro"]
		driver = command
		target = one = sleep 0.2
		samples = 2
		warmups = 0
	[suite "broken"]
		driver = command
		build = "sleep 0.3; exit 1"
		target = one = true
CONFIG
(cd r && git config bench.suite micro && git add . && commit file second) \
	>/dev/null

ask() { # ARG...
	git bench request --fresh --json "$@" >request
	jq -r .id request >id
}

state() {
	git bench status --json "$(cat id)" | jq -r .state
}

it 'what runners spent stands in the ledger' <<'END'
	cd r
	ask
	git bench runner --once
	git bench status --json "$(cat id)" >status
	json status '.end.seconds > 0.6 and .end.seconds < 600'
END

it 'what would be too much waits for approval, and says why' <<'END'
	cd r
	git config bench.budget 1500ms
	git bench request --fresh >out
	has out "waits for 'git bench approve"
	has out 'A U Thor has used or asked for'
	has out "of today's 1.5 s"
	id=$(git bench status --json | jq -r .id)
	git bench status --json >status
	json status '.state == "unapproved" and .needs_approval'
	git bench status >out
	has out 'git bench approve`: A U Thor'
	code 1 git bench runner --once
	git bench approve $id
	git bench runner --once
	git bench status --json $id >status
	json status '.state == "done" and .round == 0'
END

it 'what an older result answers costs nothing' <<'END'
	cd r
	git bench request --json >out
	json out '.known and (has("needs_approval") | not)'
	git bench runner --once
	git bench status --json "$(jq -r .id out)" >status
	json status '.state == "done" and .end.reused'
END

it 'bench.overBudget = refuse refuses it' <<'END'
	cd r
	git config bench.overBudget refuse
	git for-each-ref >before
	code 1 git bench request --fresh
	has err 'A U Thor has used or asked for'
	code 1 git bench request --fresh --wait
	git for-each-ref >after
	same before after
	git config --unset bench.overBudget
END

it 'who is named has a budget of his own' <<'END'
	cd r
	for who in author@example.com 'A U Thor' \
		'A U Thor <author@example.com>'; do
		git config --replace-all bench.budget "$who = 1h"
		git config --add bench.budget 0
		ask --dry-run
		json request 'has("needs_approval") | not'
	done
	git config --replace-all bench.budget 'a@example.com = 1h'
	git config --add bench.budget 0
	ask --dry-run
	json request .needs_approval
	git config --replace-all bench.budget 'example.com = 1h'
	ask --dry-run
	json request 'has("needs_approval") | not'
END

it 'requests of one command, and those that are open, add up' <<'END'
	cd r
	spent=$(git bench status --all --json | jq -s 'map(.end.seconds // 0) | add')
	each=$(git bench request --dry-run --fresh --json |
		jq .estimated_seconds)
	git config --replace-all bench.budget \
		"$(jq -n "$spent + 2.5 * $each")s"
	git bench request --fresh --json HEAD HEAD HEAD >out
	[ "$(jq -c '.needs_approval // false' out | xargs)" = \
		'false false true' ]
	ask
	json request .needs_approval
	git bench status --json | jq -r .id | xargs git bench cancel
END

it 'a runner decides by its own: a round ends, the next one waits' <<'END'
	cd r
	git config --unset-all bench.budget
	ask --suite broken
	git config bench.budget 0
	code 128 git bench runner --once
	has out 'failed (budget)'
	git bench status --json "$(cat id)" >status
	json status '.state == "unapproved" and .round == 1'
	[ -z "$(git for-each-ref refs/bench/claims "refs/bench/keep/$(cat id)/0")" ]
	[ -n "$(git for-each-ref "refs/bench/keep/$(cat id)/1")" ]
	git bench approve "$(cat id)"
	code 128 git bench runner --once
	has out 'failed (build)'
	[ "$(state)" = failed ]
	git bench fsck
END

it 'a runner that refuses ends it, and who waits gets a no' <<'END'
	cd r
	git config --unset-all bench.budget
	ask
	git config bench.budget 0
	git config bench.overBudget refuse
	code 128 git bench runner --once
	[ "$(state)" = failed ]
	code 1 git bench wait "$(cat id)"
	has out budget
END

it 'what cannot be read is told' <<'END'
	cd r
	git config bench.overBudget perhaps
	code 128 git bench request --fresh
	has err bench.overBudget
	git config --unset bench.overBudget
	git config --replace-all bench.budget 'much'
	code 128 git bench request --fresh
	has err "bench.budget = 'much' is no time"
END

finish
