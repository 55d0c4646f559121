#!/usr/bin/env bash
# docs/workflows/bench.yml, step by step, against a hub that wants a token.
. "$(dirname "$0")/lib.sh"
. "$TESTS/server.sh"

export MONDAY=1796018400 WEEK=604800 # 2026-11-30T06:00:00Z
export TOKEN=s3cret
mkdir hub
git init -q --bare hub/proofs.git
serve_http "$PWD/hub" "x-access-token:$TOKEN"
export GITHUB_SERVER_URL=${HTTP_URL%/git} URL=$HTTP_URL/proofs.git
export HEADER="Authorization: Basic $(printf 'x-access-token:%s' $TOKEN |
	base64 -w 0)"
# As actions/checkout does: one commit, one branch, no token left behind.
export CHECKOUT="git -c http.extraHeader='$HEADER' clone -q --depth 1 $URL"

# Stand-ins for what the workflow gets from elsewhere.
mkdir bin upstream
cat >bin/sudo <<-'EOF'
	#!/bin/sh
	exec "$@"
EOF
cat >bin/curl <<-EOF
	#!/bin/sh
	case "\$*" in
	*elan*) echo 'mkdir -p "\$HOME/.elan/bin" &&
		cp "$TESTS/bin/lake" "\$HOME/.elan/bin"' ;;
	*uv*) echo 'mkdir -p "\$HOME/.local/bin" &&
		cp "$PWD/bin/sudo" "\$HOME/.local/bin/sh" &&
		cp "$PWD/uv" "\$HOME/.local/bin/uv"' ;;
	*) exit 22 ;;
	esac
EOF
cat >uv <<-EOF
	#!/bin/sh
	[ "\$*" = 'tool install git+https://github.com/Kha/lakeprof' ] &&
		cp "$TESTS/bin/lakeprof" "\$HOME/.local/bin"
EOF
sed -i '/bin\/sh"/d' bin/curl
printf 'deps:\nall:\ninstall:\n\ttest "$(PREFIX)" = "$(HOME)/.local"\n' |
	sed 's/^deps:/all:\ndeps:/;/^all:$/{x;s/^/x/;/^xx/{x;d};x}' \
		>upstream/Makefile
