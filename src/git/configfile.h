/*
 * configfile - git-config syntax read from memory, each entry with its line.
 *
 * libgit2 reads no configuration from a blob and git tells no line of an
 * entry; whoever mistypes a key wants to be told which line. Includes are
 * not followed. The syntax is git's: tests compare with `git config --list`.
 */
#ifndef GIT_CONFIGFILE_H
#define GIT_CONFIGFILE_H

#include <stddef.h>

struct config_entry {
	char *section;	  /* lower case */
	char *subsection; /* as written; NULL when there is none */
	char *key;	  /* lower case */
	char *value;	  /* NULL: a key without "=", which means true */
	int line;	  /* from 1 */
};

struct configfile {
	struct config_entry *entries;
	size_t nr;
	size_t cap;
};

#define CONFIGFILE_INIT { 0 }

/*
 * ERR_BADDATA with "<name>, line N: <reason>" when it is not git-config
 * syntax. At most 1 MiB and 10,000 entries.
 */
int configfile_parse(struct configfile *out, const char *text, size_t len,
		     const char *name);
void configfile_release(struct configfile *file);

#endif
