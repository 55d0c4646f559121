#!/usr/bin/env bash
# all.sh BUILD - every test there is, in one run of prove, so that its last
# line speaks for all of them.
set -eu
cd "$(dirname "$0")/.."
export BUILD=$1
tests=()

for script in tests/[0-9]*.sh; do
	tests+=("plain:$script")
done
for unit in tests/unit/t_*.c; do
	unit=$(basename "$unit" .c)
	tests+=("plain:$unit" "sanitize:$unit" "valgrind:$unit")
done
for script in tests/[1-9]*.sh; do
	case $script in
	*/310-kill.sh | */315-race.sh) ;; # they count, and look at nothing else
	*) tests+=("sanitize:$script") ;;
	esac
done
for fuzz in tests/fuzz/fuzz_*.c; do
	[ -e "$fuzz" ] && tests+=("fuzz:$(basename "$fuzz" .c)")
done
# Signals that whoever started this ignores would be ignored by all tests.
exec env --default-signal=HUP,INT,TERM prove -j2 --exec tests/one.sh \
	"${tests[@]}"
