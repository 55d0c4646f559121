#!/usr/bin/env bash
# git bench init: deterministic roots, a paragraph for people, a beginning.
. "$(dirname "$0")/lib.sh"

it 'makes ledger and history, which git is content with' <<'END'
	new_repo r && cd r
	code 0 git bench init
	has out refs/notes/bench
	git show-ref --verify -q refs/notes/bench
	git show-ref --verify -q refs/heads/bench-history
	code 0 git fsck --strict --no-dangling
	same /dev/null out
	git ls-tree -r --name-only bench-history >files
	has files README.md
	has files bench/SCHEMA.md
END

it 'two repositories that begin apart get the same roots' <<'END'
	new_repo apart && cd apart
	commit file other
	GIT_AUTHOR_NAME=Somebody GIT_COMMITTER_EMAIL=else@example.com \
		git bench init >/dev/null
	git rev-parse refs/notes/bench bench-history >../here
	git -C ../r rev-parse refs/notes/bench bench-history >../there
	same ../here ../there
END

it 'a second time it changes nothing and says so' <<'END'
	cd r
	git rev-parse refs/notes/bench bench-history >before
	code 0 git bench init
	has out 'Nothing to do'
	git rev-parse refs/notes/bench bench-history >after
	same before after
END

it 'names the branch and the issue for CONTRIBUTING.md' <<'END'
	cd r
	git bench init >out
	has out 'CONTRIBUTING.md'
	has out 'bench-history'
	has out 'benchmark-tracking'
END

it 'suggests a .gitbench that works when there is none' <<'END'
	cd r
	git bench init >out
	sed -n '/^    \[suite/,/^$/s/^    //p' out >.gitbench
	git config -f .gitbench suite.micro.driver >driver
	has driver command
	tick && git add .gitbench && git commit -qm suites
	git bench init >out
	lacks out '[suite'
	git bench request --dry-run
END

it '--json is one object' <<'END'
	new_repo json && cd json
	code 0 git bench init --json
	json out '.ledger == "refs/notes/bench" and .made'
	code 0 git bench init --json
	json out '.made == false'
END

it 'pushes nothing and touches no file' <<'END'
	git init -q --bare server.git
	new_repo client && cd client
	git remote add origin ../server.git
	git bench init >/dev/null
	[ -z "$(git -C ../server.git for-each-ref)" ]
	[ -z "$(git status --porcelain)" ]
END

it 'works in a repository without commits and in a bare one' <<'END'
	git init -q unborn && (cd unborn && git bench init) >/dev/null
	git init -q --bare bare.git && (cd bare.git && git bench init) >/dev/null
	git -C bare.git show-ref --verify -q refs/heads/bench-history
END

finish
