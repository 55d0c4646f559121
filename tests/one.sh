#!/usr/bin/env bash
# one.sh HOW:WHAT - runs one test program for prove, which calls this.
#
#	plain:tests/010-init.sh		as it is
#	sanitize:tests/010-init.sh	with the sanitized build
#	plain:t_text, sanitize:t_text	unit programs
#	valgrind:t_text			under valgrind
#	fuzz:fuzz_event			a short run over its corpus, as TAP
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
how=${1%%:*}
what=${1#*:}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

run() { # BUILD
	export BUILD=$1
	case $what in
	t_*) "$BUILD/tests/$what" ;;
	*) "$what" ;;
	esac
}

# What valgrind says goes with the failed test, not over the terminal.
memcheck() {
	local code=0
	BUILD=$BUILD valgrind -q --leak-check=full --error-exitcode=9 \
		--suppressions=tests/valgrind.supp \
		--log-file="$scratch/log" "$BUILD/tests/$what" || code=$?
	[ $code = 0 ] || sed 's/^/# /' "$scratch/log"
	return $code
}

fuzz() {
	local corpus=tests/fuzz/corpus/${what#fuzz_}
	mkdir "$scratch/found"
	echo 1..1
	if "$BUILD/fuzz/tests/$what" -seed=1 -verbosity=0 -timeout=10 \
		-rss_limit_mb=2048 -max_len=16384 \
		-max_total_time="${FUZZ_SECONDS:-3}" \
		-artifact_prefix="$BUILD/fuzz/$what-" \
		"$scratch/found" "$corpus" >"$scratch/log" 2>&1; then
		echo "ok 1 - $what: nothing found"
	else
		echo "not ok 1 - $what"
		sed 's/^/# /' "$scratch/log"
	fi
}

case $how in
plain) run "$BUILD" ;;
sanitize)
	export LSAN_OPTIONS=suppressions=$PWD/tests/lsan.supp:print_suppressions=0
	run "$BUILD/sanitize"
	;;
valgrind) memcheck ;;
fuzz) fuzz ;;
esac
