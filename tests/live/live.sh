#!/usr/bin/env bash
# make verdict-live: a repository for the history of its noise, then the runs.
# What is there already is gone on with.
set -eu
build=$1
folder=$build/live
shift
if ! [ -d "$folder/repo" ]; then
	mkdir -p "$folder"
	git init -q "$folder/repo.part"
	for n in 1 2; do
		git -C "$folder/repo.part" -c user.name=live \
			-c user.email=live@example.com commit -q \
			--allow-empty -m "$n"
	done
	mv "$folder/repo.part" "$folder/repo"
fi
export GIT_AUTHOR_NAME=live GIT_AUTHOR_EMAIL=live@example.com
export GIT_COMMITTER_NAME=live GIT_COMMITTER_EMAIL=live@example.com
[ $# = 0 ] && exec "$folder/live" "$folder"
exec "$folder/live" "$folder" "$folder/work" "$@"
