#!/usr/bin/env bash
# bench.launcher = bwrap: everything is as it was, but for the network.
. "$(dirname "$0")/lib.sh"

BWRAP='bwrap --bind / / --dev-bind /dev /dev --proc /proc --unshare-net
	--unshare-pid --die-with-parent --'

if ! $BWRAP true 2>"$SCRATCH/bwrap"; then
	skip 'a bench machine without network' "$(head -n 1 "$SCRATCH/bwrap")"
	finish
fi

# Something to reach, on this machine; its port is in $HOME/port.
listen() {
	perl -MIO::Socket::INET -e '
		my $s = IO::Socket::INET->new(Listen => 9,
			LocalAddr => "127.0.0.1") or die;
		open(my $f, ">", "$ENV{HOME}/port.new") or die;
		print $f $s->sockport;
		close($f);
		rename("$ENV{HOME}/port.new", "$ENV{HOME}/port");
		1 while $s->accept;' &
	server=$!
	trap "kill $server" EXIT
	wait_for test -e "$HOME/port"
}

repo() {
	new_repo r && cd r
	cat >"$HOME/reach.pl" <<-'EOF'
		use IO::Socket::INET;
		IO::Socket::INET->new(PeerAddr => "127.0.0.1:$ARGV[0]")
			or die "no network: $@\n";
	EOF
	cat >.gitbench <<-EOF
		[suite "net"]
			driver = command
			build = hostname >name
			target = t = perl $HOME/reach.pl $1
			samples = 1
			warmups = 0
		[suite "long"]
			driver = command
			target = "t = sh -c 'touch $HOME/sampling; setsid $ENDLESS'"
	EOF
	git add . && commit file suite
}

it 'a benchmark that asks the network fails there, and only there' <<'END'
	listen
	repo "$(cat "$HOME/port")"
	git bench run --suite net --no-base >out
	git config bench.launcher "$(echo $BWRAP)"
	code 128 git bench run --suite net --no-base
	has err 'no network: '
END

it 'bwrap that is killed takes all with it' <<'END'
	cd r
	spawn git-bench run --suite long --no-base
	pid=$!
	wait_for test -e "$HOME/sampling"
	kill -KILL $(pgrep -P $pid bwrap)
	got=0
	wait $pid || got=$?
	[ $got = 128 ]
	has err "target 't': the launcher 'bwrap' was killed by signal 9 (Killed)"
	wait_for gone
END

finish
