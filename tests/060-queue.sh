#!/usr/bin/env bash
# One queue, three runners, 25 requests, through each kind of server: every
# request is measured once. What is measured counts itself.
. "$(dirname "$0")/lib.sh"
. "$TESTS/server.sh"

mkdir host
export HOST=$PWD/host
serve_ssh
HTTP_BACKEND=$TESTS/bin/faulty-backend
serve_http "$HOST"
export HTTP_URL SSH_URL RUNS=$PWD/runs

new_repo code
cat >code/.gitbench <<-EOF
	[suite "count"]
		driver = command
		shell = true
		target = "t = git log -1 --format=%s HEAD >>$RUNS"
		samples = 1
EOF
(cd code && git add . && commit file suite) >/dev/null

# Samples that something disturbed were taken anew: HUB.
retaken() {
	git -C "$1" grep -hoE '"retaken": *[0-9]+' bench-history -- \
		bench/history | awk -F: '{ n += $2 } END { print n + 0 }'
}

# How often one measurement runs what it measures.
(cd code && git bench run --no-base >/dev/null 2>&1)
ONCE=$(($(wc -l <"$RUNS") - $(retaken code)))
rm "$RUNS"

clone() { # DIR ADDRESS
	git clone -q code "$1"
	git -C "$1" config bench.poll 0.2
	git -C "$1" config bench.runnerName "$1"
	git -C "$1" config bench.lease 60
	git -C "$1" config bench.remote "$2"
}

# Each sample ran once, and so did each request.
is_once() { # NAME
	local again
	again=$(retaken "$HOST/$1")
	echo "$again taken anew"
	[ "$(wc -l <"$RUNS.$1")" = $((25 * ONCE + again)) ]
}

# Each runner as on a machine of its own.
runner() { # DIR
	cd "$1" && mkdir -p lock &&
		GIT_BENCH_LOCK_DIR=$PWD/lock exec git bench runner
}

# Without a limit of its own: the servers are slow where the machine is.
is_empty() { # HUB
	[ -z "$(git -C "$1" for-each-ref refs/bench/claims refs/bench/keep)" ]
}

serves() { # NAME ADDRESS
	local hub=$HOST/$1 pids= dir
	git init -q --bare "$hub"
	git -C "$hub" config http.receivepack true
	clone "$1-ask" "$hub"
	(
		cd "$1-ask"
		for i in $(seq 25); do
			git commit -q --allow-empty -m "$i"
			git bench request --no-base >/dev/null
		done
	)
	for dir in "$1-a" "$1-b" "$1-c"; do
		clone "$dir" "$2"
		(runner "$dir") >"$dir.out" 2>"$dir.err" &
		pids="$pids $!"
	done
	until is_empty "$hub"; do sleep 0.2; done
	kill $pids
	wait $pids || true
	git -C "$hub" log --format=%B bench-history |
		sed -n 's/^Bench-Request: //p' | sort >requests
	echo "$1: $(wc -l <requests) results," \
		"$(sort -u requests | wc -l) requests," \
		"$(wc -l <"$RUNS") runs"
	[ "$(wc -l <requests)" = 25 ]
	[ "$(sort -u requests | wc -l)" = 25 ]
	git -C "$hub" notes --ref=bench list | wc -l >notes
	[ "$(cat notes)" = 25 ]
	git -C "$hub" fsck --strict --no-dangling
	mv "$RUNS" "$RUNS.$1"
}

it 'by path: 25 requests, each once' <<'END'
	serves path "$HOST/path"
	is_once path
END

it 'by file://: 25 requests, each once' <<'END'
	serves file "file://$HOST/file"
	is_once file
END

it 'by ssh: 25 requests, each once' <<'END'
	serves ssh "$SSH_URL$HOST/ssh"
	is_once ssh
END

it 'by http that fails now and then: 25 requests, each once' <<'END'
	serves http "$HTTP_URL/http"
END

stop_http
finish
