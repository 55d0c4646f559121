#include "base/jsonview.h"

#include <string.h>

#include "base/error.h"
#include "base/jsonescape.h"
#include "base/strlist.h"
#include "base/text.h"

struct parser {
	struct jsonview *view;
	const char *p;
	const char *end;
	const char *reason;
};

static bool off(struct parser *parser, const char *reason)
{
	if (!parser->reason)
		parser->reason = reason;
	return false;
}

static struct jsontoken *add(struct parser *parser, enum jsonkind kind)
{
	struct jsonview *view = parser->view;

	ARRAY_GROW(view->tokens, view->nr + 1, view->cap);
	struct jsontoken *token = &view->tokens[view->nr++];
	*token = (struct jsontoken){
		.start = parser->p - view->text,
		.next = view->nr,
		.kind = kind,
	};
	return token;
}

static void skip_space(struct parser *parser)
{
	while (parser->p < parser->end &&
	       (*parser->p == ' ' || *parser->p == '\n' ||
		*parser->p == '\t' || *parser->p == '\r'))
		parser->p++;
}

/* The next byte, NUL at the end: no token begins with one. */
static char peek(const struct parser *parser)
{
	return parser->p < parser->end ? *parser->p : '\0';
}

/* ==== Texts ==== */

/* Bytes of a text that need no second look. */
static const bool is_plain[256] = {
	[0x20 ... 0x21] = true, /* up to the quote */
	[0x23 ... 0x5b] = true, /* up to the backslash */
	[0x5d ... 0x7f] = true,
};

/* One byte (or escape) that is not plain; *done at the closing quote. */
static bool parse_special(struct parser *parser, struct jsontoken *token,
			  bool *is_ascii, bool *done)
{
	unsigned char c = peek(parser);
	size_t len;

	*done = c == '"';
	if (c < 0x20)
		return off(parser, parser->p < parser->end ?
					   "control byte in a text" :
					   "text without end");
	if (c >= 0x80)
		*is_ascii = false;
	if (c == '\\') {
		if (jsonescape_read(&len, parser->p + 1, parser->end) < 0)
			return off(parser, "bad escape in a text");
		parser->p += len;
		token->flag = true;
	}
	parser->p++;
	return true;
}

static bool parse_text(struct parser *parser)
{
	const char *start = ++parser->p;
	struct jsontoken *token = add(parser, JSON_IS_TEXT);
	bool is_ascii = true, done = false;

	while (!done) {
		const char *p = parser->p;

		while (p < parser->end && is_plain[(unsigned char)*p])
			p++;
		parser->p = p;
		if (!parse_special(parser, token, &is_ascii, &done))
			return false;
	}
	token->len = parser->p - 1 - start;
	if (!is_ascii && !text_is_utf8(start, token->len))
		return off(parser, "bytes that are no UTF-8");
	return true;
}

/* ==== Numbers and words ==== */

static bool skip_digits(struct parser *parser)
{
	const char *start = parser->p;

	while (peek(parser) >= '0' && peek(parser) <= '9')
		parser->p++;
	return parser->p > start || off(parser, "bad number");
}

static bool parse_number(struct parser *parser)
{
	const char *start = parser->p;
	struct jsontoken *token = add(parser, JSON_IS_INTEGER);

	if (*parser->p == '-')
		parser->p++;
	if (peek(parser) == '0')
		parser->p++;
	else if (!skip_digits(parser))
		return false;
	if (peek(parser) == '.') {
		token->kind = JSON_IS_REAL;
		parser->p++;
		if (!skip_digits(parser))
			return false;
	}
	if (peek(parser) == 'e' || peek(parser) == 'E') {
		token->kind = JSON_IS_REAL;
		parser->p++;
		if (peek(parser) == '+' || peek(parser) == '-')
			parser->p++;
		if (!skip_digits(parser))
			return false;
	}
	token->len = parser->p - start;
	return true;
}

static bool parse_word(struct parser *parser)
{
	static const struct {
		const char *word;
		size_t len;
		enum jsonkind kind;
	} words[] = { { "null", 4, JSON_IS_NULL },
		      { "true", 4, JSON_IS_TRUE },
		      { "false", 5, JSON_IS_FALSE } };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t len = words[i].len;

		if ((size_t)(parser->end - parser->p) < len ||
		    memcmp(parser->p, words[i].word, len))
			continue;
		add(parser, words[i].kind)->len = len;
		parser->p += len;
		return true;
	}
	return off(parser, parser->p < parser->end ? "no JSON value" :
						     "ends too early");
}

