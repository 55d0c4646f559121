#!/usr/bin/env bash
# How many samples a verdict takes, and what history has to do with it.
. "$(dirname "$0")/lib.sh"

# `work` says what it took: 2000 ms, or 5 % more on the branch, a millisecond
# more or less in turn. What it says does not depend on the machine.
repo() {
	new_repo r && cd r
	mkdir bin
	cat >bin/work <<-'END'
		#!/bin/sh
		echo x >>"$COUNTER"
		echo took $(($(cat n) + $(wc -l <"$COUNTER") % 3))
	END
	chmod +x bin/work
	echo 2000 >n
	cat >.gitbench <<-'END'
		[suite "micro"]
			driver = command
			target = work = bin/work
			env = COUNTER=/dev/null
			warmups = 0
		[target "micro/work"]
			value = took ([0-9]+)
			unit = ms
	END
	git add . && commit file suite
	git config suite.micro.env "COUNTER=$SCRATCH/work/counter"
	git checkout -q -b topic
	echo 2100 >n
	git add . && commit file slower
	git checkout -q -b equal main
	commit file 'nothing that counts'
}

target() { # FILE FIELD...
	json "$1" ".targets[] | select(.name == \"work\") | $2"
}

it 'takes as few samples as a large change needs, without history' <<'END'
	repo
	code 128 git bench show --noise
	has err 'there are no results yet'
	code 1 git bench run -q --json topic
	target out '.verdict == "slower" and .samples == 3 and
		.interval[0] > 1.01 and .threshold > 1 and (has("why") | not)'
	json out '.sampling | .ended == "decided" and .least == 1 and
		.most == 30 and (.seed | type) == "number"'
END

it 'knows no noise as long as history is short' <<'END'
	cd r
	git bench show --noise micro work --json >out
	json out '.target == "work" and .metric == "seconds" and
		.source == "history too short" and (has("threshold") | not) and
		.pairs < 20'
	code 128 git bench show --noise nosuch
	has err "there are no results of suite 'nosuch'"
	code 128 git bench show --noise micro nosuch
	has err "no result has a target 'nosuch'"
END

it 'says same of what is the same, and of each metric by itself' <<'END'
	cd r
	git bench run -q --json equal >out
	target out '.verdict == "same" and .samples >= 3 and .samples < 10'
	target out '.others.maxrss.change as $c |
		["more", "less", "same", "unknown"] | index($c)'
	target out '.others | has("seconds") or has("minor_faults") | not'
END

it 'takes exactly as many samples as are asked for' <<'END'
	cd r
	code 1 git bench run -q --json --samples 4 topic
	target out '.samples == 4 and .sides[0].samples == 4'
	json out '.sampling | .ended == "plan" and .least == 4 and .most == 4'
	git bench run -q --json --samples 2 topic >out
	target out '.verdict == "unknown" and .why == "fresh"'
	git bench run -q --samples 2 topic >out
	has out '1 unknown: without history on this machine'
END

it 'ends at samples-most, and looks at least as often as it is told to' <<'END'
	cd r
	git -c suite.micro.samples-most=2 bench run -q --json topic >out
	target out '.samples == 2 and .verdict == "unknown"'
	code 1 git -c suite.micro.samples-least=5 bench run -q --json topic
	target out '.samples == 5 and .verdict == "slower"'
END

it 'stops looking when its time is over' <<'END'
	cd r
	cat >bin/noisy <<-'EOF'
		#!/bin/sh
		echo x >>"$COUNTER"
		sleep 0.3
		echo took $(($(wc -l <"$COUNTER") % 7 * 100 + 500))
	EOF
	chmod +x bin/noisy
	git checkout -q -b noisy main
	git add bin/noisy && commit file noise
	git -c suite.micro.target='noisy = bin/noisy' -c suite.micro.budget=1 \
		-c suite.micro.value='took ([0-9]+)' -c suite.micro.unit=ms \
		bench run -q --json --fresh --base noisy --filter noisy noisy \
		>out
	json out '.sampling | .ended == "budget" and .budget_seconds == 1'
	json out '.targets[0] | .verdict == "unknown" and
		.samples >= 3 and .samples < 30'
