#!/usr/bin/env bash
# git bench fsck: each invariant broken on purpose, told, and mended.
. "$(dirname "$0")/lib.sh"

# A repository with one result, one failure, one open request.
make_one() { # DIR
	new_repo "$1" && cd "$1"
	cat >.gitbench <<-'CONFIG'
		[suite "micro"]
			driver = command
			target = a = true
			samples = 1
		[suite "bad"]
			driver = command
			build = false
			target = a = true
		[bench]
			suite = micro
	CONFIG
	git add .gitbench
	commit file configured
	git bench request >/dev/null
	git bench runner --once >/dev/null
	git bench request --suite bad >/dev/null
	git bench runner --once >/dev/null || :
	git bench request >/dev/null
}

well() {
	code 0 git bench fsck "$@"
	has out 'all is well'
}

# One problem of KIND whose sentence holds TEXT, and then none any more.
tells() { # KIND TEXT
	code 1 git bench fsck --json
	json out '.kind != null'
	jq -c 'select(.kind == "'"$1"'")' out >of-kind
	has of-kind "$2"
	lacks of-kind '"mend":null'
}

# As git notes would never write it: FILE becomes the note of HEAD.
note() { # FILE
	git update-ref refs/notes/other refs/notes/bench
	git notes --ref=other add -f -F "$1" HEAD 2>/dev/null
	git update-ref refs/notes/bench refs/notes/other
}

lines() {
	git notes --ref=bench show HEAD | grep .
}

it 'all is well where nothing is, and where all is well' <<'END'
	git init -q empty
	(cd empty && well)
	make_one r
	well
	has out '3 requests (5 events in 1 notes), 1 documents, 3 refs'
	well --repair
	git bench fsck --json >out
	json out '.kind == "summary" and .problems == 0 and .requests == 3'
	git update-ref refs/kept/notes refs/notes/bench
	git update-ref refs/kept/history bench-history
END

it 'lines that are no events, and of a newer version' <<'END'
	cd r
	{ lines; echo 'good morning'; echo '{"v":1,"event":"cancel"}'
		echo '{"event":"x","v":2}'; printf '{"a":"\033[2J"}\n'; } >text
	note text
	tells line 'note of '
	[ "$(grep -c . of-kind)" = 3 ]
	git bench fsck >out || [ $? = 1 ]
	has out '1 lines are of a newer git-bench'
	lacks out "$(printf '\033')"
END

it 'ids, rounds and results' <<'END'
	cd r
	git update-ref refs/notes/bench refs/kept/notes
	lines >text
	grep '"request"' text | head -n 1 | sed 's/"suite":"[a-z]*"/"suite":"other"/' >>text
	grep '"failure"' text | sed 's/"attempt":1/"attempt":2/' >>text
	grep '"result"' text | sed 's/"round":0/"round":7/' >>text
	grep '"failure"' text | head -n 1 |
		sed 's/"id":"[0-9a-f]*/"id":"00000000000000000000000000000000/' >>text
	note text
	tells id '2 requests have this id'
	tells id 'events of a request that nobody made'
	tells round 'round 0 ended in 2 failures'
	tells round '1 events of rounds that nobody opened'
	lines | sed 's|bench/history/2|bench/history/1|' >text
	note text
	tells result 'which is not on bench-history'
END

it 'files that are no notes, and notes in two places' <<'END'
	cd r
	git update-ref refs/notes/bench refs/kept/notes
	blob=$(git notes --ref=bench list HEAD)
	head=$(git rev-parse HEAD)
	inner=$(git mktree <<<"100644 blob $blob	${head#??}")
	tree=$(printf '100644 blob %s\t%s\n100644 blob %s\tREADME\n040000 tree %s\t%.2s\n' \
		"$blob" "$head" "$blob" "$inner" "$head" | git mktree)
	git update-ref refs/notes/bench \
		"$(git commit-tree -p refs/notes/bench -m odd "$tree")"
	tells note 'is no note'
	tells note 'has its note in two places'
	git bench cancel "$(git bench status --json | jq -r .id)" >/dev/null
	tells note 'is no note'
	lacks of-kind 'two places'
END

# The history's tree as mktree makes it of what stdin adds to, or, with sed
# expressions, of what is left of it.
history() { # FOLDER SED
	local index=$PWD/index
	rm -f "$index"
	GIT_INDEX_FILE=$index git read-tree refs/kept/history
	GIT_INDEX_FILE=$index git ls-files -s | sed -E "$1" >list
	rm "$index"
	GIT_INDEX_FILE=$index git update-index --index-info <list
	git update-ref refs/heads/bench-history "$(git commit-tree \
		-p refs/kept/history -m odd \
		"$(GIT_INDEX_FILE=$index git write-tree)")"
}

