#!/usr/bin/env bash
# git bench request: which sides are meant, and what is written for them.
. "$(dirname "$0")/lib.sh"

# main: first, second; topic (from first): change, more.
make_repo() {
	new_repo "$1" && cd "$1"
	cat >.gitbench <<-'CONFIG'
		[suite "micro"]
			driver = command
			target = a = true
			allow-env = HEAP
		[suite "alone"]
			driver = command
			target = a = true
			base = false
		[variant "fast"]
			env = MODE=fast
	CONFIG
	git add .gitbench
	git config bench.suite micro
	commit file second
	git checkout -q -b topic HEAD^
	commit other change
	commit other more
}

ask() { # ARG...: the sides, as "sha variant", in the file sides
	git bench request --json "$@" >out
	jq -r '.sides[] | "\(.sha) \(.variant // "-")"' out >sides
}

sides_are() { # "REV VARIANT"...
	local side
	for side; do
		echo "$(git rev-parse "${side% *}") ${side#* }"
	done >want
	same want sides
}

it 'a branch is compared with where it left the default branch' <<'END'
	make_repo r
	ask
	sides_are 'main^ -' 'topic -'
	json out '.id | test("^[0-9a-f]{32}$")'
	json out '.state == "open" and .suite == "micro"'
END

it 'the default branch is compared with its first parent' <<'END'
	cd r && git checkout -q main
	ask
	sides_are 'main^ -' 'main -'
	git checkout -q topic
END

it 'a first commit is compared with nothing' <<'END'
	cd r
	ask main^
	sides_are 'main^ -'
END

it 'several revisions are several requests' <<'END'
	cd r
	ask topic topic^
	sides_are 'main^ -' 'topic -' 'main^ -' 'topic^ -'
	[ "$(jq -r .id out | sort -u | wc -l)" = 2 ]
END

it '--base, --vs and --variant name the sides' <<'END'
	cd r
	ask --base main --vs topic^+fast --vs +fast --variant HEAP=1k
	sides_are 'main -' 'topic^ +fast' 'topic +fast' 'topic HEAP=1k'
	ask --no-base --vs main
	sides_are 'main -' 'topic -'
	ask --base main,HEAP=2k
	sides_are 'main HEAP=2k' 'topic -'
END

it 'a sweep is one side for each value' <<'END'
	cd r
	ask --no-base --variant 'HEAP=1k|2k|3k'
	sides_are 'topic HEAP=1k' 'topic HEAP=2k' 'topic HEAP=3k'
END

it 'a branch whose name looks like a variant is a branch' <<'END'
	cd r
	git branch 'a+fast' main
	ask --base 'a+fast'
	sides_are 'main -' 'topic -'
	ask --base 'a+fast+fast'
	sides_are 'main +fast' 'topic -'
END

it 'a suite may compare with nothing unless told to' <<'END'
	cd r
	ask --suite alone
	sides_are 'topic -'
	ask --suite alone --base main
	sides_are 'main -' 'topic -'
END

it 'the line stands in the note of the head, and git shows it' <<'END'
	cd r
	git bench request --json --filter '^a$' --samples 3 -p 7 >out
	id=$(jq -r .id out)
	git notes --ref=bench show topic | grep -F "$id" >line
	[ "$(jq -cS . line)" = "$(cat line)" ]
	json line '.v == 1 and .event == "request" and .filter == "^a$"'
	json line '.priority == 7 and .options.samples == 3'
	jq -r .config line >config
	git rev-parse main:.gitbench >want
	same want config
	git log -1 --notes=bench topic >log
	has log "$id"
	code 0 git fsck --strict --no-dangling
END

it 'keep refs hold every side' <<'END'
	cd r
	id=$(git bench request --json --base main | jq -r .id)
	git for-each-ref --format='%(objectname)' "refs/bench/keep/$id/0" >got
	git rev-parse main topic >want
	same want got
END

it '--dry-run writes nothing' <<'END'
	cd r
	git for-each-ref >before
	git bench request --dry-run >out
	has out 'suite micro'
	git for-each-ref >after
	same before after
END

it 'people see id, sides and what comes next' <<'END'
	cd r
	git bench request >out
	grep -qE '^request [0-9a-f]{8}, suite micro$' out
	grep -qE '^  base +[0-9a-f]{10} \(main\)$' out
	grep -qE '^  head +[0-9a-f]{10} \(topic\)$' out
	has out 'git bench runner --once'
END

it 'what cannot be is refused in one sentence, and nothing is written' <<'END'
	cd r
	git for-each-ref >before
	code 128 git bench request nowhere
	has err 'nowhere'
	code 128 git bench request --suite none
	has err 'micro'
	code 129 git bench request --filter '('
	code 129 git bench request --variant +none
	has err 'fast'
	code 129 git bench request --variant PATH=/tmp
	code 128 git bench request --base none+fast
	has err 'hint: a side is written'
	code 128 git bench request -- -x
	code 128 git bench request topic nowhere
	code 128 git bench request --continue none
	git for-each-ref >after
	same before after
END

finish
