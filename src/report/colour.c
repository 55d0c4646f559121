#include "report/colour.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/strlist.h"
#include "base/text.h"

/* Index = code of the foreground minus 30; a bright one is 60 more. */
static const char *const colours[] = { "black", "red",	   "green",
				       "yellow", "blue", "magenta",
				       "cyan",	"white" };

static const struct {
	const char *name;
	int on, off;
} attributes[] = {
	{ "bold", 1, 22 },  { "dim", 2, 22 },	  { "italic", 3, 23 },
	{ "ul", 4, 24 },    { "blink", 5, 25 }, { "reverse", 7, 27 },
	{ "strike", 9, 29 },
};

/* Appends "31", "95", "38;5;208" or "38;2;255;135;0"; false if none. */
static bool add_colour(struct buf *codes, const char *word, bool background)
{
	int base = background ? 40 : 30;
	const char *plain = text_skip_prefix(word, "bright");
	int64_t number;
	unsigned red, green, blue;

	if (!strcmp(word, "default")) {
		buf_addf(codes, ";%d", base + 9);
		return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(colours); i++) {
		if (!strcmp(plain ? plain : word, colours[i])) {
			buf_addf(codes, ";%zu", base + i + (plain ? 60 : 0));
			return true;
		}
	}
	if (word[0] == '#' && strlen(word) == 7 && text_is_hex(word + 1, 6) &&
	    sscanf(word, "#%2x%2x%2x", &red, &green, &blue) == 3) {
		buf_addf(codes, ";%d;2;%u;%u;%u", base + 8, red, green, blue);
		return true;
	}
	if (text_to_int64(&number, word) && number >= 0 && number <= 255) {
		buf_addf(codes, ";%d;5;%d", base + 8, (int)number);
		return true;
	}
	return false;
}

static bool add_attribute(struct buf *codes, const char *word)
{
	const char *name = text_skip_prefix(word, "no");

	if (name && *name == '-')
		name++;
	for (size_t i = 0; i < ARRAY_SIZE(attributes); i++) {
		int code = !strcmp(word, attributes[i].name) ?
				   attributes[i].on :
			   name && !strcmp(name, attributes[i].name) ?
				   attributes[i].off :
				   0;

		if (code) {
			buf_addf(codes, ";%d", code);
			return true;
		}
	}
	return false;
}

bool colour_parse(char out[COLOUR_MAX], const char *words)
{
	AUTO(strlist) list = STRLIST_INIT;
	AUTO(buf) codes = BUF_INIT;
	int nr_colours = 0;

	out[0] = '\0';
	strlist_split(&list, words, " \t");
	for (size_t i = 0; i < list.nr; i++) {
		const char *word = list.items[i];
		bool normal = !strcmp(word, "normal");

		if (!normal && add_attribute(&codes, word))
			continue;
		/* "normal" leaves a colour as it is: it still counts. */
		if (nr_colours == 2 ||
		    (!normal && !add_colour(&codes, word, nr_colours == 1)))
			return false;
		nr_colours++;
	}
	if (codes.len > COLOUR_MAX - sizeof("\033[m"))
		return false;
	if (codes.len)
		snprintf(out, COLOUR_MAX, "\033[%sm", codes.ptr + 1);
	return true;
}
