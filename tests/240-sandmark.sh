#!/usr/bin/env bash
# Driver sandmark from .gitbench to what stands on bench-history, on a small
# compiler and a small Sandmark.
. "$(dirname "$0")/lib.sh"

suite() { # MODE SAMPLES
	"$TESTS"/fixtures/sandmark.sh "$SCRATCH/work"
	cd compiler
	cat >.gitbench <<-EOF
		[suite "ocaml"]
			driver = sandmark
			sandmark = ../sandmark
			mode = $1
			samples = $2
			run-config = run_config.json
			run-config = parallel_run_config.json
			jobs = 1
		[suite "remote"]
			driver = sandmark
			sandmark = file://$SCRATCH/work/sandmark
			revision = $(git -C ../sandmark rev-parse HEAD)
			tag = lt_1s
			filter = seven
		[bench]
			suite = ocaml
	EOF
	git add .gitbench
	git commit -qm 'What is measured'
}

artifact() { # PATTERN
	local path
	path=$(git ls-tree -r --name-only bench-history bench/artifacts/ |
		grep -e "$1")
	git show "bench-history:$path"
}

it 'builds, runs and records two commits of a compiler' <<'END'
	suite native 3
	git bench run -q --fresh --json --base main~4 main~3 >doc
	json doc '.targets | map(.name) | contains(["loop.1000",
		"loop.seven.x", "ack.2_1_5", "reader.words_txt",
		"loop_multicore.2_500.orunchrt"])'
	json doc '.targets[] | select(.name == "loop.20000") |
		.samples == 3 and .kind == "sequential" and .seconds > 0 and
		.metrics["gc.minor_words"].unit == "words" and
		.metrics.codesize.unit == "B"'
	json doc '.targets[] | select(.name | startswith("loop_multicore.2")) |
		.kind == "parallel" and .domains == 2'
	json doc ".suite_sha == \"$(git -C ../sandmark rev-parse HEAD)\""
	json doc '.toolchain.ocaml | length == 2 and all(.[]; . == "4.13.1")'
	git fsck --strict
END

it 'says what is missing, on which side and why' <<'END'
	cd compiler
	json doc '.missing | map(.name) | unique == ["broken.", "crash.",
		"double.1_2", "fib.3", "gone.", "js.%{bin:frama-c_byte}",
		"menhir.x"]'
	json doc '.missing | map(select(.name == "fib.3")) | map(.side) ==
		[0, 1] and all(.[]; .stage == "build" and
		.reason == "needs library \"nolib\"")'
	json doc '.missing[] | select(.name == "crash.") |
		.stage == "exit" and (.reason | test("no such heap"))'
END

it 'writes the files that the nightly would have' <<'END'
	cd compiler
	sha=$(git rev-parse --short=10 main~4)
	artifact "/4.13.1+${sha}_1.orun.summary.bench$" >rows
	[ "$(wc -l <rows)" = 6 ]
	json rows 'if .name then .gc.heap_words > 0 and .maxrss_kB > 0 and
		.ocaml.version == "4.13.1" else .kernel == "Linux" end'
	head -2 rows | tail -1 | jq -c keys_unsorted >keys
	echo '["name","command","time_secs","user_time_secs","sys_time_secs",'\
	'"maxrss_kB","ocaml","gc","codesize","ocaml_url"]' | tr -d ' ' >want
	tr -d '\n' <want | cmp - <(tr -d '\n' <keys)
END

it 'does not run what is the same for both compilers' <<'END'
	cd compiler
	git bench run -q --json --base main~4 main~3 >doc
	json doc '.targets | length > 5 and all(.identical and
		.verdict == "same" and (has("seconds") | not))'
END

it 'takes a pinned commit from a URL' <<'END'
	cd compiler
	git bench run -q --fresh --json --suite remote --no-base main~4 >doc
	json doc '.targets | map(.name) == ["loop.seven.x"]'
END

it 'builds a variant apart and keeps what is built' <<'END'
	cd compiler
	git bench run -q --fresh --json --filter 'loop.1000$' --base main~4 \
		--variant +flambda main~4 >doc
	json doc '.sides | map(.variant // "") == ["", "+flambda"]'
	artifact '+flambda_1.orun.summary.bench$' >rows
	json rows '.name == null or .ocaml.flambda == "true"'
	ls .git/git-bench/builds | grep -cE '^[0-9a-f]{16}$' >builds
	git bench run -q --fresh --json --filter 'loop.1000$' --base main~4 \
		--variant +flambda main~4 >/dev/null
	ls .git/git-bench/builds | grep -cE '^[0-9a-f]{16}$' >again
	same builds again
END

it 'measures the other sides when one does not build' <<'END'
	cd compiler
	git bench run -q --fresh --json --filter 'loop.1000$' --base main~4 main~1 >doc
	json doc '.missing[] | select(.side == 1) | .stage == "build" and
		(.reason | test("gc.c:1:2: error: no heap"))'
END

it 'lets Sandmark do it all, and reads its results' <<'END'
	rm -rf compiler sandmark
	suite make 1
	git bench run -q --fresh --json --base main~4 main~3 >doc
	json doc '.targets[] | select(.name == "loop.1000") |
		.seconds == 1.5 and .metrics.maxrss.value == 2097152'
	json doc '.missing[] | select(.name == "ack.2_1_5") |
		.stage == "absent" and (.reason | test("ack.exe ended"))'
	sha=$(git rev-parse --short=10 main~3)
	artifact "/4.13.1+${sha}_1.orunchrt" >rows
	json rows '.name == null or .time_secs == 1.5'
	[ ! -e ../sandmark/_results ]
END

it 'names the line of a key that cannot be' <<'END'
	cd compiler
	git config -f .gitbench suite.remote.mode fast
	git commit -qam typo
	code 129 git bench run -q --fresh || code 128 git bench run -q
	has err ".gitbench, line"
	has err "'native' or 'make', not 'fast'"
END

finish
