#include "suite/dune_file.h"

#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/text.h"

#define DEPTH_MAX 100

/*
 * Nodes lie in the order of the text; a list's members follow it, and `next`
 * is the index behind its last one. So a walk needs no pointers.
 */
struct node {
	bool list;
	size_t start, end; /* in the text */
	size_t next;
};

struct sexps {
	const char *text;
	size_t len;
	struct node *nodes;
	size_t nr;
	size_t cap;
};

static void sexps_release(struct sexps *s)
{
	free(s->nodes);
}

/* ==== Reading =========================================================== */

/* Behind blanks and ; comments. */
static size_t skip_blanks(const struct sexps *s, size_t pos)
{
	while (pos < s->len) {
		if (s->text[pos] == ';') {
			while (pos < s->len && s->text[pos] != '\n')
				pos++;
		} else if (strchr(" \t\r\n", s->text[pos])) {
			pos++;
		} else {
			break;
		}
	}
	return pos;
}

static size_t skip_string(const struct sexps *s, size_t pos)
{
	for (pos++; pos < s->len && s->text[pos] != '"'; pos++)
		if (s->text[pos] == '\\')
			pos++;
	return pos < s->len ? pos + 1 : s->len;
}

static size_t skip_atom(const struct sexps *s, size_t pos)
{
	if (s->text[pos] == '"')
		return skip_string(s, pos);
	while (pos < s->len && !strchr(" \t\r\n();\"", s->text[pos]))
		pos++;
	return pos;
}

static size_t add_node(struct sexps *s, bool list, size_t start, size_t end)
{
	ARRAY_GROW(s->nodes, s->nr + 1, s->cap);
	s->nodes[s->nr] = (struct node){
		.list = list, .start = start, .end = end, .next = s->nr + 1
	};
	return s->nr++;
}

/* Reads as far as it makes sense; what is open at the end is closed there. */
static void sexps_read(struct sexps *s)
{
	size_t open[DEPTH_MAX], depth = 0, pos = 0;

	while ((pos = skip_blanks(s, pos)) < s->len) {
		size_t start = pos;

		if (s->text[pos] == '(') {
			if (depth == DEPTH_MAX)
				break;
			open[depth++] = add_node(s, true, start, s->len);
			pos++;
		} else if (s->text[pos] == ')') {
			if (!depth)
				break;
			depth--;
			pos++;
			s->nodes[open[depth]].end = pos;
			s->nodes[open[depth]].next = s->nr;
		} else {
			pos = skip_atom(s, pos);
			add_node(s, false, start, pos);
		}
	}
	while (depth)
		s->nodes[open[--depth]].next = s->nr;
}

/* ==== Looking =========================================================== */

static bool is_atom(const struct sexps *s, size_t at, const char *text)
{
	const struct node *n = &s->nodes[at];

	return !n->list && n->end - n->start == strlen(text) &&
	       !memcmp(s->text + n->start, text, n->end - n->start);
}

/* Is node `at` a list that begins with the word? */
static bool is_form(const struct sexps *s, size_t at, const char *word)
{
	return s->nodes[at].list && at + 1 < s->nodes[at].next &&
	       is_atom(s, at + 1, word);
}

/* The first member of list `at` that is a (word …); 0: there is none. */
static size_t find_form(const struct sexps *s, size_t at, const char *word)
{
	for (size_t i = at + 1; i < s->nodes[at].next; i = s->nodes[i].next)
		if (is_form(s, i, word))
			return i;
	return 0;
}

/* The member of the form `at` that is the atom; 0: there is none. */
static size_t find_atom(const struct sexps *s, size_t at, const char *text)
{
	for (size_t i = at + 1; at && i < s->nodes[at].next;
	     i = s->nodes[i].next)
		if (is_atom(s, i, text))
			return i;
	return 0;
}

/* ==== The two questions ================================================= */

static void add_files(struct strlist *out, const struct sexps *s, size_t deps)
{
	for (size_t i = deps + 2; i < s->nodes[deps].next;
	     i = s->nodes[i].next) {
		const struct node *n = &s->nodes[i];
		auto_free char *name =
			xmemdupz(s->text + n->start, n->end - n->start);

		if (n->list || text_ends_with(name, ".exe") ||
		    text_ends_with(name, ".bc") || strpbrk(name, "%\"\\") ||
		    *name == '/' || *name == ':' || strstr(name, "..") ||
		    strlist_has(out, name))
			continue;
		strlist_add(out, name);
	}
}

void dune_file_deps(struct strlist *out, const char *text, size_t len,
		    const char *executable)
{
	AUTO(sexps) s = { .text = text, .len = len };

	sexps_read(&s);
	for (size_t i = 0; i < s.nr; i = s.nodes[i].next) {
		if (!is_form(&s, i, "alias") && !is_form(&s, i, "rule"))
			continue;
		size_t deps = find_form(&s, i, "deps");
		if (find_atom(&s, deps, executable))
			add_files(out, &s, deps);
	}
}

/* Is it a stanza that builds `name` (NULL: anything)? */
static bool builds(const struct sexps *s, size_t at, const char *name)
{
	bool one = is_form(s, at, "executable");

	if (!one && !is_form(s, at, "executables"))
		return false;
	return !name ||
	       find_atom(s, find_form(s, at, one ? "name" : "names"), name);
}

char *dune_file_without(const char *text, size_t len, const char *name,
			const char *library)
{
	AUTO(sexps) s = { .text = text, .len = len };
	struct buf out = BUF_INIT;
	size_t atom = 0;

	sexps_read(&s);
	for (size_t i = 0; !atom && i < s.nr; i = s.nodes[i].next)
		if (builds(&s, i, name))
			atom = find_atom(&s, find_form(&s, i, "libraries"),
					 library);
	if (!atom)
		return NULL;
	buf_add(&out, text, s.nodes[atom].start);
	buf_add(&out, text + s.nodes[atom].end, len - s.nodes[atom].end);
	return buf_detach(&out);
}
