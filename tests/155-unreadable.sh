#!/usr/bin/env bash
# What stands in the repository and cannot be read: said, never hidden,
# never touched, and never in the way of the rest.
. "$(dirname "$0")/lib.sh"

repo() {
	new_repo "$1" && cd "$1"
	cat >.gitbench <<-'CONFIG'
		[suite "m"]
			driver = command
			target = a = true
			samples = 1
	CONFIG
	git add .gitbench && commit file second
}

# Puts a file on the history by hand: PATH, content on stdin.
plant() {
	local index=$PWD/.git/plant tree blob
	blob=$(git hash-object -w --stdin)
	GIT_INDEX_FILE=$index git read-tree bench-history
	GIT_INDEX_FILE=$index git update-index --add --cacheinfo \
		"100644,$blob,$1"
	tree=$(GIT_INDEX_FILE=$index git write-tree)
	git update-ref refs/heads/bench-history \
		"$(git commit-tree -p bench-history -m hand "$tree")"
	rm "$index"
}

it 'damaged results are left out of lists, and that is said' <<'END'
	repo results
	git bench run -q >/dev/null
	git show "bench-history:bench/latest.json" >good
	printf '%200000s' | tr ' ' '[' | plant bench/history/2026-01-01-deep.json
	plant bench/history/2026-01-02-empty.json </dev/null
	jq '.schema_version = 99' good | plant bench/history/2026-01-03-new.json
	jq '.sha = "../../x"' good | plant bench/history/2026-01-04-sha.json
	code 0 git bench log
	[ "$(wc -l <out)" = 1 ]
	has err 'warning: 4 results cannot be read and are left out: '
	code 0 git bench show
END

it 'show says what is wrong with a damaged one' <<'END'
	cd results
	code 128 git bench show 2026-01-02-empty
	has err '2026-01-02-empty.json, line 1: ends too early'
	code 128 git bench show bench/history/2026-01-03-new.json
	has err 'schema_version'
	lacks err 'is no result'
END

it 'a result may say what it wants: no byte of it steers the terminal' <<'END'
	cd results
	jq '.suite = "m\u001b[2J" | .targets[0].name = "\u001b]0;x\u0007" |
		.runner.name = "\u001b[31m" | .runner.cpu = "a\nb" |
		.runner["\u001b"] = 1.5 | .date = "2026-01-05T00:00:00Z" |
		.missing = [{name: "\u001b[2J", side: 0, stage: "build",
			reason: "\u001b[2J\r\nx"}]' good |
		plant bench/history/2026-01-05-evil.json
	for command in 'show 2026-01-05-evil' log \
		'compare 2026-01-05-evil latest' \
		'show --format markdown 2026-01-05-evil'; do
		git bench $command >>shown 2>&1 || [ $? = 1 ] || [ $? = 128 ]
	done
	! grep -q "$(printf '[\033\007\r]')" shown
END

it 'lines of the ledger that are damaged or newer are kept and counted' <<'END'
	repo ledger
	git bench request >/dev/null
	git notes --ref=bench append -m 'no json' HEAD
	git notes --ref=bench append -m '{"v":2,"event":"later"}' HEAD
	printf '\033[2J\xff\xfe' | git notes --ref=bench append -F - HEAD
	code 0 git bench status
	has err '3 lines of the ledger left alone, 1 of a newer version and 2'
	! grep -q "$(printf '\033')" err
	code 0 git bench request --base HEAD
	code 0 git bench runner --once
	git notes --ref=bench show HEAD >note
	for line in 'no json' '{"v":2,"event":"later"}' $'\033[2J\xff\xfe'; do
		LC_ALL=C grep -qxF -e "$line" note
	done
END

it 'our own refs are no commits' <<'END'
	git init -q unborn && cd unborn
	git bench init >/dev/null
	code 128 git bench request
	has err 'has no commits yet'
	code 128 git bench show
	has err 'there are no results yet'
END

it 'doctor does not pass over a repository that cannot be read' <<'END'
	git init -q --object-format=sha256 sha256 && cd sha256
	code 128 git bench doctor
	has err sha256
	mkdir ../nowhere && cd ../nowhere
	code 0 git bench doctor
END

it 'no file is opened in the place of a closed standard output' <<'END'
	repo closed
	git-bench run <&- >&- 2>&-
	git bench request --fresh >/dev/null
	git-bench runner --once <&- >&- 2>&-
	git fsck --strict --no-dangling
	[ "$(git bench log | wc -l)" = 2 ]
END

it 'where nothing could be measured, the first reason names its target' <<'END'
	repo failing
	sed -i 's/= true/= false/' .gitbench
	git add . && commit file third
	code 128 git bench run -q
	has err "nothing could be measured: 'a' of $(git rev-parse --short=10 \
		HEAD): exit status 1"
END

finish