it 'documents, samples and the latest ones' <<'END'
	cd r
	git update-ref refs/notes/bench refs/kept/notes
	history 's|(.*)(bench/history/[0-9a-f-]*)(.json)$|&\n\1\2-2\3|'
	tells document 'has another document, bench/history/'
	history '/bench\/samples|SCHEMA/d'
	tells sample 'the samples of this document are not there'
	tells schema 'SCHEMA.md'
	history '/bench\/history/d'
	tells result 'which is not on bench-history'
	tells sample 'no document to these samples'
	tells latest 'a copy of none of the documents'
	blob=$(echo '{"schema_version":1,' | git hash-object -w --stdin)
	history "s|[0-9a-f]{40}(.*bench/history/)|$blob\1|"
	tells document 'bench/history/'
	git update-ref refs/heads/bench-history refs/kept/history
	git update-ref refs/notes/bench \
		"$(git commit-tree -m new 'refs/notes/bench^{tree}')"
	tells root 'not that of all the others'
	git update-ref refs/notes/bench refs/kept/notes
	well
END

it 'refs that name no open round are told, and removed on demand' <<'END'
	cd r
	ended=$(git bench status --all --json |
		jq -r 'select(.state == "done").id')
	open=$(git bench status --json | jq -r .id)
	git update-ref refs/bench/keep/$ended/0/0 HEAD
	git update-ref refs/bench/keep/$ended/0/1 HEAD
	git update-ref refs/bench/keep/$(printf %032d 7)/0/0 HEAD
	git update-ref refs/bench/claims/$open HEAD
	git update-ref refs/bench/runners/there HEAD
	git update-ref refs/bench/orders/there HEAD
	tells keep 'round that is over'
	tells keep 'the ledger does not know'
	tells claim 'cannot be read'
	tells runner 'runner.json'
	tells order 'cannot be read'
	code 1 git bench fsck --repair
	has out '2 mended'
	git for-each-ref refs/bench/keep/$ended refs/bench/claims >left
	same /dev/null left
	git update-ref -d refs/bench/keep/$(printf %032d 7)/0/0
	git update-ref -d refs/bench/runners/there
	git update-ref -d refs/bench/orders/there
	well
END

it 'worktrees and locks of dead processes, and a cache that is in the way' <<'END'
	cd r
	touch -d yesterday .git/refs/notes/bench.lock
	tells lock 'somebody has held this lock'
	rm .git/refs/notes/bench.lock
	mv .git/git-bench ../cache
	echo >.git/git-bench
	tells cache 'git-bench'
	rm .git/git-bench
	mv ../cache .git/git-bench
	well
END

it 'a damaged object is one problem, and the rest is looked at' <<'END'
	cp -r r damaged && cd damaged
	git update-ref -d refs/heads/bench-history
	blob=$(git rev-parse "refs/kept/history:$(git ls-tree -r --name-only \
		refs/kept/history bench/history)")
	git update-ref refs/heads/bench-history refs/kept/history
	rm -rf .git/git-bench
	printf x >.git/objects/${blob%${blob#??}}/new
	mv -f .git/objects/${blob%${blob#??}}/new \
		".git/objects/${blob%${blob#??}}/${blob#??}"
	code 1 git bench fsck --json
	json out '.kind == "summary" or .kind == "document"'
	has out 'missing or damaged'
	json out '.kind == "document" or .problems == 1'
	note=$(git notes --ref=bench list HEAD)
	chmod u+w ".git/objects/${note%${note#??}}/${note#??}"
	printf x >".git/objects/${note%${note#??}}/${note#??}"
	rm -rf .git/git-bench
	git update-ref refs/bench/claims/$(printf %032d 7) HEAD
	code 1 git bench fsck --repair
	has out 'missing or damaged'
	has out 'git fetch --refetch'
	has out '2 problems'
	git show-ref refs/bench/claims/$(printf %032d 7)
END

it 'work in progress is no problem: 3 requests, looked at all the time' <<'END'
	make_one busy
	git init -q --bare ../hub
	git bench init --remote "$PWD/../hub" >/dev/null
	(for i in 1 2 3; do git bench request --fresh; done
	for i in 1 2 3 4; do git bench runner --once; done
	echo done >finished) >/dev/null 2>&1 &
	until [ -e finished ]; do
		well
	done
	wait
	git bench status --all --json >status
	[ "$(jq -r .state status | grep -c done)" = 5 ]
END

it 'of very many only the first are shown' <<'END'
	cd r
	{ lines; seq -f 'line %.0f' 5000; } | sort >text
	note text
	code 1 git bench fsck
	has out 'line     and 4980 more'
	[ "$(wc -l <out)" -lt 50 ]
	code 1 git bench fsck --max=5 --json
	[ "$(wc -l <out)" = 6 ]
	json out '.kind == "line" or .problems == 5000'
END

finish
