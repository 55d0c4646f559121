#!/usr/bin/env bash
# make install and uninstall, and that what was installed works.
. "$(dirname "$0")/lib.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS

ROOT=$SCRATCH/work/root

install_to() { # TARGET PREFIX
	make -s -C "$TOP" BUILD="$BUILD" "$1" DESTDIR="$ROOT" PREFIX="$2"
}

it 'installs program, recorder, pages, completion and hooks' <<'END'
	install_to install /usr
	cd "$ROOT/usr"
	[ -x bin/git-bench ]
	[ -x libexec/git-bench/git-bench-recorder ]
	[ -x share/git-bench/hooks/update ]
	[ -e share/bash-completion/completions/git-bench ]
	has lib/systemd/system/git-bench-runner@.service \
		'ExecStart=/usr/bin/git-bench runner'
	for page in "$TOP"/docs/man/*.scd; do
		page=$(basename "$page" .scd)
		[ -e "share/man/man${page##*.}/$page" ]
	done
END

it 'git finds it, and its manual, below any prefix' <<'END'
	export PATH=$ROOT/usr/bin:${PATH#*:} MANPAGER=cat
	git bench --version
	git bench status --help >page
	has page git-bench-status
END

it 'it finds its recorder' <<'END'
	new_repo r && cd r
	PATH=$ROOT/usr/bin:${PATH#*:} git bench doctor --json >out || :
	grep -q '"level":"ok","what":"recorder"' out
END

it 'uninstall leaves nothing' <<'END'
	install_to uninstall /usr
	find "$ROOT" ! -type d >left
	same /dev/null left
END

finish