END

it 'then looks once where that is enough' <<'END'
	cd r
	code 1 git bench run -q --samples 20 topic
	git bench show --noise --json micro work >out
	json out '.source == "same-code pairs" and .pairs >= 20 and
		.noise < 0.002 and .threshold > 1.01 and .threshold < 1.02'
	git bench show --noise micro >out
	has out 'same-code pairs'
	git bench run -q --json equal >out
	json out '.sampling | .ended == "decided" and .least == 1'
	target out '.samples == 1 and .verdict == "same"'
	code 1 git bench run -q --json topic
	target out '.samples == 3 and .verdict == "slower" and
		.threshold < 1.02'
END

it 'reads it all from bench-history, with its cache or without' <<'END'
	cd r
	git bench show --noise --json >want
	rm -rf .git/git-bench
	git bench show --noise --json >got
	same want got
	git clone -q . ../clone && cd ../clone
	git fetch -q origin bench-history:bench-history
	git bench show --noise --json >got
	same ../r/want got
END

it 'mixes in no other machine and no other suite of tools' <<'END'
	cd r
	git -c bench.runnerName=other bench run -q --json equal >out
	target out '.samples >= 3'
	git -c suite.micro.toolchain='echo version 2' bench run -q --json \
		equal >out
	target out '.samples >= 3'
END

it 'tells what waits steadily from what was disturbed once' <<'END'
	new_repo w && cd w
	mkdir bin
	cat >bin/waits <<-'EOF'
		#!/bin/sh
		i=0
		while [ $i -lt 30000 ]; do i=$((i + 1)); done
		[ "$(cat n)" = 1 ] || sleep 0.8
	EOF
	cat >bin/once <<-'EOF'
		#!/bin/sh
		echo x >>"$COUNTER.once"
		[ "$(wc -l <"$COUNTER.once")" != 5 ] || sleep 0.5
	EOF
	chmod +x bin/waits bin/once
	cat >.gitbench <<-EOF
		[suite "waits"]
			driver = command
			target = waits = bin/waits
			target = once = bin/once
			samples = 4
			env = COUNTER=$SCRATCH/work/counter
	EOF
	echo 1 >n
	git add . && commit file 'programs that wait'
	commit n lock
	# What it is called depends on how busy the machine is.
	git bench run -q --json >out || [ $? = 1 ]
	json out '.notes | map(select(startswith("waits: the head keeps"))) |
		length == 1'
	json out '.targets[] | select(.name == "once") |
		(.retaken // 0) + (.sides[0].retaken // 0) >= 1 and
		([.seconds, .sides[0].seconds] | max) < 0.4'
END

it 'measures the base twice when asked for a control' <<'END'
	cd r
	git bench run -q --json --control --base main equal >out
	json out '.sampling.control | .targets == 1 and .changed == []'
	target out '.verdict == "same" and (has("why") | not)'
	code 1 git bench run -q --json --control --samples 5 --base main topic
	json out '.sampling.control.changed == [] and
		.options.control == true'
	json out '.notes | map(select(contains("measured twice"))) == []'
END

it 'goes round several builds, so that layout is not taken for the change' <<'END'
	new_repo l && cd l
	cat >.gitbench <<-EOF
		[suite "layout"]
			driver = command
			build = echo \$BENCH_LAYOUT >>layout
			target = t = sh -c 'cat layout >>$SCRATCH/work/layouts'
			samples = 6
			rebuild = true
	EOF
	git add . && commit file suite
	commit file head
	git bench run -q --json >out
	json out '.sampling.layouts == 4 and .targets[0].samples == 6'
	# How often is not asked: what was disturbed has been taken anew.
	sort -u "$SCRATCH/work/layouts" >got
	printf '%s\n' 0 1 2 3 >want
	same want got
END

finish
