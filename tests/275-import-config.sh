#!/usr/bin/env bash
# sandmark-nightly's configuration becomes requests and schedules.
. "$(dirname "$0")/lib.sh"

# GitHub is two folders here: the repository under test, and a fork of it.
mkdir -p github/ocaml github/fork
git config --global "url.file://$PWD/github/.insteadOf" https://github.com/
git init -q --bare github/ocaml/ocaml.git
git init -q --bare hub
export GIT_BENCH_NOW=1796058000 # 2026-11-30T17:00:00Z
new_repo w
cat >w/.gitbench <<-'EOF'
	[suite "ocaml"]
		driver = command
		target = t = true
		samples = 2
EOF
(
	cd w
	commit .gitbench '# suite'
	git checkout -q -b pull && commit file pull
	git push -q https://github.com/ocaml/ocaml main \
		HEAD:refs/pull/12410/head HEAD~1:refs/tags/5.1.0
	commit file forked
	git clone -q --bare . ../github/fork/ocaml.git
	git -C ../github/fork/ocaml.git update-ref refs/heads/idea HEAD
	git checkout -q main && git branch -q -D pull
	git remote add origin https://github.com/ocaml/ocaml
	git fetch -q origin
	git remote set-head origin main
	git remote add hub ../hub
	git bench init --remote ../hub
) >/dev/null
PULL=$(git -C github/ocaml/ocaml.git rev-parse refs/pull/12410/head)
PARENT=$(git -C github/ocaml/ocaml.git rev-parse refs/heads/main)
IDEA=$(git -C github/fork/ocaml.git rev-parse idea)
export PULL PARENT IDEA

cat >custom.json <<-EOF
	[ {"url": "https://github.com/ocaml/ocaml/archive/main.tar.gz",
	   "name": "5.4.0+trunk", "expiry": "2100-01-01",
	   "configure": "CC='gcc -Wa,-mbranches' --enable-flambda"},
	  {"url": "https://github.com/ocaml/ocaml/archive/main.tar.gz",
	   "name": "5.4.0+trunk+vanilla", "expiry": "2026-12-24"},
	  {"url": "https://github.com/ocaml/ocaml/archive/refs/pull/12410/head.tar.gz",
	   "name": "pr12410", "expiry": "2026-12-01",
	   "runparams": "s=4M", "environment": "A='b c'"},
	  {"url": "https://github.com/ocaml/ocaml/archive/$PARENT.tar.gz",
	   "name": "pre-pr12410", "expiry": "2026-12-01",
	   "runparams": "s=4M", "environment": "A='b c'"},
	  {"url": "https://github.com/fork/ocaml/archive/idea.zip",
	   "name": "idea", "expiry": "2026-11-30", "tag": "lt_1s",
	   "override_packages": ["fmt.0.9.0"]},
	  {"url": "https://github.com/ocaml/ocaml/archive/5.1.0.tar.gz",
	   "name": "5.1.0", "expiry": "2026-11-29"},
	  {"url": "https://github.com/ocaml/ocaml/archive/nowhere.tar.gz",
	   "name": "gone"},
	  {"url": "ftp://example.org/x", "name": "odd"} ]
EOF

requests() {
	git -C "$SCRATCH/work/hub" notes --ref=bench list |
		while read -r note _; do
			git -C "$SCRATCH/work/hub" cat-file -p "$note"
		done | jq -c 'select(.event == "request")'
}

it 'says first what it would do, and does nothing' <<'END'
	cd w
	git bench import -n nightly-config ../custom.json >out 2>err
	has out '2 schedules, 2 requests, 1 expired, 2 left out'
	has out '[variant "5.4.0-trunk"]'
	has out '	option = CC=gcc -Wa,-mbranches'
	has out '	expires = 2026-12-24'
	[ -z "$(requests)" ]
	code 1 git config --get-regexp '^(schedule|variant)'
END

