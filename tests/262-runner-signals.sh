#!/usr/bin/env bash
# What stops a runner, and what does not: cancel, signals, settings, its log.
. "$(dirname "$0")/lib.sh"

new_repo r
(
	cd r
	cat >.gitbench <<-END
		[suite "quick"]
			driver = command
			target = t = true
			samples = 1
		[suite "build"]
			driver = command
			build = touch $SCRATCH/begun && sleep 600
			target = t = true
		[suite "long"]
			driver = command
			shell = true
			target = "t = touch $SCRATCH/begun; sleep 600"
			samples = 1
	END
	git add . && commit file suite
	git config bench.poll 0.2
) >/dev/null

begin() { # ARG...: leaves its process in the file pid
	rm -f "$SCRATCH/begun"
	(exec git-bench runner "$@") >log 2>&1 &
	echo $! >pid
}

ended() {
	! kill -0 "$(cat pid)" 2>/dev/null
}

ask() { # SUITE: leaves the request's id in the file id
	git bench request --fresh --no-base --suite "$1" --json |
		jq -r .id >id
}

is_open() {
	git bench status --json "$(cat id)" >status
	json status '.state == "open"'
	[ -z "$(git for-each-ref refs/bench/claims)" ]
}

it 'a cancel stops a build' <<'END'
	cd r
	ask build
	begin --once
	wait_for test -e "$SCRATCH/begun"
	git bench cancel "$(cat id)"
	wait_for ended
	has log 'its round has ended meanwhile'
	[ -z "$(git for-each-ref refs/bench/claims refs/bench/keep)" ]
END

it 'SIGTERM ends a build, and hands the request back' <<'END'
	cd r
	ask build
	begin
	wait_for test -e "$SCRATCH/begun"
	kill "$(cat pid)"
	wait_for ended
	is_open
	git cat-file blob refs/bench/runners/"$(uname -n)":runner.json >face
	json face '.state == "stopped"'
	git bench cancel "$(cat id)"
END

it 'SIGTERM ends the wait for a CPU that others use' <<'END'
	cd r
	ask long
	begin --name first
	wait_for test -e "$SCRATCH/begun"
	cp pid first
	ask quick
	begin --name second
	wait_for grep -q waiting log
	kill "$(cat pid)"
	wait_for ended
	git for-each-ref refs/bench/claims | grep -v "$(cat id)"
	kill "$(cat first)"
	cp first pid
	wait_for ended
	is_open
END

it 'SIGHUP reads the settings again, and ends nothing' <<'END'
	cd r
	git bench cancel "$(git bench status --json | jq -r .id | head -1)"
	git bench cancel "$(git bench status --json | jq -r .id | head -1)"
	ask quick
	git bench cancel "$(cat id)"
	begin --name one
	face() {
		git cat-file blob refs/bench/runners/one:runner.json
	}
	wait_for face
	git bench request --fresh --no-base --suite quick --pool p --json |
		jq -r .id >id
	git config bench.labels p
	kill -HUP "$(cat pid)"
	wait_for grep -q 'read again' log
	wait_for sh -c 'git bench status --json "$(cat id)" | grep -q done'
	git config bench.labels 'a/b'
	kill -HUP "$(cat pid)"
	wait_for ended
	has log "bench.labels: 'a/b' is no label"
	git config --unset bench.labels
END

it 'a lease that is too short or too long is refused' <<'END'
	cd r
	code 129 git bench runner --once --lease 1ms
	code 129 git bench runner --once --lease 0.001
	has err 'too short'
	code 129 git bench runner --once --lease 2d
	has err 'too long'
	code 129 git -c bench.lease=0 bench runner --once
	has err 'too short'
END

it 'in the journal a line has its priority, and no control bytes' <<'END'
	cd r
	ask quick
	: >journal
	export JOURNAL_STREAM=$(stat -c %d:%i journal)
	git bench runner --once --name "one" >out 2>journal
	grep '^<6>git-bench: .*: claimed, suite quick' journal
	[ "$(wc -l <out)" = 1 ] && has out 'bench/history/'
	! grep -v '^<[0-7]>' journal
	! git bench runner --once --name '..' 2>>journal
	! LC_ALL=C grep -P '[^[:print:]]' journal
	! git bench runner --once --name '..' 2>other
	lacks other '<3>'
END

finish
