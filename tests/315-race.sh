#!/usr/bin/env bash
# Many want the same at the same moment: one gets it, and each round ends once.
# CLAIMS=, PUSHED= and ENDS= ask for other counts; `make soak` asks for more.
. "$(dirname "$0")/lib.sh"
. "$TESTS/server.sh"

mkdir host
export HOST=$PWD/host
serve_http "$HOST"
export HTTP_URL RACE=$BUILD/race

# Eight clones of one hub.
clones() { # NAME ADDRESS
	local i
	git init -q --bare "$HOST/$1"
	git -C "$HOST/$1" config http.receivepack true
	git -C "$HOST/$1" config receive.autogc false
	new_repo "$1"
	for i in 1 2 3 4 5 6 7 8; do
		git clone -q "$1" "$1$i"
		git -C "$1$i" config gc.auto 0
		git -C "$1$i" config bench.remote "$2"
	done
	(cd "${1}1" && git bench init) >/dev/null
}

# What was counted is part of the output, also when all is well.
counted() { # FILE
	[ ! -e "$1" ] || sed 's/^/# /' "$1"
}

it 'claims by compare-and-swap in one repository: one winner each' <<'END'
	new_repo local
	"$RACE" claims "${CLAIMS:-10000}" local local >claims
	rm -rf local
END
counted claims

it 'claims pushed to a path by eight: one winner each' <<'END'
	clones path "$HOST/path"
	"$RACE" claims "${PUSHED:-100}" path[1-8] >pushed
END
counted pushed

it 'claims pushed by http by eight: one winner each' <<'END'
	clones http "$HTTP_URL/http"
	"$RACE" claims "${PUSHED:-100}" http[1-8] >pushed.http
END
counted pushed.http

it 'finish, cancel, takeover, retry in one repository' <<'END'
	new_repo ends
	"$RACE" ends "${ENDS:-60}" ends ends ends ends >ended
END
counted ended

it 'finish, cancel, takeover, retry through a hub' <<'END'
	"$RACE" ends "$((${ENDS:-60} / 10))" path1 path2 path3 path4 >ended.hub
END
counted ended.hub

stop_http
finish
