#!/bin/sh
# deps.sh PACKAGE... - installs the Debian packages that are missing.
#
# Says nothing when there are none. Without root it prints what to type;
# where there is no dpkg it names the packages and leaves the rest to you.
set -u

if ! command -v dpkg-query >/dev/null; then
	echo "Not a Debian system; needed are the equivalents of: $*"
	exit 0
fi

missing=
for package; do
	status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)
	case $status in
	*' installed') ;;
	*) missing="$missing $package" ;;
	esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ]; then
	echo "These packages are missing. As root, type:" >&2
	echo "	apt-get install$missing" >&2
	exit 1
fi

install() {
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
		--no-install-recommends $missing >"$log" 2>&1
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "installing$missing"
install && exit 0
# The list of packages may be old, or not there at all.
apt-get update -qq >/dev/null && install && exit 0
cat "$log" >&2
exit 1
