#!/usr/bin/env bash
# git bench run: from two commits to a result on bench-history.
. "$(dirname "$0")/lib.sh"

# main: `work` says that it took 20 ms; on the branch it says 80. What it says
# does not depend on how busy the machine is, so neither does the verdict.
repo() {
	new_repo r && cd r
	mkdir bin
	printf '#!/bin/sh\necho took 20\n' >bin/work
	printf '#!/bin/sh\nexec true\n' >bin/idle
	chmod +x bin/*
	cat >.gitbench <<-'EOF'
		[suite "micro"]
			driver = command
			build = echo built >product
			target = work = bin/work
			target = idle = bin/idle
			samples = 6
		[target "micro/work"]
			value = took ([0-9]+)
			unit = ms
	EOF
	git add . && commit file suite
	git checkout -q -b topic
	printf '#!/bin/sh\necho took 80\n' >bin/work
	git add . && commit file slower
}

it 'measures HEAD against its merge base and says slower by exit 1' <<'END'
	repo
	code 1 git bench run
	has out 'slower'
	has out 'work'
	git rev-parse -q --verify refs/heads/bench-history
END

it 'records one document, read by git alone' <<'END'
	cd r
	path=$(git ls-tree -r --name-only bench-history bench/history/)
	[ "$(wc -l <<<"$path")" = 1 ]
	[[ $path =~ ^bench/history/[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{10}\.json$ ]]
	git show "bench-history:$path" >doc
	json doc '.schema_version == 1 and .suite == "micro"'
	json doc ".sha == \"$(git rev-parse topic)\""
	json doc ".base_sha == \"$(git rev-parse main)\""
	json doc '.targets | map(.name) | sort == ["idle", "work"]'
	json doc '.targets[] | select(.name == "work") |
		.verdict == "slower" and .ratio == 4 and .samples == 6 and
		.seconds == 0.08 and .sides[0].seconds == 0.02'
	json doc '.targets[] | select(.name == "idle") |
		.seconds > 0'
	json doc '.targets[].metrics.maxrss | .unit == "B" and .value > 0'
	json doc '.runner | .cores > 0 and (.cpu | length > 0) and
		(.load_before | type == "number")'
	json doc '.missing == [] and .summary.slower == 1'
	git fsck --strict
END

it 'keeps every sample beside it' <<'END'
	cd r
	path=$(git ls-tree -r --name-only bench-history bench/samples/)
	git show "bench-history:$path" >raw
	json raw '.targets[].sides | length == 2 and
		all(.[]; .seconds.values | length == 6)'
END

it 'tells the story to git log' <<'END'
	cd r
	git log -1 --format=%s bench-history >out
	has out "micro: $(git rev-parse --short=10 topic)"
	git log -1 --format=%B bench-history | git interpret-trailers --parse >out
	has out "Bench-Head: $(git rev-parse topic)"
	has out "Bench-Base: $(git rev-parse main)"
	has out 'Bench-Suite: micro'
	lacks out 'Bench-Request'
END

it 'gives a second result of that day a name of its own' <<'END'
	cd r
	code 1 git bench run -q --filter work --samples 6
	git ls-tree --name-only bench-history bench/history/ >out
	has out '-2.json'
	[ "$(git log --format=%s bench-history | grep -c ^micro:)" = 2 ]
END

it 'measures a commit of the default branch against its parent' <<'END'
	cd r
	git checkout -q main
	git bench run -q --json --filter idle >doc
	json doc ".base_sha == \"$(git rev-parse main~1)\""
	git show bench-history:bench/latest.json >out
	json out ".sha == \"$(git rev-parse main)\""
	git show bench-history:bench/latest/micro.json >out
	json out '.suite == "micro"'
	git checkout -q topic
END

it 'expects of the whole what the whole took, not a part of it' <<'END'
	cd r
	whole=$(git ls-tree --name-only bench-history bench/history/ |
		grep "$(git rev-parse --short=10 topic).json")
	git bench run --no-record >out 2>err || [ $? = 1 ]
	has err "as $whole took"
END

it 'tells a metric that is missing from a target that is' <<'END'
	cd r
	code 128 git bench log --all -m nosuch work
	has err "no result has a target 'work' with the metric nosuch"
	code 128 git bench log nosuch
	has err "no result of the default branch has a target 'nosuch'"
END

it 'writes nothing when asked so' <<'END'
	cd r
	before=$(git rev-parse bench-history)
	git bench run -q --no-record --filter idle >out
	[ "$before" = "$(git rev-parse bench-history)" ]
END

it 'never calls equal code slower or faster, and never same without cause' <<'END'
	cd r
	git bench run -q --json --base topic --filter idle --samples 1 \
		--fresh >doc
	json doc '.targets[0].verdict == "unknown"'
END

it 'compares several sides and keeps each apart' <<'END'
	cd r
	code 1 git bench run -q --json --base main --vs main~1 --filter work topic
	cp out doc
	json doc '.sides | length == 3'
	json doc '.missing | map(select(.name == "work")) | length == 1 and
		.[0].side == 1 and .[0].stage == "absent"'
END

finish
