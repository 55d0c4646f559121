#!/usr/bin/env bash
# bench.launcher: builds and samples behind a prefix of the owner's.
. "$(dirname "$0")/lib.sh"

# A process of its own between us and the recorder, as srun or bwrap are;
# what it starts is counted.
cat >"$SCRATCH/go" <<-'END'
	#!/bin/sh
	echo "$$" >>"$HOME/launches"
	"$@"
END
chmod +x "$SCRATCH/go"

repo() {
	new_repo r && cd r
	cat >.gitbench <<-EOF
		[suite "where"]
			driver = command
			build = nice >>$HOME/built
			target = "t = sh -c 'nice >>$HOME/sampled'"
			samples = 2
			warmups = 0
		[suite "build"]
			driver = command
			build = "touch $HOME/building; setsid $ENDLESS"
			target = t = true
		[suite "sample"]
			driver = command
			target = "t = sh -c 'touch $HOME/sampling; setsid $ENDLESS'"
		[suite "slow"]
			driver = command
			target = "t = sh -c 'setsid $ENDLESS'"
			timeout = 200ms
			samples = 1
			warmups = 0
	EOF
	git add . && commit file suite
	commit file head
	git config bench.launcher "$SCRATCH/go"
}

it 'runs every build and sample behind it, and starts it once' <<'END'
	repo
	git config bench.launcher "$SCRATCH/go nice -n7"
	git bench run --suite where >out
	want=$(($(nice) + 7))
	[ "$(sort -u "$HOME/built")" = $want ]
	[ "$(sort -u "$HOME/sampled")" = $want ]
	[ "$(wc -l <"$HOME/sampled")" = 4 ]
	[ "$(wc -l <"$HOME/launches")" = 1 ]
	git show bench-history:bench/latest.json >latest
	json latest '.runner.launcher | endswith("/go")'
END

it 'splits it into words without a shell' <<'END'
	cd r
	git config bench.launcher "sh -c 'echo \"\$0\" >\$HOME/word; exec \"\$@\"' 'a;  b' nice"
	git bench run --suite where >out
	[ "$(cat "$HOME/word")" = 'a;  b' ]
	git config bench.launcher "sh 'a"
	code 128 git bench run --suite where
	has err "bench.launcher: a ' is not closed"
END

it 'is never taken from .gitbench' <<'END'
	cd r
	rm -f "$HOME/launches"
	git config --unset bench.launcher
	cp .gitbench saved
	printf '[bench]\n\tlauncher = %s\n' "$SCRATCH/go" >>.gitbench
	git commit -qam launcher
	code 128 git bench run --suite where
	has err "unknown key 'launcher' in [bench]"
	[ ! -e "$HOME/launches" ]
	mv saved .gitbench && git commit -qam 'no launcher'
END

fails() { # LAUNCHER SENTENCE
	git config bench.launcher "$1"
	code 128 git bench run --suite where
	has err "$2"
	[ "$(grep -c '^git-bench: ' err)" = 1 ]
}

it 'says in one sentence what is wrong with it' <<'END'
	cd r
	fails 'nosuch -x' "cannot run the launcher 'nosuch': No such file"
	fails false "the launcher 'false' ended with exit status 1"
	fails "sh -c 'echo no node >&2; exit 3'" \
		"the launcher 'sh' ended with exit status 3: no node"
	fails "sh -c 'kill -9 \$\$'" \
		"the launcher 'sh' was killed by signal 9 (Killed)"
	fails 'echo all yours' "the launcher 'echo'"
	git config bench.launcherTimeout 300ms
	fails "sh -c 'cat >/dev/null; echo waited >&2'" \
		"the launcher 'sh' gives no answer for 0.3 s: waited"
	git config --unset bench.launcherTimeout
END

it 'a request is handed back by a runner whose launcher fails' <<'END'
	cd r
	git config bench.launcher "sh -c 'echo no node >&2; exit 3'"
	git bench request --suite where
	code 128 git bench runner --once
	has err "the launcher 'sh' ended with exit status 3: no node"
	git bench status --json >out
	json out '.state == "open"'
	[ -z "$(git for-each-ref refs/bench/claims)" ]
	git config bench.launcher "$SCRATCH/go"
	git bench runner --once
END

# Starts in the background; the launcher's process is then in $launcher.
begin() { # CONDITION COMMAND...
	local condition=$1
	shift
	rm -f "$HOME/launches" "$HOME/building" "$HOME/sampling"
	spawn "$@"
	pid=$!
	wait_for test -e "$HOME/$condition"
	launcher=$(cat "$HOME/launches")
}

# The launcher, and what it started.
shoot() {
	kill -KILL $launcher $(pgrep -P $launcher)
}

ended() { # STATUS
	got=0
	wait $pid || got=$?
	[ $got = "$1" ]
	wait_for gone
}

it 'a launcher that is killed ends the request, and says in which stage' <<'END'
	cd r
	git bench request --suite sample
	begin sampling git bench runner --once
	shoot
	ended 128
	has out "failed (launcher): target 't': the launcher"
	has out 'was killed by signal 9'
	git notes --ref=bench show HEAD | grep '"event":"failure"' >event
	json event '.stage == "launcher"'
	begin building git bench run --suite build
	shoot
	ended 128
	has err 'build of '
	has err "the launcher"
END

it 'a signal reaches what runs behind it' <<'END'
	cd r
	begin building git-bench run --suite build
	kill -TERM $pid
	ended 143
	begin sampling git-bench run --suite sample
	kill -TERM $pid
	ended 143
	[ "$(git worktree list | wc -l)" = 1 ]
END

it 'so does a cancel, during a build too' <<'END'
	cd r
	git bench request --json --suite build >id
	begin building git bench runner --once --lease 4s
	git bench cancel "$(jq -r .id id)"
	ended 1
END

it 'and a timeout' <<'END'
	cd r
	code 128 git bench run --suite slow
	has err 'timed out'
	gone
END

it 'and the end of git bench itself, however it comes' <<'END'
	cd r
	for what in building sampling; do
		begin $what git-bench run --suite ${what%ing}$([ $what = sampling ] && echo e)
		kill -KILL $pid
		ended 137
	done
	git bench run --suite where >out
END

finish
