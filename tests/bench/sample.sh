#!/usr/bin/env bash
# What a sample costs around the program, against `hyperfine -N`: blocks of
# 1,000 runs of /bin/true, ours and theirs in turn, medians of the blocks.
# Both figures hold the program's own time, so that a ratio of 1 or less says
# that we add no more than the peer does.
set -eu
runs=1000
blocks=7

# The wall time of a command in microseconds, for each run; its output in out.
timed() {
	local begin=${EPOCHREALTIME/./} end
	"$@" >out 2>/dev/null
	end=${EPOCHREALTIME/./}
	echo "$(((end - begin) / runs))"
}

median() {
	sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

for ((i = 0; i < blocks; i++)); do
	timed "$BENCH/sample" $runs /bin/true >>our_wall
	cat out >>our_report
	timed hyperfine -N --style none --runs $runs --export-json json \
		/bin/true >>peer_wall
	jq '.results[0].median * 1e6' json >>peer_report
done

row() { # WHAT OURS THEIRS
	awk -v what="$1" -v a="$(median "$2")" -v b="$(median "$3")" 'BEGIN {
		printf "%s\t%.0f us\thyperfine %.0f us\t%.2f\tat most 1: %s\n",
			what, a, b, a / b, a <= b ? "ok" : "short"
	}'
}

row 'a sample of /bin/true, all told' our_wall peer_wall
row 'a sample of /bin/true, as reported' our_report peer_report
