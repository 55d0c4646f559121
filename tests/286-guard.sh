#!/usr/bin/env bash
# The hook update where git-bench is installed: rewritten histories, claims,
# and ledgers that nobody wrote in good faith.
. "$(dirname "$0")/lib.sh"

it 'a host, and a clone that asks and measures there' <<'END'
	git init -q --bare host
	git -C host bench init --hooks >/dev/null
	new_repo r && cd r
	cat >.gitbench <<-'CONFIG'
		[suite "micro"]
			driver = command
			target = a = true
			samples = 1
	CONFIG
	git add .gitbench
	commit file configured
	git push -q ../host main
	git bench init --remote ../host >/dev/null
	git bench request --no-base >/dev/null
	git bench runner --once >/dev/null
	[ "$(git -C ../host rev-list --count bench-history)" = 3 ]
	[ -z "$(git -C ../host for-each-ref refs/bench/claims)" ]
	git clone -q --bare ../host ../kept
END

# A ledger on top of the host's, whose tree is what mktree makes of stdin in
# place of all notes, or beside them with --and.
ledger() { # [--and]
	local tip
	git fetch -q ../host +refs/notes/bench:refs/work/ledger
	tip=$(git rev-parse refs/work/ledger)
	[ "${1:-}" != --and ] || git ls-tree refs/work/ledger >tree
	cat >>tree
	git commit-tree -p "$tip" -m odd "$(git mktree --missing <tree)"
	rm tree
}

refuses() { # SENTENCE COMMIT [REF]
	code 1 git push -f ../host "$2:${3:-refs/notes/bench}"
	has err "$1"
}

it 'a note is a file of lines' <<'END'
	cd r
	object=$(git rev-parse HEAD~1)
	blob=$(echo '{"v":1}' | git hash-object -w --stdin)
	for entry in "120000 blob $blob" "160000 commit $object" \
		"040000 tree $(git rev-parse HEAD^{tree})" "100755 blob $blob"; do
		ledger --and <<<"$entry	$object" >commit
		code 1 git push ../host "$(cat commit):refs/notes/bench"
		has err 'is no note'
	done
	ledger --and <<<"100644 blob $blob	README" >commit
	refuses 'README is no note' "$(cat commit)"
	refuses 'no event: ' "$(ledger --and <<<"100644 blob $blob	$object")"
END

it 'a ledger and a history are commits' <<'END'
	cd r
	git tag -a -m tag annotated
	for object in "$(git rev-parse HEAD:file)" \
		"$(git rev-parse 'HEAD^{tree}')" "$(git rev-parse annotated)"; do
		refuses 'is to be a commit' "$object"
		code 1 git push -f ../host "$object:refs/heads/bench-history"
	done
	git tag -d annotated
END

