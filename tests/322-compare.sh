#!/usr/bin/env bash
# git bench compare: two commits by the best results there are.
. "$(dirname "$0")/lib.sh"

# Each commit says what it took; main 20, then 30, then 40.
repo() {
	new_repo r && cd r
	cat >.gitbench <<-'EOF'
		[suite "micro"]
			driver = command
			target = work = ./work
			samples = 5
			value = took ([0-9]+)
			unit = ms
			pin = false
		[suite "other"]
			driver = command
			target = else = ./work
			samples = 5
		[bench]
			suite = micro
	EOF
	for took in 20 30 40; do
		printf '#!/bin/sh\necho took %d\n' $took >work
		chmod +x work
		git add . && commit file "takes $took"
	done
}

measure() { # BASE HEAD...
	git bench run -q --base "$@" >out || [ $? = 1 ]
}

it 'says that there is nothing to compare' <<'END'
	repo
	code 128 git bench compare HEAD~1 HEAD
	has err 'there are no results yet'
	measure HEAD~1 HEAD
	code 128 git bench compare HEAD~2 HEAD
	has err "there is no result for HEAD~2"
END

it 'takes the result in which both were measured' <<'END'
	cd r
	code 1 git bench compare HEAD~1 HEAD
	has out 'micro: 1 slower (work +33%)'
	has out 'note: measured side by side, in bench/history/'
	lacks out 'measured apart'
END

it 'finds a side among several' <<'END'
	cd r
	measure HEAD~2 --vs HEAD~1 HEAD
	code 1 git bench compare HEAD~2 HEAD
	has out 'work +100%'
	code 1 git bench compare --json HEAD~1 HEAD
	json out '.sides | length == 2'
	json out '.targets[0].verdict == "slower" and .missing == []'
END

it 'else the newest of both, through a common base' <<'END'
	cd r
	measure HEAD~2 HEAD~1
	git checkout -q -b side HEAD~1
	printf '#!/bin/sh\necho took 60\n' >work
	git add . && commit file 'takes 60'
	measure main~2 side
	code 1 git bench compare main~1 side
	has out 'work +100%'
	has out 'note: measured apart, in bench/history/'
END

it 'never mixes suites, and says of which it speaks' <<'END'
	cd r
	measure main~2 --suite other side
	code 1 git bench compare --suite micro main~1 side
	has out 'micro: 1 slower'
	code 128 git bench compare --suite other main~1 side
	has err "there is no result of the suite 'other' for main~1"
	code 0 git bench compare "$(git rev-parse main~1)" side
	has out 'No verdicts (another suite): these ratios say nothing'
	has out "note: suite differs: 'micro' and 'other'"
END

it 'does not take a result for its own proof' <<'END'
	cd r
	code 0 git bench compare side side
	has out 'No verdicts (one and the same result)'
END

it 'prints all formats' <<'END'
	cd r
	git bench compare --suite micro --format markdown main~1 side >out || true
	has out '| `work` | 30 ms | 60 ms |'
	git bench compare --suite micro --format csv main~1 side >out || true
	has out 'work,sequential,,seconds,s,'
	git bench compare --suite micro --json main~1 side >out || true
	json out '.headline | startswith("1 slower")'
END

finish
