#!/usr/bin/env bash
# Option tables, manual pages and completion say the same.
. "$(dirname "$0")/lib.sh"
MAN=$TOP/docs/man
COMMANDS=$(git bench --git-completion-helper | tr ' ' '\n' | grep -v '^help$')

# Long options of a command, as its table has them.
options() {
	git bench "$1" --git-completion-helper | tr ' ' '\n' |
		sed -n '/^--$/q; s/=$//; /^--/p' | sort
}

# The same, as the bold words that begin an entry of its page.
documented() {
	sed -n '/^# OPTIONS/,/^# [^O]/p' "$MAN/git-bench-$1.1.scd" |
		grep '^\*-' | grep -oE -e '--[a-z-]+' | sort -u
}

for command in $COMMANDS; do
	it "$command: the page has the options of the table" <<-'END'
		options $command >want
		documented $command >got
		same want got
	END
	it "$command: the page has the table's summary and short options" <<-'END'
		page=$MAN/git-bench-$command.1.scd
		summary=$(git bench -h | sed -n "s/^    $command  *//p")
		has "$page" "git-bench-$command - $summary"
		git bench $command -h >usage || [ $? = 129 ]
		sed -n 's/^    \(-[a-zA-Z]\), \(--[a-z-]*\).*/\1 \2/p' usage |
			while read -r short long; do
				grep -qF -e "*$short*" "$page" || {
					echo "$short ($long) is not there"
					exit 1
				}
			done
	END
done

it 'git-bench(1) lists every command, and none else' <<'END'
	echo "$COMMANDS" | sort >want
	grep -oE '^\*git-bench-[a-z]+\*\(1\)$' "$MAN/git-bench.1.scd" |
		sed 's/^\*git-bench-//; s/\*(1)$//' | sort >got
	same want got
END

it 'every page is of a command or of a format' <<'END'
	for page in "$MAN"/*.1.scd; do
		basename "$page" .1.scd
	done | sed -n 's/^git-bench-//p' | sort >got
	echo "$COMMANDS" | sort >want
	same want got
END

it 'every page that is named is there' <<'END'
	grep -hoE 'git-bench(-[a-z]+)?\*?\([15]\)' "$MAN"/*.scd "$TOP/README.md" |
		tr -d '*' | sort -u | while read -r page; do
		section=${page##*(}
		[ -e "$MAN/${page%(*}.${section%)}.scd" ] || {
			echo "there is no $page"
			exit 1
		}
	done
END

it 'every key of .gitbench is in git-bench-config(5)' <<'END'
	cd "$TOP"
	page=docs/man/git-bench-config.5.scd
	grep -hoE '^	\{ "[a-z-]+", KEY_' src/suite/suite.c src/suite/target.c \
		src/suite/suites.c src/suite/schedule.c | cut -d'"' -f2 |
		sort -u >"$SCRATCH/keys"
	sed -n 's/^	{ "\([a-z-]*\)", read_.*/\1/p' src/suite/schedule.c \
		>>"$SCRATCH/keys"
	sed -sn '/char \*const \([a-z]*_\)*keys\[[A-Z_]*\] = {/,/};/p' \
		src/suite/driver_*.c src/suite/suite.c src/suite/sandmark.c \
		src/suite/gate.c |
		grep -oE '"[a-z-]+"' | tr -d '"' >>"$SCRATCH/keys"
	[ "$(wc -l <"$SCRATCH/keys")" -gt 20 ]
	while read -r key; do
		grep -qE "^\*(suite|target|variant|schedule|gate)\..*\.$key\*" "$page" || {
			echo "$key is not there"
			exit 1
		}
	done <"$SCRATCH/keys"
END

it 'every key of git config is in git-bench-config(5)' <<'END'
	cd "$TOP"
	grep -rhoE '"(bench|color|pager)\.[a-zA-Z]+"' src git-bench | tr -d '"' |
		grep -v -e '^color.ui$' -e '^color.pager$' -e '\.h$' | sort -u |
		while read -r key; do
			grep -qiE "^\*.*$key\*" docs/man/git-bench-config.5.scd || {
				echo "$key is not there"
				exit 1
			}
		done
END

# What bash offers for the words given, through git's own completion.
complete_words() {
	bash -c '
		for file in /usr/share/bash-completion/completions/git \
			/etc/bash_completion.d/git; do
			[ -e $file ] && . $file && break
		done
		. "$0"
		COMP_WORDS=(git bench "$@")
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		cur=${COMP_WORDS[$COMP_CWORD]} prev=${COMP_WORDS[$COMP_CWORD-1]}
		words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
		__git_cmd_idx=1
		COMPREPLY=()
		_git_bench
		printf "%s\n" "${COMPREPLY[@]}" | sed "s/ *$//"
	' "$TOP/git-bench/completion.bash" "$@" | sort
}

it 'completion offers the commands' <<'END'
	complete_words '' >got
	git bench --git-completion-helper | tr ' ' '\n' | sort >want
	same want got
END

it 'completion offers the options of each command' <<'END'
	for command in $COMMANDS; do
		options $command | grep -q . || continue
		complete_words $command -- | sed 's/=$//' | grep -v '^--no-' >got
		options $command | grep -v '^--no-' >want
		same want got
	done
END

finish
