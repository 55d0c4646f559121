#!/usr/bin/env bash
# Runners: their names and faces, what they are told, what they may take.
. "$(dirname "$0")/lib.sh"

new_repo r
(
	cd r
	cat >.gitbench <<-END
		[suite "quick"]
			driver = command
			target = t = true
			samples = 2
		[suite "slow"]
			driver = command
			shell = true
			target = "t = touch $SCRATCH/begun; exec sleep 600"
			samples = 1
	END
	git add . && commit file suite
	git config bench.poll 0.2
) >/dev/null

face() { # NAME
	git cat-file blob "refs/bench/runners/$1:runner.json"
}

is_state() { # NAME STATE
	face "$1" 2>/dev/null | jq -e ".state == \"$2\"" >/dev/null
}

begin() { # NAME ARG...: leaves its process in the file NAME
	(exec git-bench runner --name "$@") >"$1.out" 2>"$1.err" &
	echo $! >"$1"
}

it 'a runner shows its face, and says when it stops' <<'END'
	cd r
	git -c bench.labels='arm64, big' -c bench.labels=quiet \
		bench runner --name one --once 2>err || [ $? = 1 ]
	face one >face
	json face '.v == 1 and .name == "one" and .state == "stopped"'
	json face '.labels == ["arm64", "big", "quiet"]'
	json face '.machine.cores > 0 and (.machine.class | length > 0)'
	json face '.version == "'"$(git bench --version | sed 's/.* //')"'"'
	json face '(has("job") | not) and (.instance | length == 32)'
	git fsck --strict
END

it 'while it works, the face tells of it' <<'END'
	cd r
	git bench request --suite slow --json | jq -r .id >id
	begin one
	wait_for is_state one working
	face one >face
	json face ".job.request == \"$(cat id)\" and .job.suite == \"slow\""
	json face '.job.attempt == 1 and (.job.phases | length > 0)'
	json face '(.job.verdicts | length) == 4'
END

it 'a second one of that name does not start' <<'END'
	cd r
	code 1 git bench runner --once --name one
	has err "there is a runner 'one' already"
	has err '--name'
	code 129 git bench runner --once --name 'a/b'
	has err "no runner's name"
END

it 'drained, it finishes what it does, and ends well' <<'END'
	cd r
	git bench runner --drain one >out
	has out "runner 'one' will drain"
	kill -0 "$(cat one)"
	git bench cancel "$(cat id)"
	code 0 wait_for sh -c "! kill -0 $(cat one) 2>/dev/null"
	is_state one stopped
	has one.err 'its round has ended meanwhile'
	has one.err 'told to drain'
	[ -z "$(git for-each-ref refs/bench/orders)" ]
	code 1 git bench runner --drain one
	has out 'has stopped already'
END

it 'paused, it takes nothing until it is resumed' <<'END'
	cd r
	git bench runner --pause one
	begin one
	wait_for is_state one paused
	git bench request --suite quick --no-base --json | jq -r .id >id
	code 1 git bench runner --once --name one --replace
	has err 'told to pause'
	git bench status --json "$(cat id)" >status
	json status '.state == "open"'
	wait_for grep -q 'has taken the name' one.err
	begin one
	wait_for is_state one paused
	git bench runner --resume one
	wait_for sh -c 'git bench status --json "$(cat id)" | grep -q done'
	code 1 git bench runner --resume one
	kill "$(cat one)"
	wait_for is_state one stopped
END

it 'orders go to runners that there are' <<'END'
	cd r
	code 128 git bench runner --pause nobody
	has err "there is no runner 'nobody'"
	code 129 git bench runner --pause --drain one
	code 129 git bench runner one
END

it 'the face of a process that was killed is no obstacle' <<'END'
	cd r
	begin one
	wait_for is_state one idle
	kill -KILL "$(cat one)"
	wait_for sh -c "! kill -0 $(cat one) 2>/dev/null"
	is_state one idle
	code 1 git bench runner --once --name one
	has err 'no request is open'
	is_state one stopped
END

# As from another machine, whose process nobody can look for.
elsewhere() { # NAME AT
	local blob tree
	blob=$(face one | jq -c ".name = \"$1\" | .at = \"$2\" |
		.state = \"idle\" | .process.machine = \"elsewhere\"" |
		git hash-object -w --stdin)
	tree=$(printf '100644 blob %s\trunner.json\n' "$blob" | git mktree)
	git update-ref "refs/bench/runners/$1" "$(git commit-tree -m x "$tree")"
}

it 'a machine that does not come back: a day, or --replace' <<'END'
	cd r
	elsewhere far "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
	code 1 git bench runner --once --name far
	has err "there is a runner 'far' already"
	has err '--replace'
	code 1 git bench runner --once --name far --replace
	has err 'no request is open'
	is_state far stopped
	elsewhere far 2026-01-01T00:00:00Z
	code 1 git bench runner --once --name far
	has err 'no request is open'
END

it "a killed one's last word may come late, and does not keep it away" <<'END'
	git init -q --bare hub
	git clone -q r late && cd late
	git config bench.remote "$PWD/../hub"
	begin late
	wait_for git -C ../hub rev-parse -q --verify refs/bench/runners/late
	kill -KILL "$(cat late)"
	wait_for sh -c "! kill -0 $(cat late) 2>/dev/null"
	touch ../hub/word
	cat >../hub/hooks/pre-receive <<-'HOOK'
		#!/bin/sh
		rm word 2>/dev/null || exit 0
		unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY
		unset GIT_ALTERNATE_OBJECT_DIRECTORIES
		git update-ref refs/bench/runners/late "$(git commit-tree \
			-m late 'refs/bench/runners/late^{tree}')"
	HOOK
	chmod +x ../hub/hooks/pre-receive
	code 1 git bench runner --once --name late
	has err 'no request is open'
	[ ! -e ../hub/word ]
	git -C ../hub show refs/bench/runners/late:runner.json >face
	json face '.state == "stopped"'
END

it 'a request goes to the pool and the runner that it names' <<'END'
	cd r
	git bench request --fresh --suite quick --no-base --pool big
	git bench request --fresh --suite quick --no-base --runner two
	code 1 git bench runner --once --name one
	has err '2 open requests are for other runners'
	git -c bench.labels=big bench runner --once --name one
	git bench runner --once --name two
	code 129 git -c bench.labels='a/b' bench runner --once --name one
	has err 'bench.labels'
END

it 'the most urgent one is first' <<'END'
	cd r
	git bench request --fresh --suite quick --no-base
	git bench request --fresh --suite quick --no-base --now --json >now
	git bench runner --once --name one --json >out
	json out ".request == \"$(jq -r .id now)\""
	git bench runner --once --name one
END

it 'what nobody may take ends as a failure in the end' <<'END'
	cd r
	git bench request --suite quick --no-base --pool moon --json >request
	code 1 git bench runner --once --name one
	export GIT_BENCH_NOW=$(($(date +%s) + 29 * 86400))
	code 1 git bench runner --once --name one
	export GIT_BENCH_NOW=$(($(date +%s) + 31 * 86400))
	code 128 git bench runner --once --name one
	git notes --ref=bench show HEAD | grep '"failure"' | grep moon >event
	json event '.stage == "queue"'
	json event ".reason == \"no runner offers pool 'moon'\""
	[ -z "$(git for-each-ref refs/bench/claims refs/bench/keep)" ]
END

finish
