#!/usr/bin/env bash
# `make verdict-replay` on a small archive made here, and on the real one
# where it lies beside the project (or at $GIT_BENCH_DATA).
data=${GIT_BENCH_DATA:-$(dirname "$0")/../../shared/data}
data=$(cd "$data" 2>/dev/null && pwd) || data=
. "$(dirname "$0")/lib.sh"
export data

# Forty nights of one machine: two commits, then a folder of another name.
# "calm" wobbles by 0.1 %, "short" is too short to be played.
it 'an archive is made' <<'END'
	first=$(printf '%040d' 1)
	second=$(printf '%040d' 2)
	for night in $(seq 10 49); do
		commit=$first
		[ "$night" -ge 20 ] && commit=$second
		[ "$night" = 49 ] && commit=head
		dir=made/sequential/m/202001${night}_000000/$commit
		mkdir -p "$dir"
		awk -v night="$night" 'BEGIN {
			print "{\"version\":\"5\",\"hostname\":\"m\"}"
			row = "{\"name\":\"%s\",\"time_secs\":%.4f," \
				"\"user_time_secs\":%.4f,\"sys_time_secs\":0," \
				"\"codesize\":1.0}\n"
			wall = 1 + 0.001 * sin(night * night)
			printf row, "calm.1", wall, wall
			printf row, "short.1", 0.01, 0.01
		}' >"$dir"/5.0_1.orun.summary.bench
	done
END

it 'windows are counted as they are meant' <<'END'
	"$BUILD"/replay made >out
	has out '| windows | 13 | | 13 | 0 | 3 | |'
	has out '| clusters (machine and commit) | 1 | | 1 | 0 | 1 | |'
	has out '## Rivals, sequential: 18 pairs'
END

it 'a calm machine gets calm verdicts' <<'END'
	has out '| false alarms | 0.000 % |'
	has out '| `same`, unchanged | 100.0 % |'
	has out '| 2 % slower | 100.0 % |'
	has out '| 2 % faster, all at once | 100.0 % |'
END

it 'the same archive gives the same table' <<'END'
	"$BUILD"/replay made >again
	same out again
END

it 'an archive that is not there is an error' <<'END'
	code 128 "$BUILD"/replay nowhere
	has err 'there is no folder nowhere'
	code 129 "$BUILD"/replay
END

if [ -z "$data" ]; then
	skip 'rivals come out as they were published' 'there is no archive'
	skip 'the figures are reached' 'there is no archive'
	finish
	exit
fi

it 'rivals come out as they were published' <<'END'
	mkdir archive
	tar xJf "$data"/sandmark-nightly-turing.tar.xz -C archive
	"$BUILD"/replay archive >real
	rm -r archive
	sed -n '/^## Rivals, sequential/,/^## p/p' real >rivals
	has rivals '41775 pairs'
	has rivals '| fixed 5 % | 1.15 % | 2.3 % | 50.2 % |'
	has rivals '| 3.67 % | 79.7 % | 90.8 % |'
	has rivals '| 1.29 % | 53.0 % | 69.2 % |'
	has rivals '| 1.34 % | 52.1 % | 69.9 % |'
END

it 'the figures are reached' <<'END'
	has real '| windows | 14925 |'
	lacks real ', missed'
END

finish