it 'what is in a note cannot pass for another note' <<'END'
	cd r
	object=$(git rev-parse HEAD~1)
	git fetch -q ../host +refs/notes/bench:refs/notes/work
	noted=$(git notes --ref=work list | cut -d' ' -f2)
	text=$(git notes --ref=work show "$noted")
	forged=$(printf '{"v":1}\n\nblob %d %s\n%s\n' $((${#text} + 1)) \
		"$noted" "$text" | git hash-object -w --stdin)
	refuses 'gets a line that is no event' \
		"$(ledger <<<"100644 blob $forged	$object")"
	forged=$(printf '{"v":1}\0\n{"x":2}\n' | git hash-object -w --stdin)
	refuses 'no event' "$(ledger --and <<<"100644 blob $forged	$object")"
END

it 'a ledger with 50,000 lines more is looked at whole' <<'END'
	cd r
	object=$(git rev-parse HEAD~1)
	line='{"at":"2026-11-30T17:00:00Z","by":"a","event":"cancel"'
	seq -f "$line,\"id\":\"%032.0f\",\"round\":0,\"v\":1}" 50000 >many
	sort -o many many
	blob=$(git hash-object -w many)
	ledger --and <<<"100644 blob $blob	$object" >good
	echo "$line,\"id\":\"zz\",\"round\":0,\"v\":1}" >>many
	blob=$(git hash-object -w many)
	refuses "the note of $(printf %.10s "$object") gets a line" \
		"$(ledger --and <<<"100644 blob $blob	$object")"
	git push -q ../host "$(cat good):refs/notes/bench"
	rm many
END

it 'only a new epoch may be rewritten, by whom the host lets' <<'END'
	cd r
	one=$(echo 1 | git hash-object -w --stdin)
	new=$(ledger <<<"100644 blob $one	epoch")
	refuses 'bench.allowCompact does not let you' "$new"
	git -C ../host config bench.allowCompact "not-$(id -un)"
	refuses 'bench.allowCompact does not let you' "$new"
	git -C ../host config --add bench.allowCompact "$(id -un)"
	git push -q ../host "$new:refs/notes/bench"
	refuses 'is of epoch 0, and 1 has begun: fetch it' \
		"$(git -C ../kept rev-parse refs/notes/bench)"
	tree=$(git mktree <<<"100644 blob $one	epoch")
	new=$(git commit-tree -m compacted "$tree")
	git push -q -f ../host "$new:refs/heads/bench-history"
	git -C ../kept push -q -f ../host bench-history 2>err && exit 1
	has err 'is of epoch 0, and 1 has begun'
	git -C ../host update-ref refs/notes/bench "$(
		git -C ../kept rev-parse refs/notes/bench)"
	git -C ../host update-ref refs/heads/bench-history "$(
		git -C ../kept rev-parse bench-history)"
END

claim() { # REQUEST ROUND ATTEMPT
	local blob
	blob=$(printf '{"at":"2026-11-30T17:00:00Z","attempt":%d,"boot":"b","lease":300,"machine":"m","nonce":"%s","pid":1,"request":"%s","round":%d,"runner":"m","started":1,"v":1}' \
		"$3" "$RANDOM$RANDOM" "$1" "$2" | git hash-object -w --stdin)
	git commit-tree -m claim "$(git mktree <<<"100644 blob $blob	claim.json")"
}

it 'a claim names an open round of a request' <<'END'
	cd r
	git bench request --json --no-base >out
	id=$(jq -r .id out)
	echo "$id" >../id
	ref=refs/bench/claims/$id
	none=00000000000000000000000000000000
	refuses 'there is no request 00000000' "$(claim $none 0 1)" \
		"refs/bench/claims/$none"
	refuses 'no request has such an id' "$(claim "$id" 0 1)" "${ref}x"
	refuses 'it holds a claim of 00000000' "$(claim $none 0 1)" "$ref"
	refuses 'round 1 of' "$(claim "$id" 1 1)" "$ref"
	refuses 'holds no claim' "$(git rev-parse HEAD)" "$ref"
	git push -q ../host "$(claim "$id" 0 1):$ref"
END

it 'an attempt follows the one before' <<'END'
	cd r
	id=$(cat ../id)
	ref=refs/bench/claims/$id
	refuses 'attempt 3 does not follow attempt 1' "$(claim "$id" 0 3)" "$ref"
	git push -q -f ../host "$(claim "$id" 0 1):$ref"
	git push -q -f ../host "$(claim "$id" 0 2):$ref"
	git bench cancel "$id" >/dev/null
	git push -q -f ../host "$(claim "$id" 0 3):$ref"
	git push -q ../host ":$ref"
	refuses 'is not open: look again' "$(claim "$id" 0 1)" "$ref"
END

it 'names that were set on the host are guarded as the usual ones' <<'END'
	cd r
	git -C ../host config bench.notesRef refs/heads/our-bench/ledger
	git -C ../host config bench.claimPrefix refs/heads/our-bench/claims
	blob=$(echo nonsense | git hash-object -w --stdin)
	refuses 'a line that is no event' \
		"$(ledger <<<"100644 blob $blob	$(git rev-parse HEAD)")" \
		refs/heads/our-bench/ledger
	git -C ../host update-ref refs/heads/our-bench/ledger refs/notes/bench
	git bench request --json --no-base --fresh >asked
	id=$(jq -r .id asked)
	ref=refs/heads/our-bench/claims/$id
	refuses 'there is no request' "$(claim "$id" 0 1)" "$ref"
	git push -q ../host refs/notes/bench:refs/heads/our-bench/ledger
	refuses 'round 3 of' "$(claim "$id" 3 1)" "$ref"
	git push -q ../host "$(claim "$id" 0 1):$ref"
	git -C ../host config --unset bench.notesRef
	git -C ../host config --unset bench.claimPrefix
	git -C ../host update-ref -d "$ref"
	git bench cancel "$id" >/dev/null
END

it 'a runner that comes too late takes it as a lost race' <<'END'
	cd r
	git bench request --json --no-base >out
	id=$(jq -r .id out)
	# Between its look at the ledger and its claim somebody cancels.
	mv ../host/hooks/update ../host/hooks/update.real
	cat >../host/hooks/update <<-HOOK
		#!/bin/sh
		case \$1 in
		refs/bench/claims/*)
			if [ ! -e "$PWD/cancelled" ]; then
				>"$PWD/cancelled"
				(cd "$PWD" && unset \$(git rev-parse \
					--local-env-vars) GIT_QUARANTINE_PATH &&
					git bench cancel $id) >&2
			fi ;;
		esac
		exec hooks/update.real "\$@"
	HOOK
	chmod +x ../host/hooks/update
	git bench runner --once >out 2>err || [ $? = 1 ]
	[ -e cancelled ]
	lacks err refuses
	[ -z "$(git -C ../host for-each-ref refs/bench/claims refs/bench/keep)" ]
END

finish
