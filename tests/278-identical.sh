#!/usr/bin/env bash
# What is the same on all sides is not run: its verdict is same.
. "$(dirname "$0")/lib.sh"

# The program counts how often it was run, in a file outside of the trees.
new_repo r >/dev/null
cat >r/.gitbench <<-CONFIG
	[suite "tree"]
		driver = command
		target = t = sh run.sh
		samples = 2
		warmups = 0
	[suite "binary"]
		driver = command
		build = sh build.sh
		target = t = ./prog
		target = u = ./prog again
		samples = 2
		warmups = 0
		binary = prog
	[variant "debug"]
		env = EMBED=y
	[variant "other"]
		env = MODE=other
CONFIG
cat >r/run.sh <<-SCRIPT
	echo run >>$PWD/runs
SCRIPT
cat >r/build.sh <<-'SCRIPT'
	cc -Wl,--build-id ${EMBED:+-DHERE="\"$PWD\""} -o prog prog.c
SCRIPT
cat >r/prog.c <<-'SOURCE'
	#include <stdio.h>
	#ifndef HERE
	#define HERE "here"
	#endif
	static volatile const char built_at[] = HERE;
	int main(int argc, char **argv)
	{
		FILE *runs = fopen("RUNS", "a");
		return fprintf(runs, "run\n") < 0 || !built_at[0];
	}
SOURCE
sed -i "s|RUNS|$PWD/runs|" r/prog.c
(cd r && git add . && commit note second && git config bench.suite binary) \
	>/dev/null

runs() {
	if [ -e ../runs ]; then wc -l <../runs; else echo 0; fi
}

it 'sides of one tree are not run, and the result says so' <<'END'
	cd r
	git commit -q --allow-empty -m empty
	git bench run -q --suite tree --json >doc
	[ "$(runs)" = 0 ]
	json doc '.targets[0] | .identical and .verdict == "same"'
	json doc '.targets[0] | (has("seconds") or has("ratio") or
		has("samples")) | not'
	json doc '.summary.same == 1 and .missing == []'
	json doc '.headline | test("1 same .1 identical, not run.")'
	git bench show >out
	grep -qE '^t .* same \(identical\)' out
	git log -1 --format=%b bench-history >body
	grep -qE '^  t .*=  *same' body
END

it 'a file that decides is the same: not run, though other files changed' <<'END'
	cd r
	commit note other
	git bench run -q --json >doc
	[ "$(runs)" = 0 ]
	json doc '.targets | map(.identical) == [true, true]'
	git bench show --format markdown >out
	has out identical
END

it 'a path and a build id that a compiler put in do not count' <<'END'
	cd r
	commit note more
	git bench run -q --json --base HEAD^+debug --variant +debug >doc
	json doc '.targets | map(.identical) == [true, true]'
	[ "$(cat .git/git-bench/builds/*/tree/prog | grep -ao '/builds/[0-9a-f]*' |
		sort -u | wc -l)" -ge 2 ]
END

it 'a file that differs is run' <<'END'
	cd r
	sed -i 's/"run\\n"/"ran\\n"/' prog.c
	commit note again
	git add prog.c && git commit -q --amend --no-edit
	git bench run -q --json >doc || [ $? = 1 ]
	[ "$(runs)" -ge 8 ]
	json doc '.targets | all(has("identical") | not)'
END

it 'other environment or parameters are run' <<'END'
	cd r
	rm -f ../runs
	git bench run -q --json --base HEAD --variant +other >doc || [ $? = 1 ]
	[ "$(runs)" -ge 8 ]
	json doc '.targets | all(has("identical") | not)'
END

it '--fresh runs it all the same' <<'END'
	cd r
	git config bench.reuse 0
	rm -f ../runs
	git bench run -q --json --base HEAD --fresh >doc || [ $? = 1 ]
	[ "$(runs)" -ge 8 ]
	id=$(git bench request --json --fresh --base HEAD | jq -r .id)
	git bench runner --once >/dev/null
	[ "$(runs)" -ge 16 ]
	before=$(runs)
	git bench request --json --base HEAD >/dev/null
	git bench runner --once >out
	has out '2 identical, not run'
	[ "$(runs)" = $before ]
END

finish
