#!/usr/bin/env bash
# The picture of layers in the README is true: includes go downward only.
. "$(dirname "$0")/lib.sh"
cd "$TOP" || exit 1

# What each layer may include, besides itself and base.
allowed() {
	case $1 in
	base | git | analysis | measure) ;;
	record) echo git measure analysis ;;
	suite) echo git measure ;;
	report) echo suite record analysis measure git ;;
	forge) echo report suite record git ;;
	service) echo suite record measure analysis git ;;
	git-bench) ls src ;;
	esac
}

# File and included layer, for every include of a layer's header.
includes() { # DIR
	grep -rHoE '^#include "[a-z]+/' --include='*.[ch]' "$1" |
		sed -E 's/:#include "/ /; s|/$||'
}

for dir in src/* git-bench; do
	layer=${dir#src/}
	it "$layer includes only what lies below it" <<-'END'
		known=" $layer base $(allowed "$layer" | tr '\n' ' ') "
		includes "$dir" | while read -r file used; do
			case $known in
			*" $used "*) ;;
			*) echo "$file includes $used/"; exit 1 ;;
			esac
		done
	END
done

confined() { # HEADER WHERE
	grep -rlE "^#include <$1>" src git-bench | grep -v "^$2" && return 1
	return 0
}

it 'libgit2 is known to src/git alone' <<-'END'
	confined 'git2[/.].*' src/git/
END

it 'libcurl is known to src/forge alone' <<-'END'
	confined 'curl/.*' src/forge/
END

it 'PCRE2 is known to one file' <<-'END'
	confined 'pcre2.*' 'src/base/regex\.c$'
END

it 'SQLite is known to one file' <<-'END'
	confined 'sqlite3.*' 'src/record/index\.c$'
END

it 'the library prints nothing and ends nothing' <<-'END'
	# alloc.c ends the program when memory is out, interrupt.c by the signal,
	# and what is a program of its own has a main().
	grep -nE '\b(v?printf|puts|fputs|putchar|perror|exit|abort)\(' \
		$(grep -LE '^int main\(' src/*/*.c) |
		grep -v -e '^src/base/alloc.c' && exit 1
	exit 0
END

it 'every header begins by saying what it is for' <<-'END'
	for header in src/*/*.h git-bench/*.h; do
		name=$(basename "$header" .h)
		head -n 2 "$header" | tr '\n' ' ' |
			grep -qE "^/\* +\* $name - " || {
			echo "$header"
			exit 1
		}
	done
END

it 'no file is longer than 500 lines' <<-'END'
	for file in $(git ls-files '*.[ch]' 'tests/*.sh'); do
		[ "$(wc -l <"$file")" -le 500 ] || { echo "$file"; exit 1; }
	done
END

it 'nothing in the sources is left for later' <<-'END'
	git grep -nE 'TODO|FIXME|HACK|not (yet )?implemented' -- src git-bench hooks docs \
		Makefile README.md && exit 1
	exit 0
END

finish
