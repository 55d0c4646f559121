#include "scratch.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"

static char *folder;
static pid_t owner;
static struct strlist lent; /* every string that was handed out */

static void clear_away(void)
{
	if (getpid() == owner)
		file_remove_tree(folder);
	free(folder);
	strlist_release(&lent);
}

const char *scratch_begin(void)
{
	static const char *const names[][2] = {
		{ "GIT_CONFIG_GLOBAL", "/dev/null" },
		{ "GIT_CONFIG_NOSYSTEM", "1" },
		{ "GIT_AUTHOR_NAME", "A U Thor" },
		{ "GIT_AUTHOR_EMAIL", "author@example.com" },
		{ "GIT_AUTHOR_DATE", "1700000000 +0000" },
		{ "GIT_COMMITTER_NAME", "C O Mitter" },
		{ "GIT_COMMITTER_EMAIL", "committer@example.com" },
		{ "GIT_COMMITTER_DATE", "1700000000 +0000" },
		{ "LC_ALL", "C" },
		{ "TZ", "UTC" },
	};
	auto_free char *temp = NULL;

	if (file_make_temp_dir(&temp, "bench-unit"))
		exit(99);
	folder = file_real(temp);
	owner = getpid();
	atexit(clear_away);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		setenv(names[i][0], names[i][1], 1);
	setenv("HOME", folder, 1);
	setenv("GIT_CEILING_DIRECTORIES", folder, 1);
	unsetenv("GIT_DIR");
	unsetenv("GIT_WORK_TREE");
	unsetenv("GIT_INDEX_FILE");
	unsetenv("XDG_CONFIG_HOME");
	return folder;
}

static const char *lend(char *text)
{
	strlist_take(&lent, text);
	return text;
}

const char *scratch_path(const char *name)
{
	return *name ? lend(file_join(folder, name)) : folder;
}

static void run(struct process *p, const char *dir, const char *fmt,
		va_list ap)
{
	auto_free char *script = xstrvfmt(fmt, ap);

	strlist_add(&p->argv, "sh");
	strlist_add(&p->argv, "-ec");
	strlist_add(&p->argv, script);
	p->cwd = scratch_path(dir);
	p->output_max = 64 << 20;
	if (process_run(p)) {
		printf("Bail out! %s\n", error_message());
		exit(99);
	}
}

static const char *output(const char *dir, const char *fmt, va_list ap)
{
	AUTO(process) p = PROCESS_INIT;

	run(&p, dir, fmt, ap);
	if (!process_ok(&p)) {
		printf("Bail out! %s: %s\n", fmt, p.err.ptr);
		exit(99);
	}
	buf_rtrim(&p.out);
	return lend(buf_detach(&p.out));
}

const char *sh(const char *dir, const char *script, ...)
{
	va_list ap;

	va_start(ap, script);
	const char *text = output(dir, script, ap);
	va_end(ap);
	return text;
}

struct oid sh_oid(const char *dir, const char *script, ...)
{
	struct oid oid;
	va_list ap;

	va_start(ap, script);
	const char *text = output(dir, script, ap);
	va_end(ap);
	if (!oid_parse(&oid, text)) {
		printf("Bail out! '%s' is no object's name\n", text);
		exit(99);
	}
	return oid;
}

int sh_ok(const char *dir, const char *script, ...)
{
	AUTO(process) p = PROCESS_INIT;
	va_list ap;

	va_start(ap, script);
	run(&p, dir, script, ap);
	va_end(ap);
	return process_ok(&p);
}

struct repo *scratch_repo(const char *name)
{
	struct repo *repo = NULL;

	if (repo_open(&repo, *name == '/' ? name : scratch_path(name))) {
		printf("Bail out! %s\n", error_message());
		exit(99);
	}
	return repo;
}
