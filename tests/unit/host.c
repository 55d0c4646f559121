#include "host.h"

#include "base/strlist.h"
#include "scratch.h"

static struct {
	const char *address; /* of a server; NULL: none */
	bool file;	     /* file:// instead of the path */
	int run;	     /* names are new in each run */
	struct strlist names;
} host;

void host_begin(int argc, char **argv)
{
	scratch_begin();
	if (argc >= 3) {
		sh("", "ln -s '%s' host", argv[1]);
		host.address = argv[2];
	} else {
		sh("", "mkdir host");
	}
	sh("", "git init -q -b main a && cd a && for i in 1 2 3; do "
	       "git commit -q --allow-empty -m $i; git tag c$i; done");
}

void host_each(void (*test)(void))
{
	for (host.run = 1; host.run <= (host.address ? 1 : 2); host.run++) {
		host.file = host.run == 2;
		test();
		sh("host", "rm -rf ./*");
	}
	strlist_release(&host.names);
}

const char *host_make(const char *name)
{
	const char *dir = strlist_addf(&host.names, "host/%s", name);

	sh("host", "git init -q --bare %s && cd %s && rm -f hooks/* && "
		   "git config http.receivepack true && "
		   "git fetch -q '%s' main", name, name, scratch_path("a"));
	return dir;
}

const char *host_address(const char *name)
{
	if (host.address)
		return strlist_addf(&host.names, "%s/%s", host.address, name);
	return strlist_addf(&host.names, "%s%s/%s",
			    host.file ? "file://" : "", scratch_path("host"),
			    name);
}

void host_hook(const char *name, const char *hook, const char *script)
{
	if (!script) {
		sh("host", "rm -f %s/hooks/%s", name, hook);
		return;
	}
	sh("host", "printf '#!/bin/sh\\n%%s\\n' '%s' >%s/hooks/%s && "
		   "chmod +x %s/hooks/%s", script, name, hook, name, hook);
}
