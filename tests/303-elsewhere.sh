#!/usr/bin/env bash
# A launcher that leads to another machine: the kernel is made to give it
# another name and another boot.
. "$(dirname "$0")/lib.sh"

echo 11111111-2222-3333-4444-555555555555 >"$SCRATCH/boot"
cat >"$SCRATCH/elsewhere" <<-END
	#!/bin/sh
	exec unshare --mount --uts sh -c 'hostname node7 &&
		mount --bind $SCRATCH/boot /proc/sys/kernel/random/boot_id &&
		exec "\$@"' -- "\$@"
END
chmod +x "$SCRATCH/elsewhere"
if [ "$("$SCRATCH/elsewhere" hostname 2>"$SCRATCH/why")" != node7 ]; then
	skip 'another machine' "$(head -n 1 "$SCRATCH/why")"
	finish
fi

# Somebody measures on all CPUs of this machine, until it is killed.
occupy() {
	perl -MFcntl=:flock -e '
		for (@ARGV) {
			open(my $f, ">>", $_) or die;
			flock($f, LOCK_EX) or die;
			push @open, $f;
		}
		open(my $done, ">", "$ENV{HOME}/occupied");
		close($done);
		sleep 1000;' $(seq -f "$GIT_BENCH_LOCK_DIR/git-bench-cpu%g.lock" \
			0 $(($(nproc --all) - 1))) &
	holder=$!
	trap 'kill $holder 2>/dev/null || :' EXIT
	wait_for test -e "$HOME/occupied"
}

it 'the result names the machine that it was measured on' <<'END'
	new_repo r && cd r
	cat >.gitbench <<-'EOF'
		[suite "micro"]
			driver = command
			target = t = true
			samples = 2
	EOF
	git add . && commit file suite
	git config bench.launcher "$SCRATCH/elsewhere"
	git bench run --no-base >out
	git show bench-history:bench/latest.json >latest
	json latest '.runner.hostname == "node7" and (.runner.cpu | length > 0)'
END

it "it does not wait for this machine's CPUs, as one here does" <<'END'
	cd r
	occupy
	git bench run --no-base >out
	git config bench.launcher nice
	spawn git-bench run --no-base
	pid=$!
	wait_for grep -q 'waiting: CPU .* is in use by' err
	kill $holder
	wait $pid
END

it 'doctor looks at it, too' <<'END'
	cd r
	git config bench.launcher "$SCRATCH/elsewhere"
	git bench doctor --json >out || [ $? = 1 ]
	grep '"what":"launcher"' out >launcher
	json launcher '.level == "ok" and
		(.detail | contains("leads to another machine, node7"))'
	grep '"what":"there: load"' out
	git config bench.launcher false
	code 1 git bench doctor
	has out "the launcher 'false' ended with exit status 1"
	has out 'LAUNCHERS'
END

it 'doctor knows how much is kept, and how much is to stay free' <<'END'
	cd r
	git config --unset bench.launcher
	git config bench.buildCache 100m
	git config bench.diskFloor 0
	git bench doctor --json | grep '"what":"cache"' >ok
	json ok '.level == "ok" and (.detail | contains("of 0.1 GiB"))'
	git config bench.diskFloor 1000000g
	code 1 git bench doctor
	has out 'less is: no request is taken'
END

finish
