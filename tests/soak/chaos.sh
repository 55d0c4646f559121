# chaos.sh - what befalls the runners and the server of soak.sh, a step at a
# time; each step takes about a second, also where nothing is to befall.

: "${CHAOS_UNTIL:=90}" # percent of the requests; the rest runs in peace

chaos_count() { # WHAT
	grep -cx "$1" befallen 2>/dev/null || :
}

# Any open request's id that the asker was told.
any_asked() {
	jq -r .id asked 2>/dev/null | shuf -n 1
}

kill_runner() { # N
	# Half of the time as a machine dies: with all that it runs.
	if [ $((RANDOM % 2)) = 0 ]; then
		kill -9 -- "-${pids[$1]}"
	else
		kill -9 "${pids[$1]}"
	fi 2>/dev/null
	wait "${pids[$1]}" 2>/dev/null
	echo kill >>befallen
	start_runner "$1"
}

stop_runner() { # N
	kill "${pids[$1]}" 2>/dev/null
	wait "${pids[$1]}" 2>/dev/null
	echo stop >>befallen
	start_runner "$1"
}

# The server answers nobody for some seconds; who is being served stays so.
take_away() {
	touch "$HUB.away"
	sleep $((RANDOM % 4 + 1))
	rm -f "$HUB.away"
	echo away >>befallen
}

cancel_one() {
	local id
	id=$(any_asked)
	[ -z "$id" ] || (cd ask && git bench cancel "$id") >/dev/null 2>&1
	echo cancel >>befallen
}

in_peace() {
	local events
	events=$(git -C "$HUB" ls-tree -r --name-only bench-history \
		bench/history 2>/dev/null | wc -l)
	[ $((events * 100)) -gt $((REQUESTS * CHAOS_UNTIL)) ]
}

chaos_step() {
	local victim=$((RANDOM % RUNNERS + 1))
	sleep 1
	! in_peace || return 0
	case $((RANDOM % 12)) in
	[0-3]) ! is_faulty kills || kill_runner $victim ;;
	4 | 5) ! is_faulty kills || stop_runner $victim ;;
	6) ! is_faulty kills || cancel_one ;;
	7) ! is_faulty server || take_away ;;
	esac
}
