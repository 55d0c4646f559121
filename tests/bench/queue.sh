#!/usr/bin/env bash
# Eight runners at one hub, against what the same takes with plain git: the
# best of several, in turn, for what runs beside them only slows them down.
set -eu
. "$(dirname "$0")/lib.sh"
runs=11
eight='1 2 3 4 5 6 7 8'
git config --global user.name 'A U Thor'
git config --global user.email author@example.com

many_commits code 1
git -C code config gc.auto 0
printf '[suite "quick"]\n\tdriver = command\n\ttarget = t = true\n\tsamples = 1\n' \
	>code/.gitbench
git -C code commit -qam suite

# A hub, and a clone of each runner that has the queue there.
hub() { # NAME
	local i
	rm -rf "$1" r[1-8]
	git init -q --bare "$1"
	git -C "$1" config receive.autogc false
	for i in $eight; do
		git clone -q code "r$i"
		git -C "r$i" config bench.remote "$PWD/$1"
		git -C "r$i" config gc.auto 0
	done
	(cd r1 && git bench init) >/dev/null
}

now_us() {
	echo $((${EPOCHREALTIME/./}))
}

# Eight at once; the microseconds until the last is done.
all_eight() { # CMD...: gets the number
	local begin i pids=
	begin=$(now_us)
	for i in $eight; do
		"$@" "$i" >/dev/null 2>&1 &
		pids="$pids $!"
	done
	wait $pids
	echo $(($(now_us) - begin))
}

# One line of its own on a branch that all want: again until it is there.
push_shared() { # N
	cd "r$1"
	while
		git fetch -q "$PWD/../hub" refs/heads/shared
		made=$(git commit-tree -p FETCH_HEAD -m "$1" \
			"FETCH_HEAD^{tree}")
		! git push -q ../hub "$made:refs/heads/shared"
	do :; done
}

# As many new commits as a claim each would be, made beforehand.
make_each() {
	local i k
	for i in $eight; do
		for k in 1 2 3 4 5 6; do
			git -C "r$i" commit-tree -m "$i $k" "HEAD^{tree}"
		done >"r$i.made"
	done
}

push_each() { # N
	local made
	cd "r$1"
	while read -r made; do
		git push -q ../hub "$made:refs/bench/peer/$made"
	done <"../r$1.made"
}

least() {
	sort -n | head -1
}

wake=() rejected=0 rate=()
for turn in 1 2 3; do
	hub hub
	read -r seconds lost < <("$BENCH/queue" claim 1 r[1-8])
	echo "$seconds" | awk '{ printf "%d\n", $1 * 1e6 }' >>wake.ours
	rejected=$((rejected + lost))
	git -C code push -q ../hub HEAD:refs/heads/shared
	all_eight push_shared >>wake.peer
	hub hub
	read -r seconds lost < <("$BENCH/queue" claim 6 r[1-8])
	echo "$seconds" | awk '{ printf "%d\n", $1 * 1e6 }' >>rate.ours
	make_each
	all_eight push_each >>rate.peer
done
ratio '8 runners wake, the last holds a claim' "$(least <wake.ours)" \
	'git push to one ref' "$(least <wake.peer)" 'faster, at least 3' 3
awk -v lost=$rejected 'BEGIN {
	printf "rejected pushes a claim\t%.2f\t\t\tat most 1: %s\n", lost / 24,
		lost <= 24 ? "ok" : "short"
}'
ratio '48 claims by 8 runners' "$(least <rate.ours)" \
	'git push of a ref each' "$(least <rate.peer)" 'at least 0.6' 0.6

# The least of $runs single pushes.
push_alone() {
	local i begin made
	cd r2
	for i in $(seq $runs); do
		made=$(git commit-tree -m "$RANDOM $i" "HEAD^{tree}")
		begin=$(now_us)
		git push -q ../hub "$made:refs/bench/peer/$made"
		now_us | awk -v begin="$begin" '{ print $1 - begin }'
	done | least
}

list_alone() {
	local i begin
	for i in $(seq $runs); do
		begin=$(now_us)
		git -C r1 ls-remote ../hub >/dev/null
		now_us | awk -v begin="$begin" '{ print $1 - begin }'
	done | least
}

hub hub
for turn in 1 2 3; do
	"$BENCH/queue" life $runs r1 >>life.ours
	(push_alone) >>life.peer
done
ratio "a request's own overhead" "$(least <life.ours)" '4 git push' \
	$((4 * $(least <life.peer))) 'at most as much' 1

many_commits ended 10000
git -C ended rev-list HEAD | (cd ended && "$BENCH/ledger" fill 0)
git -C ended push -q ../hub +refs/notes/bench:refs/notes/bench
for turn in 1 2 3; do
	"$BENCH/queue" poll $runs r1 >>poll.ours
	list_alone >>poll.peer
done
ratio 'an idle look, 10,000 ended' "$(least <poll.ours)" 'git ls-remote' \
	"$(least <poll.peer)" 'within 1.2 times' 0.833
