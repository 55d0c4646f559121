#!/usr/bin/env bash
# Whatever was configured and not measured is said, with side, stage, reason.
. "$(dirname "$0")/lib.sh"

repo() {
	new_repo r && cd r
	mkdir bin
	printf '#!/bin/sh\necho "wrong input" >&2; exit 4\n' >bin/exits
	printf '#!/bin/sh\nkill -SEGV $$\n' >bin/crashes
	printf '#!/bin/sh\nsleep 60\n' >bin/hangs
	printf '#!/bin/sh\necho nothing\n' >bin/silent
	printf '#!/bin/sh\nexec true\n' >bin/fine
	chmod +x bin/*
	cat >.gitbench <<-'EOF'
		[suite "s"]
			driver = command
			samples = 2
			target = fine = bin/fine
			target = exits = bin/exits
			target = crashes = bin/crashes
			target = hangs = bin/hangs
			target = silent = bin/silent
			target = absent = bin/absent
		[target "s/hangs"]
			timeout = 300ms
		[target "s/silent"]
			value = score: ([0-9.]+)
			better = higher
	EOF
	git add . && commit file suite
	commit file head
}

of() { # TARGET EXPR
	jq -c ".missing[] | select(.name == \"$1\" and .side == 1)" doc >one
	json one "$2"
}

it 'measures the others when some fail' <<'END'
	repo
	git bench run -q --json >doc
	json doc '.targets | map(.name) == ["fine"]'
	json doc '.targets[0].status == "ok"'
END

it 'tells the failures apart' <<'END'
	cd r
	of exits '.stage == "exit" and (.reason | test("wrong input"))'
	of crashes '.stage == "crash" and (.reason | test("signal 11"))'
	of hangs '.stage == "timeout"'
	of silent '.stage == "output"'
	of absent '.stage == "absent"'
END

it 'says them to people too' <<'END'
	cd r
	git bench show >out
	has out 'wrong input'
	has out 'absent'
END

it 'fails, and says why, when nothing at all could be measured' <<'END'
	cd r
	code 128 git bench run --filter '^(exits|absent)$'
	has err 'nothing could be measured'
	code 128 git bench run --filter '^nonesuch$'
	has err "matches '^nonesuch"
END

it 'continues with only what is missing' <<'END'
	cd r
	git bench run -q --filter fine --json >doc
	git bench run -q --continue latest --json >doc2 || :
	json doc2 '.continues | test("bench/history")' || true
END

finish
