#!/usr/bin/env bash
# bench.launcher = srun: Debian's Slurm on this one machine, for this script
# alone: its ports, keys and state are the script's own.
. "$(dirname "$0")/lib.sh"
export PATH=$PATH:/usr/sbin
DIR=$SCRATCH/slurm
export SLURM_CONF=$DIR/slurm.conf

for program in munged slurmctld slurmd srun; do
	command -v $program >/dev/null && continue
	skip 'a bench machine behind srun' "there is no $program"
	finish
done

free_ports() { # COUNT
	perl -MSocket -e 'for (1 .. $ARGV[0]) {
		socket(my $s, PF_INET, SOCK_STREAM, 0) or die;
		bind($s, sockaddr_in(0, INADDR_LOOPBACK)) or die;
		push @open, $s;
		print +(sockaddr_in(getsockname($s)))[0], "\n";
	}' "$1"
}

configure() {
	local ports host user
	mapfile -t ports < <(free_ports 2)
	host=$(hostname -s) user=$(id -un)
	cat >"$SLURM_CONF" <<-END
		ClusterName=bench
		SlurmctldHost=$host(127.0.0.1)
		SlurmctldPort=${ports[0]}
		SlurmdPort=${ports[1]}
		SlurmUser=$user
		SlurmdUser=$user
		AuthType=auth/munge
		AuthInfo=socket=$DIR/munge.socket
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		MpiDefault=none
		ReturnToService=2
		KillWait=2
		StateSaveLocation=$DIR/state
		SlurmdSpoolDir=$DIR/spool
		SlurmctldPidFile=$DIR/slurmctld.pid
		SlurmdPidFile=$DIR/slurmd.pid
		SchedulerType=sched/builtin
		NodeName=node7 NodeHostname=$host NodeAddr=127.0.0.1 CPUs=$(nproc)
		PartitionName=all Nodes=node7 Default=YES State=UP
	END
	printf 'CgroupAutomount=no\nCgroupPlugin=cgroup/v1\n' >"$DIR/cgroup.conf"
}

daemon() { # COMMAND...
	(cd / && exec "$@" >>"$DIR/log" 2>&1) &
	PIDS="$! ${PIDS:-}"
}

stop_slurm() {
	kill $PIDS
	wait $PIDS
} 2>/dev/null

is_idle() {
	sinfo -h -o %T | grep -qx idle
}

mkdir -m 755 -p "$DIR/state" "$DIR/spool"
configure
(umask 077 && head -c 1024 /dev/urandom >"$DIR/key")
trap 'stop_slurm; cd / && rm -rf "$SCRATCH"' EXIT
daemon munged --foreground --force --key-file="$DIR/key" \
	--socket="$DIR/munge.socket" --pid-file="$DIR/munge.pid" \
	--log-file="$DIR/munge.log" --seed-file="$DIR/munge.seed"
if wait_for test -S "$DIR/munge.socket"; then
	daemon slurmctld -D -c -f "$SLURM_CONF"
	daemon slurmd -D -N node7 -f "$SLURM_CONF"
fi
if ! wait_for is_idle 2>/dev/null; then
	skip 'a bench machine behind srun' \
		"Slurm does not start: $(tail -n 1 "$DIR/log")"
	stop_slurm
	finish
fi

none_left() {
	gone && [ -z "$(squeue -h)" ]
}

it 'builds and measures in one job, whose machine is named' <<'END'
	new_repo r && cd r
	git config bench.launcher 'srun -n1 --exclusive'
	git config bench.launcherGrace 2s
	cat >.gitbench <<-EOF
		[suite "where"]
			driver = command
			build = "echo \$PPID >>$HOME/recorders"
			target = "t = sh -c 'echo \$PPID >>$HOME/recorders'"
			samples = 3
			warmups = 0
		[suite "long"]
			driver = command
			target = "t = sh -c 'touch $HOME/sampling; setsid $ENDLESS & wait'"
	EOF
	git add . && commit file suite && commit file head
	git bench run --suite where >out
	git show bench-history:bench/latest.json >latest
	json latest ".runner.launcher == \"srun\" and
		.runner.hostname == \"$(uname -n)\" and .targets[0].samples == 3"
	[ "$(wc -l <"$HOME/recorders")" = 8 ]
	[ "$(sort -u "$HOME/recorders" | wc -l)" = 1 ]
	wait_for none_left
	[ "$(scontrol show job | grep -c JobId=)" = 1 ]
END

it 'says what Slurm says when there is no such machine' <<'END'
	cd r
	code 128 git -c bench.launcher='srun -n1 -C nosuch' bench run --suite where
	has err "the launcher 'srun' ended with exit status 1: srun: error: "
	has err 'Invalid feature specification'
	wait_for none_left
END

begin() { # COMMAND...
	rm -f "$HOME/sampling"
	spawn "$@"
	pid=$!
	wait_for test -e "$HOME/sampling"
}

ended() { # STATUS
	got=0
	wait $pid || got=$?
	[ $got = "$1" ]
	wait_for none_left
}

it 'waits in its queue, and no longer than it may' <<'END'
	cd r
	begin git-bench run --suite long
	git config bench.launcherTimeout 1s
	code 128 git bench run --suite where
	has err "waiting: the launcher 'srun' has not started anything yet"
	has err "the launcher 'srun' gives no answer for 1 s"
	git config --unset bench.launcherTimeout
	kill -TERM $pid
	ended 143
END

it 'a cancel ends what runs there' <<'END'
	cd r
	git bench request --json --suite long >id
	begin git bench runner --once --lease 4s
	git bench cancel "$(jq -r .id id)"
	ended 1
END

it 'so does the end of git bench, and of srun, however it comes' <<'END'
	cd r
	begin git-bench run --suite long
	kill -KILL $pid
	ended 137
	begin git-bench run --suite long
	kill -KILL $(pgrep -s "$(pgrep -P $pid srun)" srun)
	wait_for gone
	# Slurm itself keeps the empty job of a dead srun for a while.
	scancel -u "$(id -un)"
	ended 128
	has err "target 't': the launcher 'srun' was killed by signal 9"
END

stop_slurm
finish
