#!/usr/bin/env bash
# Adding one request to ledgers of different sizes, in the library and as a
# whole command, against `git notes append` on a copy of the same ledger.
set -eu
. "$(dirname "$0")/lib.sh"
runs=20

for size in 10 10000 100000; do
	many_commits "notes-$size" $size
	cd "notes-$size"
	git rev-list HEAD | "$BENCH/ledger" fill 10
	git update-ref refs/notes/peer refs/notes/bench
	library=$("$BENCH/ledger" add $runs)
	peer=$(median_us git notes --ref=peer append -m '{"v":1}' HEAD)
	whole=$(median_us git bench request --no-base)
	ratio "one more on $size notes, in-library" "$library" \
		'git notes append' "$peer" 'faster, at least 10' 10
	ratio "one more on $size notes, whole command" "$whole" \
		'git notes append' "$peer" 'faster, at least 1' 1
	cd ..
done
