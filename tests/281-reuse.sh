#!/usr/bin/env bash
# Identical work is done once: an older result answers a new request.
. "$(dirname "$0")/lib.sh"

new_repo r >/dev/null
cat >r/.gitbench <<-'CONFIG'
	[suite "micro"]
		driver = command
		target = one = true
		target = two = true
		samples = 2
CONFIG
(cd r && git add . && commit file second && commit file third) >/dev/null

documents() {
	git ls-tree -r --name-only bench-history bench/history | wc -l
}

ask() { # ARG...: leaves the request's id in the file id
	git bench request --json "$@" | jq -r .id >id
}

# The state of the request in the file id, in the file status.
answer() {
	git bench runner --once >out 2>err
	git bench status --json "$(cat id)" >status
	json status '.state == "done"'
}

it 'the same work asked for again is not measured again, and says so' <<'END'
	cd r
	ask
	first=$(cat id)
	answer
	json status '.end | has("reused") | not'
	tip=$(git rev-parse bench-history)
	ask -p 3
	answer
	has err 'the same was measured before'
	json status ".end.reused == \"$first\" and .end.counts.slower == 0"
	[ "$(git rev-parse bench-history)" = $tip ] && [ "$(documents)" = 1 ]
	git show "$(jq -r '.end | "\(.commit):\(.path)"' status)" >doc
	json doc ".request == \"$first\""
	[ -z "$(git for-each-ref refs/bench/claims refs/bench/keep)" ]
	git bench status "$(cat id)" >out
	has out 'measured before'
END

it 'show finds it by the request that it answers' <<'END'
	cd r
	git bench show "$(cat id)" >out
	has out "measured before request $(cut -c 1-8 id) asked"
	git bench show --json "$(cut -c 1-6 id)" >out
	json out ".answers == \"$(cat id)\" and .request != .answers"
	git bench show --json >out
	json out 'has("answers") | not'
END

it 'whoever asks is told at once' <<'END'
	cd r
	git bench request --dry-run >out
	has out 'was measured before'
	has out '--fresh'
	git bench request --dry-run --json >out
	json out '.known.path | test("^bench/history/")'
	git bench request --dry-run --fresh >out
	lacks out 'measured before'
END

it 'other work is measured: filter, samples, sides, configuration' <<'END'
	cd r
	for words in '--filter one' '--samples 3' 'HEAD^' '--no-base'; do
		ask $words
		answer
		json status '.end | has("reused") | not'
	done
	[ "$(documents)" = 5 ]
	echo '# other' >>.gitbench
	commit .gitbench '	# words'
	ask HEAD^
	answer
	[ "$(documents)" = 6 ]
END

it '--fresh, retry and bench.reuse = 0 measure anew' <<'END'
	cd r
	before=$(documents)
	ask HEAD^ --fresh
	answer
	git bench retry "$(cat id)"
	answer
	git config bench.reuse 0
	ask HEAD^
	answer
	[ "$(documents)" = $((before + 3)) ]
	git config --unset bench.reuse
END

finish