chmod +x bin/* uv
(cd upstream && git init -q && git add . && commit Makefile '#') >/dev/null
export GIT_BENCH_URL=file://$PWD/upstream PATH=$PWD/bin:$PATH

# The library: seconds of each file by its name.
library() { # NAME=SECONDS...
	local file
	for file; do
		echo "-- takes ${file#*=}" >"${file%=*}.lean"
	done
	git add . && commit README.md "$*"
	git -c http.extraHeader="$HEADER" push -q "$URL" main
}

new_repo lib
cat >lib/.gitbench <<-'EOF'
	[suite "proofs"]
		driver = lake
		prepare = lake exe cache get
	[schedule "weekly"]
		cron = 0 6 * * 1
		suite = proofs
EOF
(cd lib && library A=1.5s B=2.5s C=3s D=4s E=5s F=6s G=70s) >/dev/null

workflow() { # EVENT, of FOLDER; in $PWD
	rm -rf "$HOME/.elan" "$HOME/.local" machine && mkdir machine
	"$TESTS/workflow.py" "$TOP/docs/workflows/bench.yml" "$1" "$PWD/machine"
}

it 'the make targets that the workflow calls are there' <<'END'
	grep -q '^deps:' "$TOP/Makefile"
	grep -q '^all:' "$TOP/Makefile"
	grep -q '^install: all' "$TOP/Makefile"
END

it 'the hub lets nobody in without the token' <<'END'
	code 128 env GIT_TERMINAL_PROMPT=0 git ls-remote "$URL"
END

it 'its first week: from a bare hub to a result' <<'END'
	GIT_BENCH_NOW=$((MONDAY + 1234)) workflow schedule
	cat machine/github_step_summary
	has machine/github_step_summary 'targets measured'
	git -C hub/proofs.git show bench-history:bench/latest.json >latest
	json latest '.schedule == "weekly" and .total_seconds > 0 and
		(.targets | map(.name) | index("total") != null) and
		(.targets | map(select(.name == "G" and .seconds == 70)) |
			length == 1)'
	json latest ".sha == \"$(git -C lib rev-parse main)\""
	git -C hub/proofs.git show-ref --verify refs/notes/bench
	[ -z "$(git -C hub/proofs.git for-each-ref refs/bench/claims \
		refs/bench/keep)" ]
	git -C hub/proofs.git fsck --strict
END

it 'leaves the token neither in a file nor on the branch' <<'END'
	encoded=${HEADER##* }
	! grep -rqF -e "$TOKEN" -e "$encoded" machine/checkout
	! git -C hub/proofs.git grep -qF -e "$TOKEN" -e "$encoded" \
		bench-history
END

it 'comes a second time to no purpose, and is no failure' <<'END'
	before=$(git -C hub/proofs.git rev-parse bench-history)
	GIT_BENCH_NOW=$((MONDAY + 5000)) workflow schedule
	[ "$before" = "$(git -C hub/proofs.git rev-parse bench-history)" ]
END

# As if another machine of the class had measured so far.
another_machine() {
	git -c http.extraHeader="$HEADER" clone -q -b bench-history "$URL" h
	(
		cd h
		sed -i 's/"id": *"[0-9a-f]*"/"id":"0123456789abcdef"/;
			s/"hostname": *"[^"]*"/"hostname":"elsewhere"/' \
			bench/history/*.json
		git commit -qam 'measured elsewhere'
		git -c http.extraHeader="$HEADER" push -q
	)
	rm -rf h
}

it 'the next week another machine: change and top 5, and no verdict' <<'END'
	another_machine
	(cd lib && library A=1.6s B=2.2s C=3.6s D=4.1s E=5.2s F=6.3s G=75s)
	GIT_BENCH_NOW=$((MONDAY + WEEK + 1800)) workflow schedule
	summary=machine/github_step_summary
	has $summary 'since 2026-11-30'
	has $summary 'unknown (another machine)'
	cd machine/checkout
	git bench show >shown
	has shown 'total '
	grep -E '^G +70 s +75 s +\+7\.1% +unknown \(another m' shown
	grep -E '^B +2\.5 s +2\.2 s +-12% ' shown
	[ "$(grep -c 'unknown (another machine)$' shown)" = 7 ] # and 6 targets
	git bench show --json >json
	json json '.since.obstacle == "another machine" and
		(.since.more | map(.name) == ["G", "C", "F", "E", "D"] or
			map(.name) == ["G", "C", "F", "E", "A"]) and
		(.since.less | map(.name) == ["B"])'
	git bench log >log
	has log 'since 2026-11-30: unknown (another machine)'
	git bench log G >log
	grep -E '2026-12-07 .* \+7\.1% .*unknown \(another machine\)' log
	[ "$(wc -l <log)" = 3 ]
END

# As if the machine had been taken away while it worked.
leave_face() {
	local hub=$SCRATCH/work/hub/proofs.git ref=refs/bench/runners/github
	local face tree
	face=$(git -C "$hub" show $ref:runner.json |
		jq -c '.state = "working" | .instance = "another" |
			.process.machine = "m" | .process.boot = "b"' |
		git -C "$hub" hash-object -w --stdin)
	tree=$(printf '100644 blob %s\trunner.json\n' "$face" |
		git -C "$hub" mktree)
	git -C "$hub" update-ref $ref \
		"$(git -C "$hub" commit-tree -m face "$tree")"
}

it 'runs by hand as well, though the last machine was lost' <<'END'
	leave_face
	GIT_BENCH_NOW=$((MONDAY + WEEK + 30000)) workflow workflow_dispatch >out
	has out '# Ask for it now'
	git -C hub/proofs.git show bench-history:bench/latest.json >latest
	json latest '.schedule == "weekly" and (.date | startswith("2026-12-07T14"))'
END

it 'what no longer builds is named, and changes no total' <<'END'
	(cd lib && echo 'sorry!' >A.lean && library B=2s)
	GIT_BENCH_NOW=$((MONDAY + 2 * WEEK)) workflow schedule
	summary=machine/github_step_summary
	has $summary '2 missing'
	grep -F '**total -' $summary
END

it 'what fails as a whole makes the job fail' <<'END'
	(cd lib && sed -i 's/prepare = .*/prepare = false/' .gitbench &&
		library B=2s)
	export GIT_BENCH_NOW=$((MONDAY + 3 * WEEK))
	code 1 workflow schedule
	has err '1 of 1 requests ended as a failure'
	[ -z "$(git -C hub/proofs.git for-each-ref refs/bench/claims \
		refs/bench/keep)" ]
END

finish