/* ==== Containers ==== */

/* Keys in any order: all of them, sorted. */
static bool keys_differ(const struct jsonview *view, uint32_t first)
{
	AUTO(strlist) keys = STRLIST_INIT;

	for (size_t i = first; i < view->nr; i = view->tokens[i + 1].next)
		strlist_take(&keys,
			     jsonescape_decode(view->text +
						       view->tokens[i].start,
					       view->tokens[i].len));
	strlist_sort(&keys);
	for (size_t i = 1; i < keys.nr; i++)
		if (!strcmp(keys.items[i - 1], keys.items[i]))
			return false;
	return true;
}

/* What we write is sorted: then each key need only pass the one before. */
static bool keys_ascend(const struct jsonview *view, uint32_t first)
{
	const struct jsontoken *before = NULL;

	for (size_t i = first; i < view->nr; i = view->tokens[i + 1].next) {
		const struct jsontoken *key = &view->tokens[i];

		if (key->flag ||
		    (before && jsontoken_compare(view, before,
						 view->text + key->start,
						 key->len) >= 0))
			return false;
		before = key;
	}
	return true;
}

static bool parse_value(struct parser *parser, int depth);

static bool parse_key(struct parser *parser)
{
	skip_space(parser);
	if (peek(parser) != '"')
		return off(parser, "a key is missing");
	if (!parse_text(parser))
		return false;
	skip_space(parser);
	if (peek(parser) != ':')
		return off(parser, "':' is missing");
	parser->p++;
	return true;
}

static bool parse_container(struct parser *parser, int depth)
{
	bool is_object = *parser->p == '{';
	char close = is_object ? '}' : ']';
	struct jsonview *view = parser->view;
	uint32_t self = view->nr;

	if (depth >= JSONVIEW_DEPTH_MAX)
		return off(parser, "nested too deeply");
	add(parser, is_object ? JSON_IS_OBJECT : JSON_IS_ARRAY);
	parser->p++;
	skip_space(parser);
	while (peek(parser) != close) {
		if ((is_object && !parse_key(parser)) ||
		    !parse_value(parser, depth + 1))
			return false;
		skip_space(parser);
		if (peek(parser) == close)
			break;
		if (peek(parser) != ',')
			return off(parser, "',' is missing");
		parser->p++;
		skip_space(parser);
		if (peek(parser) == close)
			return off(parser, "a value is missing");
	}
	parser->p++;
	view->tokens[self].next = view->nr;
	view->tokens[self].len =
		parser->p - (view->text + view->tokens[self].start);
	if (!is_object)
		return true;
	view->tokens[self].flag = keys_ascend(view, self + 1);
	return view->tokens[self].flag || keys_differ(view, self + 1) ||
	       off(parser, "a key is there twice");
}

static bool parse_value(struct parser *parser, int depth)
{
	skip_space(parser);
	switch (peek(parser)) {
	case '{':
	case '[':
		return parse_container(parser, depth);
	case '"':
		return parse_text(parser);
	case '-':
	case '0' ... '9':
		return parse_number(parser);
	default:
		return parse_word(parser);
	}
}

static int line_of(const struct parser *parser)
{
	int line = 1;

	for (const char *p = parser->view->text; p < parser->p; p++)
		line += *p == '\n';
	return line;
}

int jsonview_parse(struct jsonview *view, const char *text, size_t len,
		   const char *what)
{
	struct parser parser = { view, text, text + len, NULL };

	if (len >= UINT32_MAX)
		return fail(ERR_BADDATA, "%s is too large", what);
	view->text = text;
	view->nr = 0;
	bool good = parse_value(&parser, 0);
	skip_space(&parser);
	if (good && parser.p < parser.end)
		good = off(&parser, "something follows the end");
	if (good)
		return 0;
	view->nr = 0;
	return fail(ERR_BADDATA, "%s, line %d: %s", what, line_of(&parser),
		    parser.reason);
}

void jsonview_release(struct jsonview *view)
{
	free(view->tokens);
	*view = (struct jsonview)JSONVIEW_INIT;
}
