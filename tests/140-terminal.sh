#!/usr/bin/env bash
# Pager and colour follow git's rules; script(1) plays the terminal.
. "$(dirname "$0")/lib.sh"

make_repo() {
	new_repo "$1" && cd "$1"
	cat >.gitbench <<-'CONFIG'
		[suite "micro"]
			driver = command
			target = a = true
	CONFIG
	git add .gitbench
	commit file second
	git bench request >/dev/null
}

# Runs the line on a terminal; what it shows is in the file shown.
on_terminal() { # LINE
	TERM=xterm script -qec "$1" /dev/null </dev/null | tr -d '\r' >shown
}

ESC=$'\033'
export GIT_PAGER='sed s/^/paged:/'
(make_repo r)

it 'output on a terminal goes through GIT_PAGER' <<'END'
	cd r
	on_terminal 'git bench status'
	grep -q '^paged:.*micro' shown
END

it 'output elsewhere and output for programs do not' <<'END'
	cd r
	git bench status >out
	lacks out paged:
	on_terminal 'git bench status --json'
	lacks shown paged:
END

it 'pager.bench.<command> turns it off, or names another' <<'END'
	cd r
	on_terminal 'git -c pager.bench.status=false bench status'
	lacks shown paged:
	on_terminal 'git -c pager.bench.status="sed s/^/own:/" bench status'
	grep -q '^own:.*micro' shown
	lacks shown paged:
END

it 'pager.bench=false turns it off for all' <<'END'
	cd r
	on_terminal 'git -c pager.bench=false bench status'
	lacks shown paged:
END

it 'core.pager and PAGER follow GIT_PAGER' <<'END'
	cd r
	unset GIT_PAGER
	PAGER='sed s/^/last:/' on_terminal 'git bench status'
	grep -q '^last:' shown
	PAGER='sed s/^/last:/' \
		on_terminal 'git -c core.pager="sed s/^/core:/" bench status'
	grep -q '^core:' shown
END

it 'git -p pages once, git --no-pager never' <<'END'
	cd r
	on_terminal 'git -p bench status'
	grep -q '^paged:.*micro' shown
	lacks shown paged:paged:
	on_terminal 'git --no-pager bench status'
	lacks shown paged:
END

it 'a pager that quits early is no failure' <<'END'
	cd r
	on_terminal 'GIT_PAGER=true git bench status; echo "exit $?"'
	has shown 'exit 0'
END

it 'there is colour on a terminal and in a pager, not elsewhere' <<'END'
	cd r
	on_terminal 'git --no-pager bench status'
	has shown "$ESC["
	on_terminal 'git bench status'
	has shown "$ESC["
	git bench status >out
	lacks out "$ESC"
END

it '--color, --no-color, NO_COLOR, color.ui and color.pager decide' <<'END'
	cd r
	git bench status --color >out
	has out "$ESC["
	git -c color.ui=always bench status >out
	has out "$ESC["
	git -c color.ui=always -c color.bench=never bench status >out
	lacks out "$ESC"
	on_terminal 'git bench status --no-color'
	lacks shown "$ESC"
	on_terminal 'NO_COLOR=1 git bench status'
	lacks shown "$ESC"
	on_terminal 'git -c color.pager=false bench status'
	lacks shown "$ESC"
	on_terminal 'TERM=dumb git --no-pager bench status'
	lacks shown "$ESC"
END

it 'colours can be chosen, and what is none is refused' <<'END'
	cd r
	git -c color.bench.sha=blue bench status --color >out
	has out "$ESC[34m"
	code 128 git -c color.bench.sha=bluish bench status --color
	has err 'color.bench.sha'
END

finish
