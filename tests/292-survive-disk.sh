#!/usr/bin/env bash
# Disks that fill up or may not be written to, and objects that are damaged.
. "$(dirname "$0")/lib.sh"

new_repo code
cat >code/.gitbench <<-'EOF'
	[suite "quick"]
		driver = command
		target = t = true
		samples = 1
EOF
(cd code && git add . && commit file suite) >/dev/null

clone() { # DIR HUB
	git clone -q code "$1"
	git -C "$1" config bench.poll 0.2
	git -C "$1" config bench.runnerName "$1"
	(cd "$1" && git remote add hub "$2" && git bench init --remote hub)
}

# Does CMD say in one sentence, whose words hold TEXT, why it failed?
one_sentence() { # TEXT CMD...
	local text=$1 got=0
	shift
	"$@" >out 2>err || got=$?
	[ "$got" = 128 ]
	[ "$(grep '^git-bench: ' err | grep -vc ': claimed,')" = 1 ]
	has err "$text"
}

mkdir small
if mount -t tmpfs -o size=3m,mode=755 none small 2>/dev/null; then
	trap 'cd / && umount "$SCRATCH/work/small" && rm -rf "$SCRATCH"' EXIT
	it 'the hub has no room: 4 writes in vain, and all is as it was' <<-'END'
		git init -q --bare small/hub
		clone a "$PWD/small/hub" >/dev/null
		cd a
		git bench request >/dev/null
		git -C ../small/hub for-each-ref >before
		git for-each-ref refs/notes refs/heads >before-here
		cat /dev/zero >../small/fill 2>/dev/null || :
		for command in 'request --fresh' 'request --fresh' \
			"cancel $(git bench status --json | jq -r .id)" \
			'runner --once'; do
			one_sentence 'hub cannot take it now: ' git bench $command
		done
		rm ../small/fill
		git -C ../small/hub for-each-ref >after
		git for-each-ref refs/notes refs/heads >after-here
		same before after
		same before-here after-here
		git bench runner --once >/dev/null
		git bench request --fresh >/dev/null
		git bench fsck
	END
else
	skip 'the hub has no room' 'no right to mount a small disk'
fi

it 'a cache that may not be written: 8 commands work without' <<'END'
	git init -q --bare hub
	clone b "$PWD/hub" >/dev/null
	cd b
	git bench request >/dev/null
	git bench runner --once >/dev/null
	rm -rf .git/git-bench
	echo 'not a folder' >.git/git-bench
	git bench request --fresh --json >request
	git bench status | grep open
	git bench cancel "$(jq -r .id request)"
	git bench status --all --json >status
	[ "$(wc -l <status)" = 2 ]
	git bench show latest | grep quick
	git bench log | grep quick
	git bench retry "$(jq -r .id request)"
	git bench init --remote hub >/dev/null
	code 1 git bench fsck
	has out '1 problem'
	has out 'all works without it'
END

it 'only measuring needs it, and says so' <<'END'
	cd b
	one_sentence 'git-bench/jobs: Not a directory' \
		git bench runner --once
	rm .git/git-bench
	git bench runner --once >/dev/null
	git bench fsck
END

damage() { # OBJECT
	local file=.git/objects/${1%${1#??}}/${1#??}
	[ -e "$file" ]
	chmod u+w "$file"
	echo damaged >"$file"
}

it 'a damaged ledger: 5 commands say so, none writes' <<'END'
	clone c "$PWD/hub" >/dev/null
	cd c
	git bench status >/dev/null
	note=$(git notes --ref=bench list HEAD)
	damage "$note"
	rm -rf .git/git-bench
	git for-each-ref refs/notes refs/heads >before
	for command in status 'status --all' request \
		'runner --once' "cancel $(jq -r .id ../b/request)"; do
		one_sentence "$note" git bench $command
	done
	git for-each-ref refs/notes refs/heads >after
	same before after
	code 1 git bench fsck
	has out "its blob $(printf %.10s "$note") is missing or damaged"
END

it 'what fsck says brings it back' <<'END'
	cd c
	note=$(git notes --ref=bench list HEAD)
	has out 'git fetch --refetch'
	git fsck 2>&1 | grep "$note"
	rm -f ".git/objects/${note%${note#??}}/${note#??}"
	git fetch -q --refetch hub 'refs/notes/*:refs/got/*'
	git bench fsck
	git bench status
END

it 'one damaged result of 4: the others are read' <<'END'
	cd b
	for i in 1 2; do
		git bench request --fresh >/dev/null
		git bench runner --once >/dev/null
	done
	damage "$(git rev-parse "bench-history:$(git ls-tree -r --name-only \
		bench-history bench/history | head -n 1)")"
	rm -rf .git/git-bench
	git bench log >out 2>err
	[ "$(wc -l <out)" = 3 ]
	has err '1 result'
	git bench show latest >/dev/null
	git bench request --fresh >/dev/null
	git bench runner --once >/dev/null
	code 1 git bench fsck
	has out 'missing or damaged'
END

finish
