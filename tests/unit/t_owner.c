#include "base/owner.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

/* A child that has ended but is still a zombie, then is gone. */
static void test_child(void)
{
	AUTO(owner) owner = { 0 };
	int fds[2], go[2];
	char text[200] = "";

	if (pipe(fds) || pipe(go))
		return;
	pid_t pid = fork();
	if (!pid) {
		AUTO(owner) self = { 0 };
		char byte;

		owner_self(&self);
		auto_free char *word = owner_format(&self);
		close(go[1]);
		if (write(fds[1], word, strlen(word)) < 0)
			_exit(1);
		_exit(read(go[0], &byte, 1) < 0);
	}
	close(go[0]);
	ok(read(fds[0], text, sizeof(text) - 1) > 0 &&
		   owner_parse(&owner, text),
	   "a process names itself");
	ok(!owner_is_dead(&owner), "while it runs it lives");
	owner.started++;
	ok(owner_is_dead(&owner), "a later one of its number is another");
	owner.started--;
	close(go[1]);
	siginfo_t info;
	waitid(P_PID, pid, &info, WEXITED | WNOWAIT);
	ok(owner_is_dead(&owner), "its zombie is dead");
	waitpid(pid, NULL, 0);
	ok(owner_is_dead(&owner), "and so it stays");
	close(fds[0]);
	close(fds[1]);
}

static void test_elsewhere(void)
{
	AUTO(owner) owner = { 0 };

	owner_self(&owner);
	owner.pid = 0x7ffffff0; /* beyond what the kernel gives out */
	ok(owner_is_dead(&owner), "no such process");
	auto_free char *boot = STEAL(owner.boot);
	owner.boot = xstrfmt("%.*s:1", (int)strcspn(boot, ":"), boot);
	ok(!owner_is_dead(&owner), "another container's may live");
	free(owner.boot);
	owner.boot = xstrdup("00000000-0000-0000-0000-000000000000:1");
	is_int(owner_is_dead(&owner), strncmp(owner.machine, "host-", 5) != 0,
	       "none outlives a boot, if the machine is surely the same");
	free(owner.machine);
	owner.machine = xstrdup("0123456789abcdef0123456789abcdef");
	ok(!owner_is_dead(&owner), "another machine's may live");
}

int main(void)
{
	static const char *const bad[] = { "", "a,b,c,d", "a,b,1", "a,b,1,2,3",
					   "a,b,-1,2", "a,b,1,-2" };

	test_child();
	test_elsewhere();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		AUTO(owner) owner = { 0 };

		ok(!owner_parse(&owner, bad[i]), "'%s' is no owner", bad[i]);
	}
	return done();
}
