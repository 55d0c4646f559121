#!/usr/bin/env bash
# What can be wrong with a repository or its configuration: one clear
# sentence each, the documented exit code, and nothing half-written.
. "$(dirname "$0")/lib.sh"

suites() {
	cat >.gitbench <<-'CONFIG'
		[suite "micro"]
			driver = command
			target = a = true
	CONFIG
	git add .gitbench
	commit file second
}

# One line that says what, and at most one that says what to do.
one_sentence() {
	[ "$(grep -c '^git-bench: ' err)" = 1 ] &&
		[ "$(grep -vc -e '^git-bench: ' -e '^hint: ' err)" = 0 ] && return
	cat err
	return 1
}

refused() { # CODE TEXT CMD...
	local want=$1 text=$2
	shift 2
	git for-each-ref >refs-before
	code "$want" "$@"
	one_sentence
	has err "$text"
	git for-each-ref >refs-after
	same refs-before refs-after
}

it 'a repository without commits' <<'END'
	git init -q unborn && cd unborn
	code 128 git bench request
	one_sentence
	code 128 git bench show
	one_sentence
	code 0 git bench status
	code 0 git bench log
END

it 'an unborn branch beside one with commits' <<'END'
	new_repo orphan && cd orphan && suites
	git checkout -q --orphan nothing
	refused 128 'no commits' git bench request
END

it 'a detached HEAD is no problem' <<'END'
	new_repo detached && cd detached && suites
	git checkout -q HEAD^0
	code 0 git bench request
END

it 'a shallow clone says where it ends' <<'END'
	new_repo deep && cd deep && suites
	git clone -q --depth 1 "file://$PWD" ../shallow
	cd ../shallow
	refused 128 'shallow' git bench request
	has err 'unshallow'
	code 0 git bench request --no-base
END

it 'a repository with SHA-256 names' <<'END'
	git init -q --object-format=sha256 sha256 && cd sha256
	code 128 git bench status
	one_sentence
	grep -qi 'sha-\?256' err
END

it 'a repository with reftable' <<'END'
	git init -q reftable && cd reftable
	git config core.repositoryFormatVersion 1
	git config extensions.refStorage reftable
	code 128 git-bench status
	one_sentence
	has err reftable
END

if [ "$(id -u)" = 0 ]; then
	it 'a repository of another owner' <<'END'
		new_repo foreign && chown -R 65534 foreign && cd foreign
		code 128 git bench status
		one_sentence
		has err safe.directory
END
else
	skip 'a repository of another owner' 'only root can make one'
fi

it 'no default branch to compare with' <<'END'
	git init -q -b odd odd && cd odd && suites
	git checkout -q -b topic
	commit file third
	refused 128 'bench.defaultBranch' git bench request
	git config bench.defaultBranch odd
	code 0 git bench request
END

it 'no .gitbench' <<'END'
	new_repo none && cd none
	refused 128 .gitbench git bench request
END

it 'a key with a typo: which line, and what was meant' <<'END'
	new_repo typo && cd typo
	printf '[suite "micro"]\n\tdriver = command\n\ttarget = a = true\n' \
		>.gitbench
	printf '\tsampels = 3\n' >>.gitbench
	git add .gitbench && commit file second
	refused 128 '.gitbench, line 4' git bench request
	has err "did you mean 'samples'"
END

it 'no git-config syntax at all: which line' <<'END'
	new_repo syntax && cd syntax
	printf '[suite "micro"]\n\tdriver = command\n[broken\n' >.gitbench
	git add .gitbench && commit file second
	code 128 git bench request
	has err '.gitbench, line 3'
END

it 'a target that is named twice' <<'END'
	new_repo twice && cd twice
	printf '[suite "m"]\n\tdriver = command\n' >.gitbench
	printf '\ttarget = a = true\n\ttarget = a = false\n' >>.gitbench
	git add .gitbench && commit file second
	refused 128 "line 4: target 'a' is named twice" git bench request
END

it 'revisions of any bytes and any length' <<'END'
	cd detached
	long=$(printf '%10000s' | tr ' ' x)
	for revision in 'a b' "a'b\"" $'a\nb' -- ../.. "$long" $'\xff\xfe' '' \
		'HEAD..HEAD' '@{9999}' '+' ','; do
		refused 128 '' git bench request -- "$revision"
	done
	refused 128 '' git bench request --base "$long+fast" HEAD
END

it 'results and requests of any name' <<'END'
	cd detached
	git bench init >/dev/null
	long=$(printf '%10000s' | tr ' ' x)
	for name in 'a b' -- '../../etc/passwd' "$long" $'\xff' '' '*'; do
		refused 128 '' git bench show -- "$name"
		refused 129 'no request' git bench cancel -- "$name"
	done
END

# The program where another user can run it.
as_nobody() {
	mkdir -p "$SCRATCH/bin" && cp "$BUILD"/git-bench* "$SCRATCH/bin/"
	chmod 755 "$SCRATCH" "$SCRATCH/bin" "$SCRATCH/work"
	HOME=/ PATH=$SCRATCH/bin:$PATH GIT_CONFIG_GLOBAL=/dev/null TMPDIR=/tmp \
		setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	it 'a repository that may not be written' <<'END'
		new_repo readonly && cd readonly && suites
		git bench request >/dev/null
		git for-each-ref >../before
		chown -R 65534 . && chmod -R a-w .git
		code=0
		as_nobody git bench request >../out 2>../err || code=$?
		[ $code = 128 ]
		as_nobody git bench status >../out
		cd .. && one_sentence
		grep -qi 'permission denied' err
		chown -R 0 readonly && chmod -R u+w readonly
		git -C readonly for-each-ref >after
		same before after
END
else
	skip 'a repository that may not be written' 'needs root and setpriv'
fi

finish
