#!/usr/bin/env bash
# The recorder as a program: small, apart, and of no use by hand.
. "$(dirname "$0")/lib.sh"

it 'has none of the libraries of git-bench' <<-'END'
	ldd "$BUILD/git-bench-recorder" >libraries 2>&1 || true
	lacks libraries libgit2
	lacks libraries libcurl
	lacks libraries libjansson
	lacks libraries libpcre2
END

it 'refuses to be called by hand' <<-'END'
	code 128 git-bench-recorder --help
	has err 'git-bench-recorder: this program is started by git bench'
END

it 'ends when there is nobody to speak to' <<-'END'
	code 0 git-bench-recorder </dev/null
END

it 'ends when it does not understand' <<-'END'
	printf 'GET / HTTP/1.0\r\n\r\n' >request
	code 0 git-bench-recorder <request
END

finish
