# server.sh - git servers on this machine alone; sourced after lib.sh.
#
#	serve_http DIR [USER:PASSWORD]
#			offers the repositories below DIR by smart http at
#			$HTTP_URL, until the script ends; to that user alone
#	serve_ssh	lets us in at $SSH_URL followed by an absolute path
#
# Both have keys and configuration of their own in the scratch folder. The
# port is the kernel's choice: it is bound before the server starts. ssh has
# none: its own sshd stands behind each connection.

serve_http() { # DIR [USER:PASSWORD]
	local conf=$SCRATCH/http.conf
	cat >"$conf" <<-EOF
	server.systemd-socket-activation = "enable"
	server.document-root = "$1"
	server.modules = ("mod_alias", "mod_cgi", "mod_setenv")
	server.upload-dirs = ("$SCRATCH")
	server.errorlog = "$SCRATCH/http.log"
	alias.url = ("/git" => "${HTTP_BACKEND:-$(git --exec-path)/git-http-backend}")
	cgi.assign = ("" => "")
	setenv.set-environment = (
		"GIT_PROJECT_ROOT" => "$1", "GIT_HTTP_EXPORT_ALL" => "1",
		"GIT_CONFIG_NOSYSTEM" => "1", "PATH" => "$PATH", "LC_ALL" => "C",
		"HOME" => "$HOME", "SCRATCH" => "$SCRATCH", "TMPDIR" => "$SCRATCH")
	EOF
	[ -z "${2-}" ] || guard_http "$2" >>"$conf"
	(cd / && exec perl -MSocket -MFcntl -e '
		$^F = 3;
		socket(my $s, PF_INET, SOCK_STREAM, 0) or die;
		bind($s, sockaddr_in(0, INADDR_LOOPBACK)) or die;
		listen($s, 128) or die;
		my ($port) = sockaddr_in(getsockname($s));
		open(my $out, ">", "$ARGV[0].new") or die;
		print $out $port;
		close($out);
		fileno($s) == 3 or die "the socket is no. " . fileno($s);
		rename("$ARGV[0].new", $ARGV[0]) or die;
		$ENV{LISTEN_FDS} = 1;
		$ENV{LISTEN_PID} = $$;
		exec "lighttpd", "-D", "-f", $ARGV[1] or die;
	' "$SCRATCH/http.port" "$conf" >"$SCRATCH/http.err" 2>&1 3>&-) &
	HTTP_PID=$!
	trap 'stop_http; cd / && rm -rf "$SCRATCH"' EXIT
	wait_for test -s "$SCRATCH/http.port"
	HTTP_URL=http://127.0.0.1:$(cat "$SCRATCH/http.port")/git
}

guard_http() { # USER:PASSWORD
	echo "$1" >"$SCRATCH/http.users"
	cat <<-EOF
	server.modules += ("mod_auth", "mod_authn_file")
	auth.backend = "plain"
	auth.backend.plain.userfile = "$SCRATCH/http.users"
	auth.require = ("" => ("method" => "basic", "realm" => "git",
		"require" => "valid-user"))
	EOF
}

stop_http() {
	kill "$HTTP_PID" && wait "$HTTP_PID"
} 2>/dev/null

serve_ssh() {
	local dir=$SCRATCH/ssh sshd=/usr/sbin/sshd
	mkdir -m 700 "$dir"
	# As root it wants this folder, which a boot makes as a rule.
	[ "$(id -u)" != 0 ] || mkdir -p -m 755 /run/sshd
	ssh-keygen -q -t ed25519 -N '' -f "$dir/host"
	ssh-keygen -q -t ed25519 -N '' -f "$dir/user"
	cp "$dir/user.pub" "$dir/authorized_keys"
	echo "bench-host $(cat "$dir/host.pub")" >"$dir/known_hosts"
	cat >"$dir/sshd_config" <<-EOF
	HostKey $dir/host
	AuthorizedKeysFile $dir/authorized_keys
	PidFile none
	StrictModes no
	UsePAM no
	PasswordAuthentication no
	PermitRootLogin prohibit-password
	AcceptEnv GIT_PROTOCOL
	SetEnv HOME=$HOME GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
	EOF
	cat >"$dir/config" <<-EOF
	Host bench-host
		User $(id -un)
		IdentityFile $dir/user
		IdentitiesOnly yes
		UserKnownHostsFile $dir/known_hosts
		StrictHostKeyChecking yes
		BatchMode yes
		ProxyCommand $sshd -i -f $dir/sshd_config -E $dir/log
	EOF
	export GIT_SSH_COMMAND="ssh -F $dir/config"
	SSH_URL=ssh://bench-host
}
