#!/usr/bin/env bash
# git bench request: where it is to run, how soon, and what is refused.
. "$(dirname "$0")/lib.sh"

new_repo r >/dev/null
cat >r/.gitbench <<-'CONFIG'
	[suite "micro"]
		driver = command
		target = one = true
		target = two = true
	[suite "reports"]
		driver = command
		run = ./bench
		output = current-bench
CONFIG
git -C r config bench.suite micro
(cd r && git add . && commit file second) >/dev/null

it '--pool and --runner say where: once in each place, one group' <<'END'
	cd r
	git bench request --json --pool arm --pool amd --runner turing >out
	[ "$(jq -r '.pool // "-", .runner // "-"' out | xargs)" = \
		'arm - amd - - turing' ]
	[ "$(jq -r .id out | sort -u | wc -l)" = 3 ]
	[ "$(jq -r .group out | sort -u | wc -l)" = 1 ]
	json out '.group | test("^[0-9a-f]{32}$")'
	[ "$(git rev-list --count refs/notes/bench)" = 2 ]
	git bench request --json --pool arm >out
	json out '.pool == "arm" and (has("group") | not)'
	git bench request --pool arm >out
	has out 'pool arm'
END

it 'what is no name of a pool or a runner is refused' <<'END'
	cd r
	for name in '' 'a b' 'a,b' ../x a..b x.lock -x "$(printf 'a\033b')"; do
		code 129 git bench request --pool="$name"
		code 129 git bench request --runner="$name"
	done
	has err 'letters, digits'
END

it '--now goes first' <<'END'
	cd r
	git bench request -p 99
	git bench request --now --json >out
	json out '.priority == 100'
	[ "$(git bench status --json | jq -r .id | head -n 1)" = \
		"$(jq -r .id out)" ]
	code 129 git bench request --now -p 3
END

it '--fresh stands in the ledger' <<'END'
	cd r
	git bench request --fresh --json >out
	json out '.fresh == true'
	git notes --ref=bench show HEAD | grep "$(jq -r .id out)" >line
	json line '.fresh == true'
	git bench request --json >out
	json out 'has("fresh") | not'
END

it 'a filter that matches no target is refused at once, with the targets' <<'END'
	cd r
	git for-each-ref >before
	code 128 git bench request --filter '^three$'
	has err "no target of suite 'micro' matches '^three\$'"
	has err 'its targets: one, two'
	code 128 git bench run --filter '^three$'
	has err "no target of suite 'micro' matches"
	git for-each-ref >after
	same before after
	code 0 git bench request --filter '^t'
	code 0 git bench request --suite reports --filter '^three$'
END

finish
