#!/usr/bin/env bash
# request, runner --once, cancel, retry: the life of a request.
. "$(dirname "$0")/lib.sh"

repo() {
	new_repo r && cd r
	cat >.gitbench <<-'EOF'
		[suite "quick"]
			driver = command
			target = t = true
			samples = 2
		[suite "broken"]
			driver = command
			build = "echo 'no rule to make that' >&2; exit 3"
			target = t = true
	EOF
	git add . && commit file suite
	git checkout -q -b topic
	commit file topic
}

ask() { # ARG...: leaves the request's id in the file id
	git bench request --json "$@" >out
	jq -r .id out >id
}

claims() {
	git for-each-ref --format='%(refname)' refs/bench/claims
}

keeps() {
	git for-each-ref --format='%(refname)' refs/bench/keep
}

it 'has nothing to do in an empty queue: exit 1' <<'END'
	repo
	code 1 git bench runner --once
	has err 'no request is open'
END

it 'takes a request to its result' <<'END'
	cd r
	git bench request --suite quick
	[ "$(keeps | wc -l)" = 2 ]
	git bench runner --once >out
	has out 'bench/history/'
	[ -z "$(claims)" ] && [ -z "$(keeps)" ]
	git notes --ref=bench show topic >note
	[ "$(wc -l <note)" = 2 ]
	json note '.v == 1 and (.id | length == 32)'
	jq -s '.[] | select(.event == "result")' note >event
	json event '.round == 0 and .attempt == 1 and (.path | length > 0)'
	[ "$(jq -r .commit event)" = "$(git rev-parse bench-history)" ]
	git log -1 --format=%B bench-history |
		grep -qx "Bench-Request: $(jq -r .id event) 0"
	git log -1 --notes=bench topic >out
	has out '"event":"result"'
	git fsck --strict
END

it 'ends what cannot be built as a failure with its reason' <<'END'
	cd r
	ask --suite broken
	code 128 git bench runner --once
	has out 'failed (build)'
	git bench status --all --json | grep "$(cat id)" >out
	json out '.state == "failed"'
	git notes --ref=bench show topic | grep '"failure"' >event
	json event '.stage == "build" and (.reason | test("no rule to make"))'
	[ -z "$(claims)" ] && [ -z "$(keeps)" ]
END

it 'runs it again after a retry, in a new round' <<'END'
	cd r
	git bench retry "$(cat id)"
	keeps | grep -q '/1/0$'
	code 1 git bench retry "$(cat id)"
	has err 'still open'
	code 128 git bench runner --once
	git notes --ref=bench show topic | jq -s 'map(select(.event == "failure"))' >out
	json out 'map(.round) | sort == [0, 1]'
END

it 'cancels an open request, once' <<'END'
	cd r
	ask --suite quick
	git bench cancel "$(cat id)"
	[ -z "$(keeps)" ]
	code 1 git bench cancel "$(cat id)"
	has err 'already ended'
	code 1 git bench runner --once
END

it 'takes the highest priority first' <<'END'
	cd r
	git bench request --suite quick --priority 0
	git bench request --suite quick --priority 5
	first=$(git bench status --json | jq -rs 'max_by(.priority) | .id')
	git bench runner --once --json >out
	json out ".request == \"$first\""
	git bench runner --once
END

it 'takes over at once what a killed runner left' <<'END'
	cd r
	ask --suite quick --samples 1000
	git-bench runner 2>log &
	runner=$!
	wait_for grep -q claimed log
	kill -9 $runner
	wait $runner || :
	[ "$(claims | wc -l)" = 1 ]
	git bench cancel "$(cat id)"
	git bench request --suite quick
	git bench runner --once 2>err
	[ -z "$(claims)" ]
END

it 'hands a claim back when interrupted' <<'END'
	cd r
	ask --suite quick --samples 1000
	git-bench runner 2>log &
	runner=$!
	wait_for grep -q claimed log
	kill -TERM $runner
	code 143 wait $runner
	[ -z "$(claims)" ]
	git bench status --json >out
	json out '.state == "open"'
END

it 'drops the work when the request is cancelled under it' <<'END'
	cd r
	git-bench runner 2>log >out &
	runner=$!
	wait_for grep -q claimed log
	before=$(git rev-parse bench-history)
	git bench cancel "$(cat id)"
	wait_for sh -c '! git for-each-ref refs/bench/claims | grep -q .'
	kill -TERM $runner
	wait $runner || :
	[ "$before" = "$(git rev-parse bench-history)" ]
END

finish
