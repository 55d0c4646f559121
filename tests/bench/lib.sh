# lib.sh - what the scripts beside it share.

# A repository with COUNT commits and a suite, all objects in one pack.
many_commits() { # DIR COUNT
	git init -q -b main "$1"
	git -C "$1" config user.name 'A U Thor'
	git -C "$1" config user.email author@example.com
	git -C "$1" config gc.auto 0
	awk -v count="$2" 'BEGIN {
		suite = "[suite \"micro\"]\n\tdriver = command\n" \
			"\ttarget = a = true\n"
		for (i = 1; i <= count; i++) {
			print "commit refs/heads/main"
			print "committer A <a@example.com> " 1790000000 + i " +0000"
			print "data 2\nc"
			if (i > 1)
				continue
			print "M 644 inline .gitbench"
			print "data " length(suite) "\n" suite
		}
	}' | git -C "$1" fast-import --quiet
	git -C "$1" reset -q --hard
}

# The median wall time of a command in microseconds, of $runs runs after one.
median_us() { # CMD...
	hyperfine -N --style none --warmup 1 --runs "$runs" \
		--export-json time.json "$(printf '%q ' "$@")" >/dev/null 2>&1
	jq '.results[0].median * 1e6 | round' time.json
}

# A row of the table, for `bench.sh`: how many times faster we are.
ratio() { # WHAT OURS PEER THEIRS GOAL LEAST
	awk -v what="$1" -v ours="$2" -v peer="$3" -v theirs="$4" -v goal="$5" \
		-v least="$6" 'BEGIN {
		printf "%s\t%.1f ms\t%s %.1f ms\t%.1f x\t%s: %s\n", what,
			ours / 1000, peer, theirs / 1000, theirs / ours, goal,
			(theirs / ours >= least) ? "ok" : "short"
	}'
}
