#!/usr/bin/env bash
# Loading 10,000 result documents, small ones without any cache and large
# ones through it, against `git cat-file --batch` of the same blobs.
set -eu
. "$(dirname "$0")/lib.sh"
runs=5

# The median of our own times, in microseconds.
ours() { # cold|warm
	for ((i = 0; i < runs; i++)); do
		[ "$1" = warm ] || rm -rf .git/git-bench
		"$BENCH/documents" read
	done >times
	[ "$(cut -d' ' -f1 times | sort -u)" = 10000 ]
	cut -d' ' -f2 times | sort -n | sed -n "$(((runs + 1) / 2))p"
}

for kind in 'cold 1500' 'warm 20000'; do
	state=${kind% *} bytes=${kind#* }
	many_commits "$state" 1
	cd "$state"
	"$BENCH/documents" fill 10000 "$bytes"
	git repack -qad --window=0
	git ls-tree -r bench-history bench/history/ | cut -c13-52 >blobs
	[ "$state" = cold ] || "$BENCH/documents" read >/dev/null
	mean=$(git cat-file --batch-check='%(objectsize)' <blobs |
		awk '{ sum += $1 } END { printf "%.1f", sum / NR / 1000 }')
	peer=$(median_us bash -c 'git cat-file --batch --buffer <blobs >/dev/null')
	ratio "10,000 documents of $mean kB, $state" "$(ours "$state")" \
		'git cat-file --batch' "$peer" 'at least half as fast' 0.5
	cd ..
done
