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
	one_sentence "$PWD/.git/git-bench is in the way: not a folder" \
		git bench runner --once
	has err 'see bench.store'
	git -c bench.store="$PWD/../store" bench runner --once >/dev/null
	rm .git/git-bench
	git bench request --fresh >/dev/null
	git bench runner --once >/dev/null
	git bench fsck
END

it 'the same where the queue is the clone'\''s own' <<'END'
	git clone -q code alone
	cd alone
	git bench init >/dev/null
	git bench request >/dev/null
	rm -rf .git/git-bench
	echo 'not a folder' >.git/git-bench
	one_sentence 'git-bench/jobs: Not a directory' \
		git bench runner --once
END

damage() { # GIT-DIR OBJECT
	local file=$1/objects/${2%${2#??}}/${2#??}
	[ -e "$file" ]
	chmod u+w "$file"
	echo damaged >"$file"
}

first_result() { # GIT-DIR
	git -C "$1" rev-parse "bench-history:$(git -C "$1" ls-tree -r \
		--name-only bench-history bench/history | head -n 1)"
}

it 'a damaged ledger: 4 commands say so, none writes' <<'END'
	clone c "$PWD/hub" >/dev/null
	cd c
	git bench status >/dev/null
	note=$(git notes --ref=bench list HEAD)
	damage .git "$note"
	rm -rf .git/git-bench
	git for-each-ref refs/notes refs/heads >before
	for command in status 'status --all' request \
		"cancel $(jq -r .id ../b/request)"; do
		one_sentence "$note" git bench $command
	done
	git for-each-ref refs/notes refs/heads >after
	same before after
	code 1 git bench fsck
	has out "its blob $(printf %.10s "$note") is missing or damaged"
END

it 'a runner works on without, in its store, and says so' <<'END'
	cd b
	git bench request --fresh >/dev/null
	cd ../c
	git bench runner --once >out 2>err
	grep 'no change shown' out
	has err 'what only this clone has of refs/notes/bench is left out'
	has err 'git bench fsck'
	code 1 git bench fsck
	has out 'missing or damaged'
END

it 'what fsck says brings it back' <<'END'
	cd c
	has out 'git fetch --refetch'
	bad=$(git fsck 2>/dev/null | sed -n 's/^missing blob //p' | head -n 1)
	rm -f ".git/objects/${bad%${bad#??}}/${bad#??}"
	git fetch -q --refetch hub 'refs/notes/*:refs/got/*'
	git bench fsck
	git bench status
	git bench request --fresh >/dev/null
	git bench runner --once >/dev/null 2>err
	lacks err 'left out'
END

it 'a damaged ledger in the store: the runner and fsck say what to do' <<'END'
	cd c
	store=$PWD/.git/git-bench/store.git
	note=$(git -C "$store" notes --ref=bench list HEAD)
	damage "$store" "$note"
	git bench request --fresh >/dev/null
	one_sentence "store $store: object $note is missing or damaged" \
		git bench runner --once
	has err 'hint: remove that folder'
	git bench status | grep open
	code 1 git bench fsck
	has out "store    $store: object $note is missing or damaged"
	has out 'remove that folder'
	has out '1 problem'
END

it 'and so for a damaged commit, and for what is no repository' <<'END'
	cd c
	store=$PWD/.git/git-bench/store.git
	rm -rf "$store"
	git bench runner --once >/dev/null
	git bench fsck
	damage "$store" "$(git -C "$store" rev-parse refs/notes/bench)"
	git bench request --fresh >/dev/null
	one_sentence "store $store: " git bench runner --once
	has err 'hint: remove that folder'
	rm "$store/HEAD"
	code 129 git bench runner --once
	has err "store $store: there is no bare repository of its own"
	has err 'remove it: nothing is lost'
	code 1 git bench fsck
	has out 'remove it: nothing is lost'
	rm -rf "$store"
	git bench runner --once >/dev/null
	git bench fsck
END

it 'and for damaged code' <<'END'
	cd c
	store=$PWD/.git/git-bench/store.git
	rm -rf "$store"
	code 1 git bench runner --once
	damage "$store" "$(git -C "$store" rev-parse main:file)"
	git bench request --fresh >/dev/null
	one_sentence "stored in $store/objects/" git bench runner --once
	has err 'hint: remove that folder'
	rm -rf "$store"
	git bench runner --once >/dev/null
END

it 'a damaged result in the store stops nobody; fsck tells' <<'END'
	cd c
	store=$PWD/.git/git-bench/store.git
	result=$(first_result "$store")
	damage "$store" "$result"
	git bench request --fresh >/dev/null
	git bench runner --once >/dev/null
	git bench show latest >/dev/null
	code 1 git bench fsck
	has out "store    $store: object $result is missing or damaged"
	rm -rf "$store"
	git bench fsck
END

it 'one damaged result in the clone: the others are read' <<'END'
	cd b
	git bench request --fresh >/dev/null
	git bench runner --once >/dev/null
	git bench log >before
	damage .git "$(first_result .)"
	rm -rf .git/git-bench
	git bench log >out 2>err
	[ "$(wc -l <out)" = $(($(wc -l <before) - 1)) ]
	has err '1 result'
	git bench show latest >/dev/null
	git bench request --fresh >/dev/null
	git bench runner --once >/dev/null
	code 1 git bench fsck
	has out 'missing or damaged'
	lacks out 'store  '
END

finish
