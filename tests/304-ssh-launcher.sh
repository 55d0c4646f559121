#!/usr/bin/env bash
# bench.launcher = ssh: sshd on loopback stands for a host with the same files.
. "$(dirname "$0")/lib.sh"
. "$TESTS/server.sh"
serve_ssh
SSH="ssh -F $SCRATCH/ssh/config bench-host"
if ! $SSH true 2>"$SCRATCH/why"; then
	skip 'a bench machine behind ssh' "$(tail -n 1 "$SCRATCH/why")"
	finish
fi

it 'measures there' <<'END'
	new_repo r && cd r
	cat >.gitbench <<-EOF
		[suite "where"]
			driver = command
			build = head -c 300000 /dev/urandom | base64
			target = "t = sh -c 'head -c 3000000 /dev/zero'"
			samples = 2
		[suite "long"]
			driver = command
			target = "t = sh -c 'touch $HOME/sampling; setsid $ENDLESS'"
	EOF
	git add . && commit file suite
	git config bench.launcher "$SSH"
	git bench run --suite where --no-base >out
	git show bench-history:bench/latest.json >latest
	json latest '.runner.launcher == "ssh" and .targets[0].samples == 2'
END

it 'ssh that is killed takes all with it' <<'END'
	cd r
	spawn git-bench run --suite long --no-base
	pid=$!
	wait_for test -e "$HOME/sampling"
	kill -KILL $(pgrep -f "^$SSH .*git-bench-recorder")
	got=0
	wait $pid || got=$?
	[ $got = 128 ]
	has err "target 't': the launcher 'ssh' was killed by signal 9 (Killed)"
	wait_for gone
END

finish
