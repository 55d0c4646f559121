#!/usr/bin/env bash
# Several clones and runners, one queue, on a remote.
. "$(dirname "$0")/lib.sh"

git init -q --bare hub
HUB=$PWD/hub
export HUB

new_repo origin
cat >origin/.gitbench <<-'EOF'
	[suite "quick"]
		driver = command
		target = t = true
		samples = 2
EOF
(cd origin && git add . && commit file suite) >/dev/null

clone() { # DIR
	git clone -q origin "$1"
	git -C "$1" config bench.poll 0.2
	git -C "$1" config bench.runnerName "$1"
	(cd "$1" && git remote add hub "$HUB" && git bench init --remote hub)
}

refs() { # PATTERN
	git -C "$HUB" for-each-ref --format='%(refname)' "$@"
}

it 'makes a remote the place where machines meet' <<'END'
	clone a >out
	has out 'They are shared through hub.'
	[ "$(refs refs/notes/bench)" ] && [ "$(refs refs/heads/bench-history)" ]
	clone b
	[ "$(git -C a config bench.remote)" = hub ]
	cd a
	code 128 git bench init --remote nowhere
	has err "there is no remote 'nowhere'"
	[ "$(git config bench.remote)" = hub ]
END

it 'asks here, and measures there' <<'END'
	(cd a && git bench request && commit file more &&
		git bench request --json) >out
	[ "$(refs refs/bench/keep | wc -l)" = 6 ]
	cd b
	git bench status --json >status
	json status '.state == "open"'
	git bench runner --once
	git bench runner --once
	code 1 git bench runner --once
	[ -z "$(refs refs/bench/claims refs/bench/keep)" ]
END

it 'shows everywhere what came of it' <<'END'
	cd a
	git bench status --all --json >status
	[ "$(wc -l <status)" = 2 ]
	json status '.state == "done"'
	git bench show latest >out
	[ "$(git rev-parse bench-history)" = \
		"$(git -C ../b rev-parse bench-history)" ]
	[ "$(git -C "$HUB" ls-tree -r --name-only bench-history bench/history |
		wc -l)" = 2 ]
	git -C "$HUB" fsck --strict
END

it 'stops what is cancelled elsewhere' <<'END'
	cd a
	cat >>.gitbench <<-EOF
		[suite "slow"]
			driver = command
			shell = true
			target = "t = touch $PWD/begun; sleep 600"
			samples = 1
	EOF
	commit .gitbench '# slow'
	git bench request --suite slow --json >request
	(cd ../b && git bench runner --once >out 2>&1) &
	wait_for test -e begun
	git bench cancel "$(jq -r .id request)"
	wait || true
	[ -z "$(refs refs/bench/claims refs/bench/keep)" ]
	git bench status --json "$(jq -r .id request)" >status
	json status '.state == "cancelled"'
END

it 'hands back what it cannot end' <<'END'
	cd a
	rm -f begun
	git bench request --suite slow --json >request
	(cd ../b && exec git bench runner --once >out 2>&1) &
	runner=$!
	wait_for test -e begun
	[ "$(refs refs/bench/claims | wc -l)" = 1 ]
	kill $runner
	wait || true
	[ -z "$(refs refs/bench/claims)" ]
	git bench cancel "$(jq -r .id request)"
END

it 'says when the hub is away, and shows what it knows' <<'END'
	mv hub away
	cd a
	git bench status --all >out 2>err
	has err 'cannot reach hub'
	code 128 git bench request --suite quick
	has err 'cannot reach hub'
	mv ../away ../hub
	git bench request --suite quick
	(cd ../b && git bench runner --once)
END

it 'twenty-five requests and three runners: each once' <<'END'
	clone c >out
	cd a
	for i in $(seq 25); do
		git commit -q --allow-empty -m "$i"
		git bench request --suite quick --no-base >/dev/null
	done
	for r in a b c; do
		(cd ../$r && exec git bench runner --name $r >out 2>err) &
		echo $!
	done >../pids
	ended() {
		[ -z "$(refs refs/bench/claims refs/bench/keep)" ]
	}
	wait_for ended
	kill $(cat ../pids)
	wait || true
	git bench status --all --json |
		jq -r 'select(.suite == "quick" and .state == "done") | .id' |
		sort -u | wc -l >done
	git -C "$HUB" log --format=%B bench-history |
		sed -n 's/^Bench-Request: //p' >measured
	echo "done $(cat done), measured $(wc -l <measured), twice" \
		"$(sort measured | uniq -d | wc -l)"
	[ "$(cat done)" = 28 ] && [ "$(wc -l <measured)" = 28 ]
	[ -z "$(sort measured | uniq -d)" ]
END

finish
