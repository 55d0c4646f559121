#!/usr/bin/env bash
# bench.sh BUILD - git-bench itself, against its peers: a table of ratios.
#
# Each executable tests/bench/*.sh measures something and its peer in the same run, and
# prints one or more rows, fields separated by tabs:
#
#	what, our figure, the peer's name and figure, the ratio, the goal
#
# It finds the program in PATH, programs of tests/bench/*.c in BENCH, and an
# empty folder of its own as current one.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$top/$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PATH=$build:$PATH BENCH=$build/bench LC_ALL=C
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1

rows() {
	printf 'what\tgit-bench\tpeer\tratio\tgoal\n'
	for script in "$top"/tests/bench/*.sh; do
		[ -x "$script" ] || continue
		mkdir "$scratch/work"
		(cd "$scratch/work" && "$script")
		rm -rf "$scratch/work"
	done
}

rows | awk -F '\t' '
	{
		for (i = 1; i <= NF; i++) {
			cell[NR, i] = $i
			if (length($i) > width[i])
				width[i] = length($i)
		}
		columns = NF > columns ? NF : columns
	}
	END {
		for (row = 1; row <= NR; row++) {
			line = ""
			for (i = 1; i <= columns; i++)
				line = line sprintf("%-*s  ", width[i], cell[row, i])
			sub(/ +$/, "", line)
			print line
		}
	}'
