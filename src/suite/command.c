#include "suite/command.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/environ.h"
#include "base/error.h"
#include "base/file.h"

/* ==== Splitting ========================================================= */

/* Reads one word behind blanks; *quoted: some of it was. */
static int read_word(struct buf *out, const char **line, bool *quoted)
{
	const char *p = *line;
	char quote = '\0';

	*quoted = false;
	for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
		if (*p == '\\' && quote != '\'' && p[1]) {
			buf_addch(out, *++p);
			*quoted = true;
		} else if (*p == quote) {
			quote = '\0';
		} else if (!quote && (*p == '\'' || *p == '"')) {
			quote = *p;
			*quoted = true;
		} else {
			buf_addch(out, *p);
		}
	}
	*line = p;
	return quote ? fail(ERR_USAGE, "a %c is not closed", quote) : 0;
}

static bool is_for_shell(const char *word)
{
	static const char *const words[] = { ">", ">>", "<", "|", "||", "&&",
					     ";", "&", "2>", "2>&1" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcmp(words[i], word))
			return true;
	return false;
}

/* The length of a "{NAME}" at `s`, 0 when there is none. */
static size_t placeholder_len(const char *s)
{
	size_t len = 1;

	if (*s != '{' || isdigit((unsigned char)s[1]))
		return 0;
	while (isalnum((unsigned char)s[len]) || s[len] == '_')
		len++;
	return len > 1 && s[len] == '}' ? len + 1 : 0;
}

static int check_program(const char *word)
{
	for (const char *p = word; (p = strchr(p, '{')); p++)
		if (placeholder_len(p))
			return fail(ERR_USAGE, "the program itself ('%s') "
					       "cannot be a parameter", word);
	return 0;
}

int command_split(struct strlist *out, const char *line)
{
	size_t first = out->nr;

	for (;;) {
		AUTO(buf) word = BUF_INIT;
		bool quoted;

		while (isspace((unsigned char)*line))
			line++;
		if (!*line)
			break;
		int rc = read_word(&word, &line, &quoted);
		if (rc)
			return rc;
		if (!quoted && is_for_shell(word.ptr)) {
			rc = fail(ERR_USAGE,
				  "'%s' means nothing without a shell",
				  word.ptr);
			fail_hint("set 'shell = true', or quote it");
			return rc;
		}
		strlist_add(out, word.ptr);
	}
	if (out->nr == first)
		return fail(ERR_USAGE, "a command is empty");
	return check_program(out->items[first]);
}

/* ==== Parameters ======================================================== */

static char *fill_in(const char *word, const struct strlist *params)
{
	struct buf b = BUF_INIT;

	while (*word) {
		size_t len = placeholder_len(word);
		const char *value = NULL;

		if (len) {
			auto_free char *name = xmemdupz(word + 1, len - 2);

			value = environ_get(params, name);
		}
		if (value)
			buf_addstr(&b, value);
		else
			buf_addch(&b, *word);
		word += value ? len : 1;
	}
	return buf_detach(&b);
}

int command_argv(struct strlist *out, const char *line, bool shell,
		 const struct strlist *params)
{
	AUTO(strlist) words = STRLIST_INIT;

	if (shell) {
		strlist_add(out, "/bin/sh");
		strlist_add(out, "-c");
		strlist_add(out, line);
		return 0;
	}
	int rc = command_split(&words, line);
	for (size_t i = 0; !rc && i < words.nr; i++)
		strlist_take(out, fill_in(words.items[i], params));
	return rc;
}

/* ==== Programs ========================================================== */

static bool exists_below(const char *dir, const char *name, const char *cwd)
{
	auto_free char *path = file_join(dir, name);
	auto_free char *full = *path == '/' ? xstrdup(path) :
					      file_join(cwd, path);

	return file_is_executable(full);
}

bool command_exists(const char *word, const struct strlist *env,
		    const char *cwd)
{
	const char *path = environ_get(env, "PATH");
	AUTO(strlist) dirs = STRLIST_INIT;

	if (*word == '/')
		return file_is_executable(word);
	if (strchr(word, '/'))
		return exists_below(cwd, word, cwd);
	strlist_split(&dirs, path ? path : "/usr/bin:/bin", ":");
	for (size_t i = 0; i < dirs.nr; i++)
		if (exists_below(dirs.items[i], word, cwd))
			return true;
	return false;
}
