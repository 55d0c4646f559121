#include "git/configfile.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"

#define BYTES_MAX (1 << 20)
#define ENTRIES_MAX 10000

struct parser {
	const unsigned char *at;
	const unsigned char *end;
	const char *name; /* of the file, for messages */
	int line;	  /* of `c` */
	int c;		  /* the byte being looked at; '\n' at the end too */
	bool eof;
	struct buf section; /* "section" or "section.subsection" */
	struct configfile *out;
};

/* ==== Bytes ============================================================= */

/* Moves on; CR LF counts as one line feed, and so does the end. */
static int next(struct parser *p)
{
	if (p->c == '\n')
		p->line++;
	if (p->at == p->end) {
		p->eof = true;
		return p->c = '\n';
	}
	p->c = *p->at++;
	if (p->c == '\r' && p->at < p->end && *p->at == '\n')
		p->c = *p->at++;
	return p->c;
}

/* git's own idea of these classes; the locale is not asked. */
static bool is_space(int c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_letter(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name_byte(int c)
{
	return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
}

static int lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int fail_line(const struct parser *p, const char *reason)
{
	return fail(ERR_BADDATA, "%s, line %d: %s", p->name, p->line, reason);
}

/* ==== Sections ========================================================== */

/* Behind the white space in [section "subsection"]. */
static int read_subsection(struct parser *p)
{
	while (is_space(p->c)) {
		if (p->c == '\n')
			return fail_line(p, "a section's ] is missing");
		next(p);
	}
	if (p->c != '"')
		return fail_line(p, "a subsection must stand in quotes");
	buf_addch(&p->section, '.');
	while (next(p) != '"') {
		if (p->c == '\\')
			next(p);
		if (p->c == '\n')
			return fail_line(p, "a subsection's quote is missing");
		buf_addch(&p->section, p->c);
	}
	if (next(p) != ']')
		return fail_line(p, "] must follow a subsection");
	return 0;
}

static int read_section(struct parser *p)
{
	buf_clear(&p->section);
	while (next(p) != ']') {
		if (p->eof)
			return fail_line(p, "a section's ] is missing");
		if (is_space(p->c))
			return read_subsection(p);
		if (!is_name_byte(p->c) && p->c != '.')
			return fail_line(p, "a section's name may hold "
					    "letters, digits, - and . only");
		buf_addch(&p->section, lower(p->c));
	}
	return p->section.len ? 0 : fail_line(p, "a section needs a name");
}

/* ==== Entries =========================================================== */

/* Behind a backslash; a line feed there continues the line. */
static int read_escape(struct buf *value, struct parser *p)
{
	static const char from[] = "tbn\\\"", to[] = "\t\b\n\\\"";

	if (next(p) == '\n')
		return 0;
	const char *found = strchr(from, p->c);
	if (!found)
		return fail_line(p, "\\ must be followed by one of \" \\ n t b "
				    "or by the line's end");
	buf_addch(value, to[found - from]);
	return 0;
}

static int read_value(struct buf *value, struct parser *p)
{
	bool quoted = false;
	size_t kept = 0; /* length without the white space at the end */

	while (next(p) != '\n' || quoted) {
		if (p->c == '\n')
			return fail_line(p, "a quote is not closed");
		if (!quoted && is_space(p->c)) {
			if (value->len)
				buf_addch(value, p->c);
			continue;
		}
		if (!quoted && (p->c == '#' || p->c == ';')) {
			while (next(p) != '\n')
				;
			break;
		}
		if (p->c == '"') {
			quoted = !quoted;
		} else if (p->c == '\\') {
			int rc = read_escape(value, p);

			if (rc)
				return rc;
		} else {
			buf_addch(value, p->c);
		}
		kept = value->len;
	}
	buf_truncate(value, kept);
	return 0;
}

static int add(struct parser *p, int line, struct buf *key, struct buf *value)
{
	struct configfile *out = p->out;
	const char *dot = strchr(p->section.ptr, '.');
	size_t len = dot ? (size_t)(dot - p->section.ptr) : p->section.len;

	if (out->nr == ENTRIES_MAX)
		return fail(ERR_BADDATA, "%s has more than %d entries",
			    p->name, ENTRIES_MAX);
	ARRAY_GROW(out->entries, out->nr + 1, out->cap);
	out->entries[out->nr++] = (struct config_entry){
		.section = xmemdupz(p->section.ptr, len),
		.subsection = dot ? xstrdup(dot + 1) : NULL,
		.key = buf_detach(key),
		.value = value ? buf_detach(value) : NULL,
		.line = line,
	};
	return 0;
}

/* From the key's first letter to the end of the line that ends the value. */
static int read_entry(struct parser *p)
{
	AUTO(buf) key = BUF_INIT;
	AUTO(buf) value = BUF_INIT;
	int line = p->line;

	while (is_name_byte(p->c)) {
		buf_addch(&key, lower(p->c));
		next(p);
	}
	while (p->c == ' ' || p->c == '\t')
		next(p);
	if (p->c == '\n')
		return add(p, line, &key, NULL);
	if (p->c != '=')
		return fail_line(p, "a key must be followed by = or by the "
				    "line's end");
	int rc = read_value(&value, p);
	return rc ? rc : add(p, line, &key, &value);
}

static int read_all(struct parser *p)
{
	while (!p->eof) {
		int rc = 0;

		next(p);
		if (is_space(p->c))
			continue;
		if (p->c == '#' || p->c == ';')
			while (next(p) != '\n')
				;
		else if (p->c == '[')
			rc = read_section(p);
		else if (is_letter(p->c))
			rc = read_entry(p);
		else
			rc = fail_line(p, "a key must begin with a letter");
		if (rc)
			return rc;
	}
	return 0;
}

/* ==== The calls ========================================================= */

int configfile_parse(struct configfile *out, const char *text, size_t len,
		     const char *name)
{
	struct configfile file = CONFIGFILE_INIT;
	struct parser p = {
		.at = (const unsigned char *)text,
		.end = (const unsigned char *)text + len,
		.name = name,
		.line = 1,
		.section = BUF_INIT,
		.out = &file,
	};

	if (len > BYTES_MAX)
		return fail(ERR_BADDATA, "%s is larger than 1 MiB", name);
	const char *nul = memchr(text, '\0', len);
	if (nul) {
		for (const char *q = text; q < nul; q++)
			p.line += *q == '\n';
		return fail_line(&p, "there is a NUL byte");
	}
	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		p.at += 3;
	int rc = read_all(&p);
	buf_release(&p.section);
	if (rc)
		configfile_release(&file);
	else
		*out = file;
	return rc;
}

void configfile_release(struct configfile *file)
{
	if (!file)
		return;
	for (size_t i = 0; i < file->nr; i++) {
		free(file->entries[i].section);
		free(file->entries[i].subsection);
		free(file->entries[i].key);
		free(file->entries[i].value);
	}
	free(file->entries);
	*file = (struct configfile)CONFIGFILE_INIT;
}
