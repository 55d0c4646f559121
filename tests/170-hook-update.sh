#!/usr/bin/env bash
# hooks/update where there is no git-bench: what was recorded cannot be pushed
# away.
. "$(dirname "$0")/lib.sh"

one='{"at":"2026-11-30T17:00:00Z","by":"a","event":"request","id":"1","v":1}'
two='{"at":"2026-11-30T17:01:00Z","by":"a","event":"cancel","id":"1","v":1}'

note() { # TEXT
	git notes --ref=bench add -f -F- HEAD <<<"$1"
}

push() { # REF
	git push -q -f origin "$1"
}

it 'lets a ledger grow' <<'END'
	git init -q --bare host
	sed 's/^bench=.*/bench=there-is-none/' "$TOP/hooks/update" \
		>host/hooks/update
	chmod +x host/hooks/update
	new_repo r && cd r
	git remote add origin ../host
	note "$one"
	push refs/notes/bench
	note "$one
$two"
	push refs/notes/bench
END

it 'refuses a ledger that loses a line' <<'END'
	cd r
	note "$two"
	code 1 push refs/notes/bench
	has err 'loses lines: fetch it, unite, try again'
	git notes --ref=bench remove HEAD
	code 1 push refs/notes/bench
	has err 'loses lines'
END

it 'refuses a line that is no event' <<'END'
	cd r
	note "$one
$two
good morning"
	code 1 push refs/notes/bench
	has err 'gets a line that is no event'
END

it 'sees the same note under another fan-out' <<'END'
	cd r
	git fetch -q origin +refs/notes/bench:refs/notes/bench
	blob=$(git notes --ref=bench list HEAD)
	head=$(git rev-parse HEAD)
	inner=$(printf '100644 blob %s\t%s\n' "$blob" "${head#??}" | git mktree)
	tree=$(printf '040000 tree %s\t%.2s\n' "$inner" "$head" | git mktree)
	commit=$(git commit-tree -p refs/notes/bench -m 'fan out' "$tree")
	git update-ref refs/notes/bench "$commit"
	push refs/notes/bench
END

it 'refuses to delete the ledger or the history' <<'END'
	cd r
	git push -q origin HEAD:refs/heads/bench-history
	code 1 git push origin :refs/notes/bench
	has err 'the ledger is never deleted'
	code 1 git push origin :refs/heads/bench-history
	has err 'the history is never deleted'
END

it 'lets a history be appended to, and nothing else' <<'END'
	cd r
	commit file second
	git push -q origin HEAD:refs/heads/bench-history
	code 1 git push -f origin HEAD~1:refs/heads/bench-history
	has err 'only appended to: fetch it, and try again'
END

it 'leaves all other refs alone' <<'END'
	cd r
	git push -q origin HEAD:refs/heads/topic
	git push -q -f origin HEAD~1:refs/heads/topic
	git push -q origin :refs/heads/topic
END

finish
