#!/usr/bin/env bash
# `git bench status` on 100,000 ended and 10 open requests, nothing changed
# since the last look, against reading all notes through git log.
set -eu
. "$(dirname "$0")/lib.sh"
runs=5

many_commits many 100010
cd many
git rev-list HEAD | "$BENCH/ledger" fill 10
git bench status --json >open
[ "$(wc -l <open)" = 10 ]
ours=$(median_us git bench status)
peer=$(median_us git log --notes=bench --format=%N)
ratio 'status, 100,000 ended and 10 open' "$ours" 'git log --notes' "$peer" \
	'faster, at least 20' 20
