#!/usr/bin/env bash
# docs/bench-machine.md: its blocks, run one after the other as they stand.
#
# What needs a machine of its own has stand-ins: the system's folders are in
# the scratch folder, packages are there already, the user is ourselves, and
# systemctl starts what stands in the unit that was installed.
. "$(dirname "$0")/lib.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS
PAGE=$TOP/docs/bench-machine.md
UNITS=$SCRATCH/usr/lib/systemd/system
mkdir "$SCRATCH/srv" "$SCRATCH/bin"
export SCRATCH TOP BUILD UNITS

stand_in() { # NAME, body on stdin
	{ echo '#!/usr/bin/env bash' && cat; } >"$SCRATCH/bin/$1"
	chmod +x "$SCRATCH/bin/$1"
}

stand_in make <<'END'
[ "${1:-}" = install ] || exit 0
exec /usr/bin/make -s -C "$TOP" BUILD="$BUILD" install PREFIX="$SCRATCH/usr"
END

stand_in useradd <<'END'
mkdir -p "$SCRATCH/srv/bench"
END

# The page says it with --.
stand_in runuser <<'END'
[ "$1 $2 $3" = '-u bench --' ] || exit 9
shift 3
HOME=$SCRATCH/srv/bench exec "$@"
END

stand_in ssh-keyscan <<'END'
echo "$1 ssh-ed25519 AAAA"
END

stand_in hostname <<'END'
echo bench1
END

stand_in systemctl <<'END'
name=${!#}
file=$UNITS/${name/@*/@}.service
instance=${name#*@}
pidfile=$SCRATCH/$name.pid

of() { # KEY
	sed -n "s/^$1=//p" "$file" | sed "s,%i,$instance,g"
}

stop() {
	kill "$(cat "$pidfile")"
	while kill -0 "$(cat "$pidfile")"; do sleep 0.1; done
} 2>/dev/null

start() {
	cd "$(of WorkingDirectory | sed "s,^/srv,$SCRATCH/srv,")" || exit 1
	HOME=$SCRATCH/srv/bench setsid $(of ExecStart) \
		>>"$SCRATCH/journal" 2>&1 </dev/null &
	echo $! >"$pidfile"
}

case "$* $name" in
*show*WorkingDirectory*)
	of WorkingDirectory | sed "s,^/srv,$SCRATCH/srv,"
	;;
*show*ActiveState*)
	kill -0 "$(cat "$pidfile")" 2>/dev/null && echo active || echo failed
	;;
*is-active*) kill -0 "$(cat "$pidfile")" 2>/dev/null ;;
*git-bench-runner@*)
	[ ! -e "$pidfile" ] || stop
	[ "$1" = stop ] || start
	;;
*git-bench-tuning) [ -e "$file" ] ;;
*) ;;
esac
END

# Block N of the page, its folders and its remote being ours.
block() { # N
	awk -v want="$1" '/^```sh$/ { n++; inside = n == want; next }
		/^```$/ { inside = 0 } inside' "$PAGE" |
		sed "s,/srv/bench,$SCRATCH/srv/bench,g
			s,git@git.example.org:you/project.git,$SCRATCH/hub.git,g"
}

blocks=$(grep -c '^```sh$' "$PAGE")

run_block() { # N
	block "$1" >"$SCRATCH/block"
	grep -q . "$SCRATCH/block"
	cat "$SCRATCH/block"
	cd "$(cat "$SCRATCH/cwd" 2>/dev/null || pwd)"
	. "$SCRATCH/block"
	pwd >"$SCRATCH/cwd"
}

git init -q -b main --bare "$SCRATCH/hub.git"
new_repo project
(
	cd project
	cat >.gitbench <<-'END'
		[suite "micro"]
			driver = command
			build = echo built >out
			target = nothing = true
			samples = 2
	END
	git add . && commit file suite
	git push -q "$SCRATCH/hub.git" main
)

# From here on as on a bare machine, though one in a hurry.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=bench.poll GIT_CONFIG_VALUE_0=0.3
export PATH=$SCRATCH/bin:$SCRATCH/usr/bin:/usr/local/bin:/usr/bin:/bin
export GIT_CONFIG_GLOBAL=$SCRATCH/none

for ((n = 1; n <= blocks; n++)); do
	it "block $n of $blocks: $(block $n | head -n 1 | cut -c 1-50)" <<END
		set -x
		run_block $n
END
done

it 'the request was answered by the machine' <<'END'
	git -C "$SCRATCH/hub.git" log -1 --format=%B bench-history >log
	has log 'Bench-Runner: bench1'
	grep -q 'claimed, suite micro' "$SCRATCH/journal"
	git -C "$SCRATCH/hub.git" show bench-history:bench/latest.json >latest
	json latest '.runner.launcher == "nice"'
END

it 'doctor knows the unit, and sees when it is down' <<'END'
	cd "$SCRATCH/srv/bench/project"
	git bench doctor --json | grep '"what":"unit"' >"$SCRATCH/up"
	json "$SCRATCH/up" '.level == "ok" and
		.detail == "git-bench-runner@project is active"'
	systemctl stop git-bench-runner@project
	git bench doctor --json | grep '"what":"unit"' >"$SCRATCH/down"
	json "$SCRATCH/down" '.level == "warning" and .detail ==
		"git-bench-runner@project is failed"'
END

it 'drained, it ended by itself; stopped, it hands back and is gone' <<'END'
	[ "$(grep -c 'claimed, suite' "$SCRATCH/journal")" = 1 ]
	git -C "$SCRATCH/hub.git" for-each-ref refs/bench/claims refs/bench/orders >refs
	[ ! -s refs ]
END

if command -v systemd-analyze >/dev/null; then
	it 'systemd takes the units as they were installed' <<-'END'
		for unit in git-bench-runner@ git-bench-tuning; do
			systemd-analyze verify --man=no "$UNITS/$unit.service" \
				2>said || echo "exit status $?" >>said
			same /dev/null said
		done
	END
else
	skip 'systemd takes the units' 'there is no systemd-analyze'
fi
finish
