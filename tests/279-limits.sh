#!/usr/bin/env bash
# Requests end: the longest that one may take, and the reason in the ledger.
. "$(dirname "$0")/lib.sh"

new_repo r >/dev/null
cat >r/.gitbench <<-'CONFIG'
	[suite "slow"]
		driver = command
		target = t = sleep 60
		samples = 1
	[suite "builds"]
		driver = command
		build = "sleep 60"
		target = t = true
	[suite "capped"]
		driver = command
		target = t = sleep 60
		max-time = 300ms
	[suite "make"]
		driver = command
		build = make -f rules
		target = t = ./t
	[suite "crash"]
		driver = command
		shell = true
		target = "t = echo 'assertion x > 0 failed' >&2; kill -ABRT $$"
		samples = 1
CONFIG
printf 't: t.c\n\techo building; cc -o t t.c\n' >r/rules
printf 'int main(void)\n{\n\treturn undeclared_thing;\n}\n' >r/t.c
(cd r && git config bench.suite slow && git add . && commit file second) \
	>/dev/null

# Asks, runs it, and leaves the event that ended it in the file end.
end_of() { # ARG...
	git bench request --json --no-base "$@" | jq -r .id >id
	code 128 git bench runner --once
	git bench status --json "$(cat id)" | jq .end >end
}

it 'the request, the suite and the machine may each say how long at most' <<'END'
	cd r
	end_of --max-time 300ms
	json end '.event == "failure" and .stage == "timeout"'
	json end '.reason | test("stopped after 300 ms .--max-time")'
	end_of --suite capped
	json end '.reason | test("stopped after 300 ms .max-time of the suite")'
	git config bench.maxTime 200ms
	end_of --suite capped
	json end '.reason | test("stopped after 200 ms .bench.maxTime")'
	git config --unset bench.maxTime
END

it 'a build is stopped as well, and nothing is left' <<'END'
	cd r
	end_of --suite builds --max-time 300ms
	json end '.stage == "timeout" and .seconds < 50'
	[ -z "$(git for-each-ref refs/bench/claims refs/bench/keep)" ]
	code 128 git bench run --no-base --max-time 300ms
	has err 'stopped after 300 ms'
END

it 'the reason is the sentence that matters, not the last line' <<'END'
	cd r
	end_of --suite make
	json end '.stage == "build" and (.reason | test("undeclared_thing"))'
	json end '.reason | test("make|Error 1") | not'
	json end '.log | test("make")'
	git bench status "$(cat id)" >out
	has out undeclared_thing
	end_of --suite crash
	json end '.stage == "crash" and (.reason | test("assertion x > 0"))'
	json end '.reason | test("signal 6")'
END

finish
