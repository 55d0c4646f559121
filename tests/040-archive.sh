#!/usr/bin/env bash
# The whole archive of nightly results, where it lies beside the project (or
# at $GIT_BENCH_DATA); its sample in tests/data is read by t_archive.
data=${GIT_BENCH_DATA:-$(dirname "$0")/../../shared/data}
data=$(cd "$data" 2>/dev/null && pwd) || data=
. "$(dirname "$0")/lib.sh"

if [ -z "$data" ]; then
	skip 'the archive is read to its last row' 'there is no archive here'
	skip 'oddities of other hosts are read' 'there is no archive here'
	finish
	exit
fi
export data

it 'the archive is read to its last row' <<'END'
	mkdir archive
	tar xJf "$data"/sandmark-nightly-turing.tar.xz -C archive
	find archive -name '*.bench' | wc -l >files
	"$BUILD"/tests/t_archive archive >out
	rm -r archive
	cat >want <<-EOF
	files $(cat files)
	rows 435297
	damaged 18
	empty file 11
	header and no row 7
	EOF
	same want out
END

it 'oddities of other hosts are read' <<'END'
	"$BUILD"/tests/t_archive "$data"/oddities >out
	cat >want <<-EOF
	files 6
	rows 235
	damaged 4
	empty file 1
	header and no row 2
	last record cut off 1
	EOF
	same want out
END

finish
