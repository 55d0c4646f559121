#!/usr/bin/env bash
# Fetch and push through real servers: http and ssh. The unit programs do
# the same by path and file://; here they are told where a server is.
. "$(dirname "$0")/lib.sh"
. "$TESTS/server.sh"

mkdir host
export HOST=$PWD/host
serve_http "$HOST"
serve_ssh
export HTTP_URL SSH_URL

passes() { # PROGRAM ADDRESS [MORE...]
	"$BUILD/tests/$1" "$HOST" "${@:2}" >out 2>&1 || {
		grep -v '^ok' out
		return 1
	}
	echo "$(grep -c '^ok' out) tests"
}

it 'http: refs are listed and fetched' <<'END'
	passes t_remote "$HTTP_URL"
END

it 'http: refs move by compare-and-swap, all or none' <<'END'
	passes t_push "$HTTP_URL"
END

it 'http: two clones share a hub' <<'END'
	passes t_hub "$HTTP_URL"
END

it 'ssh: refs are listed and fetched' <<'END'
	passes t_remote "$SSH_URL$HOST"
END

# A connection by ssh costs a good deal: eight want three refs, not twelve.
it 'ssh: refs move by compare-and-swap, all or none' <<'END'
	passes t_push "$SSH_URL$HOST" 3
END

it 'ssh: two clones share a hub' <<'END'
	passes t_hub "$SSH_URL$HOST"
END

stop_http
finish
