#!/usr/bin/env bash
# soak.sh BUILD - many runners, one queue, for hours: a table of what came of
# it. Each line is one hub: REQUESTS of distinct work (each sample counts
# itself), RUNNERS at once, through each of TRANSPORTS, once undisturbed and
# once under FAULTS. Exits 1 when a request was lost or counted twice.
#
#	REQUESTS=500 RUNNERS=8 TRANSPORTS='path file http ssh'
#	FAULTS='none all' of:
#		none	no request fails, none is measured twice
#		server	drops connections, answers 500, is slow, is away
#		clocks	the runners' clocks lie an hour apart
#		kills	kill -9 of runners, SIGTERM, cancel
#		all	all of these
set -u
BUILD=$1
. "$(dirname "$0")/lib.sh" # its scratch folder, its names, its waiting
. "$TESTS/server.sh"
. "$TESTS/soak/chaos.sh"

REQUESTS=${REQUESTS:-500}
RUNNERS=${RUNNERS:-8}
TRANSPORTS=${TRANSPORTS:-path file http ssh}
FAULTS=${FAULTS:-none all}
PATIENCE=${PATIENCE:-3600} # seconds for one line of the table
KEEP=${KEEP-}		   # a folder that gets the logs of what went wrong

export HOST=$PWD/host
mkdir "$HOST"
serve_ssh
SSH=$GIT_SSH_COMMAND
unset GIT_SSH_COMMAND
HTTP_BACKEND=$TESTS/bin/faulty-backend
serve_http "$HOST"
trap 'stop_runners; stop_http; cd / && rm -rf "$SCRATCH"' EXIT

# ==== One world =============================================================

is_faulty() { # WHAT
	case " $fault " in
	" $1 " | ' all ') ;;
	*) return 1 ;;
	esac
}

address() { # TRANSPORT
	case $1 in
	path) echo "$HUB" ;;
	file) echo "file://$HUB" ;;
	http) echo "$HTTP_URL/$world" ;;
	ssh) echo "$SSH_URL$HUB" ;;
	esac
}

clone() { # DIR
	git clone -q code "$1"
	git -C "$1" remote add hub "$URL"
	git -C "$1" config bench.remote hub
	git -C "$1" config bench.poll 1
	git -C "$1" config bench.lease 60
	git -C "$1" config bench.runnerName "${1##*/}"
	git -C "$1" config gc.auto 0
	# One connection a clone: else most of the work is shaking hands.
	git -C "$1" config core.sshCommand "$SSH -S $PWD/$1/ssh \
-o ControlMaster=auto -o ControlPersist=30"
	if is_faulty server && [ "$transport" != http ]; then
		for verb in upload receive; do
			git -C "$1" config remote.hub.${verb}pack \
				"$TESTS/bin/faulty-pack $verb-pack"
		done
	fi
	mkdir "$1/lock"
}

open_world() {
	mkdir "$world" && cd "$world" || exit 1
	HUB=$HOST/$world
	URL=$(address "$transport")
	git init -q --bare "$HUB"
	git -C "$HUB" config http.receivepack true
	git -C "$HUB" config receive.autogc false
	echo 100000 >"$SCRATCH/faults"
	! is_faulty server || echo 24 >"$SCRATCH/faults"
	new_repo code
	cat >code/.gitbench <<-END
		[suite "count"]
			driver = command
			shell = true
			target = "t = tail -n 1 file >>$PWD/runs"
			samples = 1
	END
	(cd code && git add . && commit file suite) >/dev/null
	(cd code && git bench run --no-base >/dev/null 2>&1)
	ONCE=$(wc -l <runs)
	rm runs
	clone ask
	for i in $(seq "$RUNNERS"); do
		clone "r$i"
	done
}

# Each asks until it was told "done": who dies or is refused asks again.
ask_all() {
	cd ask || exit 1
	for i in $(seq "$REQUESTS"); do
		commit file "work $i" >/dev/null
		until git bench request --no-base --json >>../asked \
			2>>../ask.err; do
			sleep 0.5
		done
	done
	touch ../all-asked
}

# ==== Runners ===============================================================

