#!/usr/bin/env bash
# git bench check: a gate for CI.
. "$(dirname "$0")/lib.sh"

# main says 20; the branch says 24 (+20 %), or what it is told.
repo() {
	new_repo r && cd r
	mkdir bin
	printf '#!/bin/sh\necho took 20\n' >bin/work
	printf '#!/bin/sh\necho took 5\n' >bin/idle
	chmod +x bin/*
	cat >.gitbench <<-'EOF'
		[suite "micro"]
			driver = command
			target = work = bin/work
			target = idle = bin/idle
			samples = 5
			value = took ([0-9]+)
			unit = ms
			pin = false
	EOF
	git add . && commit file suite
	git checkout -q -b topic
	printf '#!/bin/sh\necho took 24\n' >bin/work
	git add . && commit file slower
	git bench run -q >out || [ $? = 1 ]
}

# Lines that the default branch's .gitbench has from now on.
gate() {
	local blob tree
	export GIT_INDEX_FILE=$SCRATCH/index
	git read-tree main
	blob=$( (git show main:.gitbench && printf '%s\n' "$@") |
		git hash-object -w --stdin)
	git update-index --cacheinfo "100644,$blob,.gitbench"
	tree=$(git write-tree)
	unset GIT_INDEX_FILE
	git update-ref refs/heads/main \
		"$(git commit-tree -p main -m gate "$tree")"
}

it 'lets nothing be slower unless told' <<'END'
	repo
	code 1 git bench check
	has out 'check failed: 1 worse (work +20%, 0% allowed), 1 fine'
	has out 'no limit is set'
	lacks out 'idle'
	has out 'note: checked bench/history/'
	git bench check --all >out || [ $? = 1 ]
	has out 'idle'
END

it 'has nothing to say of what was not measured' <<'END'
	cd r
	code 128 git bench check main
	has err 'there is no result for main'
	code 128 git bench check nosuch
	has err "'nosuch' is no result"
END

it 'reads its limits at the default branch, and says where' <<'END'
	cd r
	gate '[gate]' 'limit = 25%'
	code 0 git bench check
	has out 'check passed: 1 allowed, 1 fine'
	has out '.gitbench, line 10'
	git config gate.micro/w*.limit 19%
	code 1 git bench check
	has out 'git config gate.micro/w*.limit'
	git config --unset gate.micro/w*.limit
	# What a branch says of itself does not matter.
	printf '[gate]\nlimit = none\n' >>.gitbench
	git commit -qam 'no limits'
	gate '[gate]' 'limit = 3%'
	code 1 git bench check HEAD~1
	git reset -q --hard HEAD~1
END

it 'names the line of a gate that it cannot read' <<'END'
	cd r
	gate 'limit = 5'
	code 128 git bench check
	has err "limit = '5' is no limit such as 5%"
	git update-ref refs/heads/main main~1
END

it 'accepts what a trailer of the change accepts, and no more' <<'END'
	cd r
	# Not where git sees no trailer.
	git commit -q --amend -m "slower

	Bench-Accept: work 50% in the body

	and on" && git bench run -q >out || [ $? = 1 ]
	code 1 git bench check
	git commit -q --amend -m slower -m 'Bench-Accept: w* 15% too little'
	git bench run -q >out || [ $? = 1 ]
	code 1 git bench check
	git commit -q --amend -m slower -m 'Bench-Accept: w* 25% it has to'
	git bench run -q >out || [ $? = 1 ]
	code 0 git bench check
	has out "by $(git rev-parse --short=10 HEAD) up to 25%: it has to"
	has out 'A U Thor'
	git bench check --json >doc
	json doc ".passed and .counts.accepted == 1 and
		(.findings[] | select(.outcome == \"accepted\") |
		.accepted.commit == \"$(git rev-parse HEAD)\" and .limit == 0.03)"
END

it 'takes no trailer where the gate says so' <<'END'
	cd r
	gate 'accept = nobody'
	code 1 git bench check
	gate 'accept = signed'
	code 1 git bench check
	gate 'accept = anyone' 'accept-limit = 10%'
	code 1 git bench check
END

it 'takes a signed trailer, by a key that is trusted here' <<'END'
	cd r
	gate 'accept = signed' 'accept-limit = 50%'
	ssh-keygen -q -t ed25519 -N '' -f ../key
	echo "author@example.com $(cat ../key.pub)" >../signers
	git config gpg.format ssh
	git config user.signingKey "$PWD/../key"
	before=$(git rev-parse HEAD)
	git commit -q -S --amend --no-edit
	git bench run -q >out || [ $? = 1 ]
	code 1 git bench check
	git config gpg.ssh.allowedSignersFile "$PWD/../signers"
	code 0 git bench check
	has out "by $(git rev-parse --short=10 HEAD) up to 25%: it has to"
	has out '<author@example.com>, signed)'
	git bench check --json >doc
	json doc '.findings[] | select(.accepted) | .accepted.signed'
	git reset -q --hard $before
END

it 'misses a target that the base has' <<'END'
	cd r
	printf '#!/bin/sh\nexit 3\n' >bin/idle
	commit bin/idle broken
	git bench run -q >out || [ $? = 1 ]
	code 1 git bench check --markdown
	has out '1 missing'
	has out '| `idle` |'
	gate '[gate "micro/idle"]' 'missing = allow' '[gate]' 'limit = 30%'
	code 0 git bench check
END

it 'fails on the unknown only when strict' <<'END'
	cd r
	git bench show --json topic~1 |
		jq -c '.targets[] |= (.verdict = "unknown" | del(.interval))' \
		>../unknown.json
	code 0 git bench check --file ../unknown.json
	has out 'check passed: 2 unknown'
	code 1 git bench check --strict --file ../unknown.json
	gate '[gate "*/work"]' 'unknown = fail'
	code 1 git bench check --file ../unknown.json
END

it 'reads a document from a file or a pipe' <<'END'
	cd r
	git bench show --json topic >../doc.json
	code 0 git bench check --file ../doc.json
	git bench show --json topic | git bench check -f - >out
	has out 'checked -: '
	code 128 git bench check -f nosuch.json
	# Elsewhere there are no suites, but there may be limits.
	git init -q ../elsewhere && cd ../elsewhere
	code 1 git bench check -f ../doc.json
	has out 'are not all here: what they accept is not known'
	git config gate.limit 30%
	git config gate.micro/idle.missing allow
	code 0 git bench check -f ../doc.json
	cd ../r
	echo '{}' >bad.json
	code 128 git bench check -f bad.json
	code 129 git bench check -f bad.json topic
END

it 'holds two results against each other' <<'END'
	cd r
	code 0 git bench check topic~1 topic
	has out 'check passed: 1 allowed, 1 fine'
	has out 'configuration (.gitbench) differs'
END

finish
