#!/usr/bin/env bash
# The hooks of `git bench init --hooks`, and what they do for who pushes.
. "$(dirname "$0")/lib.sh"

configure() {
	cat >.gitbench <<-'CONFIG'
		[suite "micro"]
			driver = command
			target = a = true
		[suite "macro"]
			driver = command
			target = b = true
		[bench]
			suite = micro
	CONFIG
	git add .gitbench
	commit file configured
}

# A host that has our hooks, and a clone of it with its own queue there.
it 'installs update and post-receive where others push to' <<'END'
	git init -q --bare host
	git -C host bench init --hooks >out
	has out 'receive.advertisePushOptions'
	[ -x host/hooks/update ]
	[ -x host/hooks/post-receive ]
	[ ! -e host/hooks/pre-push ]
	[ "$(git -C host config receive.advertisePushOptions)" = true ]
	new_repo r && cd r && configure
	git remote add origin ../host
	git push -q origin main
	git config bench.remote origin
END

it 'installs the same again, and says that it is there' <<'END'
	find host/hooks -type f -exec sha1sum {} + | sort >before
	git -C host bench init --hooks --json >out
	json out '.hooks | length == 2 and all(.outcome == "same")'
	echo '# an older version' >>host/hooks/update
	git -C host bench init --hooks --json >out
	json out '.hooks[] | select(.name == "update") | .outcome == "renewed"'
	find host/hooks -type f -exec sha1sum {} + | sort >after
	same before after
END

it 'keeps the hook that was there, and asks it first' <<'END'
	git init -q --bare other
	cat >other/hooks/update <<-'HOOK'
		#!/bin/sh
		case $1 in refs/heads/no) echo "not here" >&2; exit 1 ;; esac
		echo "saw $1" >>seen
	HOOK
	echo 'cat >seen-after; exit 1' >other/hooks/post-receive
	chmod +x other/hooks/update other/hooks/post-receive
	git -C other bench init --hooks --json >out
	json out '.hooks | all(.outcome == "chained")'
	git -C other bench init --hooks --json >out
	json out '.hooks | all(.outcome == "same")'
	cd r
	git push -q ../other main
	code 1 git push ../other main:no
	has err 'not here'
	has ../other/seen 'saw refs/heads/main'
	has ../other/seen-after refs/heads/main
	mv ../other/hooks/update.before-bench ../other/hooks/update
	has ../other/hooks/update 'not here'
END

it 'loses none of two foreign hooks' <<'END'
	cp other/hooks/update own
	echo 'exit 0' >other/hooks/post-receive
	code 1 git -C other bench init --hooks
	has err 'post-receive.before-bench of before'
	same own other/hooks/update.before-bench
	has other/hooks/post-receive 'exit 0'
END

it 'goes where core.hooksPath says' <<'END'
	new_repo w && cd w
	git config core.hooksPath .githooks
	mkdir .githooks
	ln -s ../one .githooks/pre-push
	git bench init --hooks >out
	has out '/w/.githooks/pre-push: installed; yours is kept'
	[ -L .githooks/pre-push.before-bench ]
	[ ! -e .githooks/update ]
	git config core.hooksPath /dev/null
	code 1 git bench init --hooks
	has err 'hooks are switched off here: core.hooksPath is /dev/null'
END

it 'a push with -o bench is a request, and says so' <<'END'
	cd r
	git checkout -qb topic
	commit file topic
	git push -o bench origin topic 2>err
	has err 'remote: git-bench: request '
	has err '(main)'
	git bench status --json >out
	json out '.suite == "micro" and .ref == "refs/heads/topic" and
		.state == "open"'
END

it 'the default branch is compared with what it was' <<'END'
	cd r
	git checkout -q main
	old=$(git rev-parse HEAD)
	commit file one
	commit file two
	git push -q -o bench=macro origin main
	git bench status --json | grep macro >out
	json out ".sides[0].sha == \"$old\" and .sides[1].sha == \"$(
		git rev-parse HEAD)\""
END

it 'a wish that makes no sense is one sentence, the push is done' <<'END'
	cd r
	git checkout -q topic
	commit file more
	git push -o 'bench=mi"cro' -o ci.skip origin topic 2>err
	has err "git-bench: there is no suite 'mi\"cro', only: "
	[ "$(git rev-parse HEAD)" = "$(git -C ../host rev-parse topic)" ]
	git push -o bench="$(printf 'a\033[2J')" origin topic:topic2 2>err
	lacks err "$(printf '\033[2J')"
	git push -o bench origin --delete topic2 2>err
	has err 'no branch was pushed that could be measured'
	git push -o bencher origin topic:topic3 2>err
	lacks err git-bench
END

it 'asks for no more than ten branches of a push' <<'END'
	cd r
	for i in $(seq 12); do git update-ref refs/heads/many/$i HEAD; done
	git push -o bench origin 'refs/heads/many/*' 2>err
	[ "$(grep -c 'git-bench: request' err)" = 10 ]
	has err '2 more branches were not asked for'
END

it 'works where $PATH has no git-bench, as over ssh, nor $HOME' <<'END'
	cd r
	env -u HOME -u GIT_CONFIG_GLOBAL PATH=/usr/bin:/bin \
		git push -o bench=macro origin topic:bare-path 2>err
	has err 'remote: git-bench: request '
	has err 'suite macro'
	mkdir gone
	sed "s|^bench=.*|bench='$PWD/gone/git-bench'|" \
		../host/hooks/post-receive >own
	mv ../host/hooks/post-receive kept
	install -m 755 own ../host/hooks/post-receive
	PATH=/usr/bin:/bin git push -o bench=macro origin topic:no-path 2>err
	has err 'is not to be found here: nothing was asked'
	[ "$(git -C ../host rev-parse no-path)" = "$(git rev-parse topic)" ]
	mv kept ../host/hooks/post-receive
END

it 'where the queue has other names a push cannot ask, and says so' <<'END'
	git clone -q --bare host named
	git -C named bench init --hooks >/dev/null
	git -C named update-ref refs/heads/bench-notes refs/notes/bench
	git -C named update-ref -d refs/notes/bench
	cd r
	git push -o bench ../named topic:other 2>err
	has err 'git-bench: the queue has other names here'
	git -C ../named for-each-ref refs/notes >left
	same /dev/null left
END

# What somebody sees who sits at a terminal.
at_terminal() {
	script -qefc "$*" /dev/null </dev/null
}

it 'pre-push says how to ask, on a terminal only, and only once' <<'END'
	cd r
	git bench init --hooks >/dev/null
	git checkout -qb fresh
	commit file fresh
	git push -q origin fresh 2>err
	lacks err git-bench
	git push -q origin --delete fresh
	at_terminal git push origin fresh >out
	has out 'git-bench: to have it measured: git bench request fresh'
	git bench request fresh >/dev/null
	git push -q origin --delete fresh
	at_terminal git push origin fresh >out
	lacks out measured
	git config bench.prePush never
	commit file fresher
	at_terminal git push origin fresh >out
	lacks out measured
END

it 'pre-push asks when it is told to, and heeds the answer' <<'END'
	cd r
	git config bench.prePush ask
	commit file freshest
	printf 'y\n' | script -qefc 'git push origin fresh' /dev/null >out
	has out 'have fresh measured? [y/N]'
	has out 'git-bench: request '
	[ "$(git rev-parse HEAD)" = "$(git -C ../host rev-parse fresh)" ]
END

finish
