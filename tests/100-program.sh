#!/usr/bin/env bash
# The program itself: usage, exit codes, help, errors.
. "$(dirname "$0")/lib.sh"

it '-h prints the commands and exits with 129, as git does' <<'END'
	code 129 git bench -h
	has out 'usage: git bench <command>'
	same /dev/null err
END

it 'no command at all is a usage error' <<'END'
	code 129 git bench
	same /dev/null out
	has err 'usage: git bench <command>'
END

it 'every command has its own -h' <<'END'
	for command in $(git bench --git-completion-helper); do
		[ $command = help ] && continue
		code 129 git bench $command -h
		has out "usage: git bench $command"
	done
END

it '--version prints one line' <<'END'
	code 0 git bench --version
	grep -qE '^git-bench version [0-9.]+$' out
	[ "$(wc -l <out)" = 1 ]
END

it 'a mistyped command names the one that was meant' <<'END'
	code 129 git bench statsu
	has err "git-bench: 'statsu' is not a git bench command"
	has err "hint: did you mean 'git bench status'?"
END

it 'an unknown option prints the usage on stderr' <<'END'
	new_repo unknown-option && cd unknown-option
	code 129 git bench status --jsno
	has err "git-bench: unknown option '--jsno'"
	has err 'usage: git bench status'
	same /dev/null out
END

it 'too many and too few arguments are told' <<'END'
	new_repo arguments && cd arguments
	code 129 git bench init now
	has err "init: one argument too many: 'now'"
	code 129 git bench cancel
	has err 'cancel wants 1 argument more'
END

it 'outside a repository one sentence says so' <<'END'
	code 128 git bench status
	grep -qE '^git-bench: .*repository' err
	[ "$(grep -c . err)" -le 2 ]
END

it 'control bytes in arguments do not reach the terminal' <<'END'
	code 129 git bench $'evil\033[2J'
	has err '\x1b[2J'
	lacks err $'\033'
END

it 'output that cannot be written is a failure' <<'END'
	code 128 sh -c 'git bench -h >/dev/full'
	has err 'git-bench: cannot write the output: No space left on device'
END

it 'a closed pipe ends it by SIGPIPE' <<'END'
	(
		trap '' PIPE
		# Go on when the reader is gone for certain.
		while printf .; do :; done 2>/dev/null
		git-bench -h || echo $? >status
	) | true
	[ "$(cat status)" = 141 ]
END

it 'git bench --help and git help bench open the page' <<'END'
	export GIT_PAGER=cat MANPAGER=cat
	git bench --help >page
	has page 'a benchmark service made of nothing but git'
	git help bench >page
	has page 'a benchmark service made of nothing but git'
END

it 'git bench CMD --help and git bench help CMD open its page' <<'END'
	export GIT_PAGER=cat MANPAGER=cat
	git bench status --help >page
	has page 'git-bench-status'
	git bench help status >page
	has page 'git-bench-status'
	code 129 git bench help nothing
END

finish