it 'asks for commits, schedules branches, names what is neither' <<'END'
	cd w
	git bench import nightly-config ../custom.json >out 2>err
	has out '5.4.0+trunk: schedule 5.4.0-trunk'
	has out "head ${PULL:0:10}, base ${PARENT:0:10}"
	has out '2 schedules, 2 requests, 1 expired, 2 left out'
	has err "gone: left out: there is no branch or tag 'nowhere'"
	has err "odd: left out: 'ftp://example.org/x' is no address"
	has err "idea: no suite has the tag 'lt_1s': measured as suite 'ocaml'"
	has err "idea: suite 'ocaml' installs no packages"
	requests >asked
	[ "$(wc -l <asked)" = 2 ]
	jq -s '.[] | select(.pr == "12410")' asked >pr
	json pr ".ref == \"refs/pull/12410/head\" and
		(.sides | map(.sha) == [\"$PARENT\", \"$PULL\"]) and
		(.sides | map(.variant) == [\"+pr12410\", \"+pr12410\"])"
	jq -s '.[] | select(.pr == null)' asked >fork
	json fork ".sides[-1].sha == \"$IDEA\" and .ref == null"
	git config --get-all variant.pr12410.env >env
	printf '%s\n' OCAMLRUNPARAM=s=4M 'A=b c' | same - env
	git -C ../hub cat-file -e "$IDEA"
END

it 'a second time changes nothing' <<'END'
	cd w
	git config --list --local >before
	git bench import nightly-config ../custom.json >out 2>/dev/null
	has out '2 schedules, 0 requests, 2 known already'
	git config --list --local >after
	same before after
	[ "$(requests | wc -l)" = 2 ]
END

it 'a new commit of a pull request is asked for as well' <<'END'
	git -C github/ocaml/ocaml.git update-ref refs/pull/12410/head \
		"$(git -C github/ocaml/ocaml.git commit-tree -p "$PULL" \
			-m next "$PULL^{tree}")"
	cd w
	git bench import nightly-config ../custom.json >out 2>/dev/null
	has out '2 schedules, 1 requests, 1 known already'
	[ "$(requests | wc -l)" = 3 ]
END

it 'what was imported is measured' <<'END'
	cd w
	GIT_BENCH_NOW=$((GIT_BENCH_NOW + 86400))
	for i in 1 2 3 4 5; do
		git bench runner --once
	done
	code 1 git bench runner --once
	git bench log --json >log
	[ "$(wc -l <log)" = 5 ]
	jq -s 'map(.schedule // .pr // "fork") | sort' log >kinds
	json kinds '. == ["12410", "12410", "5.4.0-trunk",
		"5.4.0-trunk-vanilla", "fork"]'
	git show bench-history:bench/latest.json >latest
	json latest '.schedule | startswith("5.4.0-trunk")'
END

it 'writes into a file to be committed, where that is wished' <<'END'
	git clone -q https://github.com/ocaml/ocaml x
	cd x
	git bench import --file .gitbench --pool turing --cron '0 3 * * *' \
		nightly-config ../custom.json >out 2>err
	has err "pr12410: left out: there is no variant '+pr12410'"
	git config -f .gitbench schedule.5.4.0-trunk.pool >pool
	has pool turing
	code 1 git config --local --get-regexp '^schedule'
	commit .gitbench '# imported'
	git push -q origin main
	git bench import --file .gitbench --pool turing --cron '0 3 * * *' \
		nightly-config ../custom.json >out 2>err
	lacks err 'pr12410'
	git bench status --json >status
	json status '.pool == "turing"'
	git bench request --dispatch 5.4.0-trunk --dry-run --json >asked
	json asked '.sides[-1].variant == "+5.4.0-trunk" and .pool == "turing"'
END

it 'says what is no such file, or no such format' <<'END'
	cd w
	code 128 git bench import nightly-config nowhere.json
	echo '{}' >bad.json
	code 128 git bench import nightly-config bad.json
	has err 'bad.json: no list of entries'
	echo '[{"name":' >bad.json
	code 128 git bench import nightly-config bad.json
	has err 'bad.json'
	code 129 git bench import nightly-confg bad.json
	has err "did you mean 'nightly-config'?"
	code 129 git bench import nightly-config
	code 129 git bench import --pool 'a b' nightly-config ../custom.json
	has err "--pool 'a b' is no label"
	code 129 git bench import --cron daily nightly-config ../custom.json
	has err "--cron 'daily': has 1 field, not 5"
END

finish
