#!/usr/bin/env bash
# status, cancel, retry, approve: the states of a request.
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
}

new_id() {
	git bench request --json "$@" | jq -r .id
}

it 'an empty queue says so' <<'END'
	make_repo r
	code 0 git bench status
	has out 'Nothing is open'
	code 0 git bench status --json
	same /dev/null out
END

it 'open requests are listed in the order of the queue' <<'END'
	cd r
	low=$(new_id -p -1) normal=$(new_id) high=$(new_id -p 5)
	git bench status --json | jq -r .id >got
	printf '%s\n' $high $normal $low >want
	same want got
	git bench status >out
	[ "$(grep -c ' open ' out)" = 3 ]
	has out "${high:0:8}"
END

it 'a request is named by the beginning of its id' <<'END'
	make_repo prefix
	id=$(new_id)
	code 0 git bench status "${id:0:6}"
	has out "request ${id:0:8}"
	code 129 git bench status "${id:0:3}"
	code 129 git bench cancel 'no such id'
	code 128 git bench status 00000000
END

it 'cancel ends it, once' <<'END'
	make_repo cancel
	id=$(new_id)
	code 0 git bench cancel -m 'not needed' "$id"
	has out "cancelled request ${id:0:8}"
	code 1 git bench cancel "$id"
	has err 'ended'
	git bench status --json "$id" >out
	json out '.state == "cancelled" and .end.why == "not needed"'
	git bench status --json >out
	same /dev/null out
	git bench status --all --json >out
	json out '.state == "cancelled"'
	[ -z "$(git for-each-ref refs/bench/keep)" ]
END

it 'retry opens the next round, once' <<'END'
	cd cancel
	id=$(git bench status --all --json | jq -r .id)
	code 0 git bench retry --json "$id"
	json out '.state == "open" and .round == 1'
	code 1 git bench retry "$id"
	has err 'open'
	[ -n "$(git for-each-ref "refs/bench/keep/$id/1")" ]
END

it 'approve answers no when nothing waits for it' <<'END'
	cd cancel
	id=$(git bench status --json | jq -r .id)
	code 1 git bench approve "$id"
END

it 'lines that cannot be read are kept, skipped and told once' <<'END'
	make_repo strange
	id=$(new_id)
	git notes --ref=bench append -m '{"v":9,"event":"dance"}' -m 'no JSON' HEAD
	code 0 git bench status
	[ "$(grep -c warning err)" = 1 ]
	has out "${id:0:8}"
	git bench cancel "$id" >/dev/null
	git notes --ref=bench show HEAD >note
	has note '{"v":9,"event":"dance"}'
	has note 'no JSON'
END

it 'two clones that united their notes by git see every request' <<'END'
	make_repo origin
	git clone -q . ../clone
	one=$(new_id)
	cd ../clone
	git fetch -q origin refs/notes/bench:refs/notes/theirs
	two=$(new_id)
	git notes --ref=bench merge -q -s cat_sort_uniq theirs
	git bench status --json | jq -r .id | sort >got
	printf '%s\n' $one $two | sort >want
	same want got
	git bench cancel $one >/dev/null
END

finish
