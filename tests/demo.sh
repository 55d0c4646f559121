#!/usr/bin/env bash
# demo.sh BUILD - shows the whole of git bench on a small repository.
#
# Makes BUILD/demo/sorter, whose branch "stable" is really slower: it swaps
# the library's sort for an insertion sort. Then asks for it to be measured,
# measures it, and shows what came of it. The repository stays, to play with.
set -eu
build=$(cd "$1" && pwd)
demo=$build/demo/sorter
export PATH=$build:$PATH GIT_PAGER=cat

rm -rf "$demo"
mkdir -p "$demo"
cd "$demo"

show() {
	printf '\n$ %s\n' "$*"
	"$@"
}

tell() {
	printf '\n%s\n' "$*"
}

git init -q -b main
git config user.name 'Demo Author'
git config user.email demo@example.com

cat >Makefile <<'END'
CFLAGS = -O2
sorter: sorter.o sort.o
sorter.o sort.o: sort.h
END
cat >sort.h <<'END'
void sort(int *values, int count);
END
cat >sort.c <<'END'
#include <stdlib.h>
#include "sort.h"

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

void sort(int *values, int count)
{
	qsort(values, count, sizeof(*values), compare);
}
END
cat >sorter.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sort.h"

/* sorter WHAT COUNT: makes COUNT numbers, sorts or adds them up. */
int main(int argc, char **argv)
{
	int count = argc > 2 ? atoi(argv[2]) : 0;
	int *values = calloc(count + 1, sizeof(*values));
	unsigned seed = 1, sum = 0;

	for (int i = 0; i < count; i++) {
		seed = seed * 1103515245u + 12345u;
		values[i] = seed >> 8;
	}
	if (argc > 1 && !strcmp(argv[1], "sort"))
		sort(values, count);
	for (int i = 0; i < count; i++)
		sum = sum * 31 + values[i];
	printf("%u\n", sum);
	free(values);
	return 0;
}
END
cat >.gitbench <<'END'
[suite "sorter"]
	driver = command
	build = make
	target = sort small = ./sorter sort 1000
	target = sort large = ./sorter sort 30000
	target = sum = ./sorter sum 5000000
	samples = 10
END
printf '%s\n' '*.o' sorter >.gitignore
git add .
git commit -qm 'A program that sorts'

git checkout -q -b stable
cat >sort.c <<'END'
#include "sort.h"

/* Equal values keep their order. */
void sort(int *values, int count)
{
	for (int i = 1; i < count; i++) {
		int value = values[i], j = i;

		for (; j > 0 && values[j - 1] > value; j--)
			values[j] = values[j - 1];
		values[j] = value;
	}
}
END
git commit -qam 'Sort stably'

tell 'A repository with two commits. Did the second make it slower?'
show git log --oneline
show cat .gitbench
tell 'Ask for the branch to be measured, then be the machine that does it.'
show git bench request
show git bench runner --once
tell 'The answer, and where it is kept: on a branch, as a commit.'
show git bench show latest
show git log bench-history
tell "What to type next:

	cd $demo
	git bench log 'sort large'	one target over time
	git bench show --json latest	the whole document
	git bench doctor		is this machine fit to measure on?
	git log --notes=bench stable	the request, as a note on its commit
	git bench help			the manual (after make install)"