start_runner() { # N
	local dir=r$1 offset=0
	! is_faulty clocks || [ "$RUNNERS" = 1 ] ||
		offset=$((($1 - 1) * 3600 / (RUNNERS - 1) - 1800))
	(
		cd "$dir" && export GIT_BENCH_LOCK_DIR=$PWD/lock
		if [ $offset != 0 ]; then
			export FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME=$(printf %+d $offset)
			export LD_PRELOAD=$FAKETIME_LIBRARY
		fi
		exec setsid git-bench runner >>out 2>>err
	) &
	pids[$1]=$!
}

# Without waiting: SIGTERM hands back what is held.
stop_runners() {
	[ -z "${pids[*]-}" ] || kill "${pids[@]}" 2>/dev/null
	wait "${pids[@]-}" 2>/dev/null
	pids=()
}

# ==== The end ===============================================================

ended() {
	[ -e all-asked ] && [ -z "$(git -C "$HUB" for-each-ref \
		refs/bench/claims refs/bench/keep | head -1)" ]
}

count() { # COMMAND...
	"$@" | wc -l
}

documents() {
	git -C "$HUB" log --format=%B bench-history |
		sed -n 's/^Bench-Request: \([0-9a-f]*\) .*/\1/p' | sort
}

# The ledger as a clone of its own sees it.
states() {
	git clone -q code judge
	git -C judge config bench.remote "$HUB"
	(cd judge && git bench status --all --json) |
		jq -r '"\(.id) \(.state)"' | sort
}

# Samples that were taken anew because something had disturbed them.
retaken() {
	git -C "$HUB" grep -hoE '"retaken": *[0-9]+' bench-history -- \
		bench/history | awk -F: '{ n += $2 } END { print n + 0 }'
}

row() { # SECONDS
	local done_ open lost double failed cancelled again
	documents >documents
	states >states
	jq -r .id asked | sort -u >ids
	done_=$(grep -c ' done$' states)
	cancelled=$(grep -c ' cancelled$' states)
	failed=$(grep -c ' failed$' states)
	# Every id that was told to the asker has ended, and a document each.
	sed -n 's/ done$//p' states >measured
	open=$(grep -vcE ' (done|cancelled|failed)$' states)
	lost=$(($(cut -d' ' -f1 states | comm -13 - ids | wc -l) +
		$(comm -13 documents measured | wc -l)))
	double=$(($(uniq -d documents | wc -l) +
		$(uniq documents | comm -23 - measured | wc -l)))
	# Samples beyond one measurement each and what its document tells.
	again=$(($(wc -l <runs) - ONCE * done_ - $(retaken)))
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' \
		"$transport" "$fault" "$(wc -l <states)" "$done_" \
		"$cancelled" "$failed" "$open" "$lost" "$double" "$again" \
		"$(chaos_count kill)" "$(chaos_count away)" "$1"
	git -C "$HUB" fsck --strict --no-dangling >fsck 2>&1 ||
		echo "$world: git fsck: $(head -1 fsck)" >&2
	[ "$open$lost" = 00 ] && [ "$double" = 0 ] &&
		{ [ "$fault" != none ] || [ "$again$failed" = 00 ]; }
}

# ==== All of them ===========================================================

soak_one() {
	local begin pids=() rc=0
	world=$transport-$fault
	open_world
	begin=$SECONDS
	ask_all &
	asker=$!
	for i in $(seq "$RUNNERS"); do
		start_runner "$i"
	done
	until ended || [ $((SECONDS - begin)) -gt "$PATIENCE" ]; do
		chaos_step
	done
	stop_runners
	kill $asker 2>/dev/null
	wait $asker
	for dir in ask r*; do
		[ ! -S "$dir/ssh" ] || $SSH -S "$dir/ssh" -O exit bench-host
	done 2>/dev/null
	row $((SECONDS - begin)) || rc=1
	cd ..
	if [ $rc != 0 ] && [ "$KEEP" ]; then
		mkdir -p "$KEEP" && cp -a "$world" "$KEEP/" &&
			cp -a "$HUB" "$KEEP/$world/hub"
	fi
	rm -rf "$world" "$HUB"
	return $rc
}

FAKETIME_LIBRARY=$(echo /usr/lib/*/faketime/libfaketime.so.1)
result=0
printf 'hub\tfaults\trequests\tdone\tcancelled\tfailed\topen\tlost\tdouble\tagain\tkills\taway\tseconds\n'
for transport in $TRANSPORTS; do
	for fault in $FAULTS; do
		soak_one || result=1
	done
done
exit $result
