#include "report/colour.h"

#include <string.h>

#include "report/style.h"
#include "tap.h"

static const struct {
	const char *words, *sequence;
} known[] = {
	{ "red", "\033[31m" },
	{ "bold red", "\033[1;31m" },
	{ "red bold", "\033[31;1m" },
	{ "green black ul", "\033[32;40;4m" },
	{ "brightwhite", "\033[97m" },
	{ "208 17", "\033[38;5;208;48;5;17m" },
	{ "#ff8700", "\033[38;2;255;135;0m" },
	{ "nobold no-ul", "\033[22;24m" },
	{ "normal blue", "\033[44m" },
	{ "default", "\033[39m" },
	{ "normal", "" },
	{ "", "" },
};

static const char *const unknown[] = {
	"purple",  "red green blue", "256",    "-1", "#ff870",
	"#gg0000", "bright",	     "no",     "redbold", "normal red blue",
	"bold bold bold bold bold bold bold bold bold bold bold bold bold "
	"bold bold bold bold bold bold bold bold bold bold bold bold bold "
	"bold bold bold bold bold bold bold bold bold bold bold bold bold",
};

static void styles(void)
{
	struct style style = STYLE_PLAIN;
	AUTO(buf) out = BUF_INIT;

	style_add(&out, &style, ROLE_SLOWER, "slower");
	is(out.ptr, "slower", "colours are off by default");
	buf_clear(&out);
	style_colour(&style);
	style_add(&out, &style, style_of_verdict(VERDICT_SLOWER), "slower");
	is(out.ptr, "\033[1;31mslower\033[m", "slower is bold red");
	buf_clear(&out);
	ok(style_set(&style, "slower", "blue"), "a slot takes a colour");
	ok(!style_set(&style, "slower", "purple"), "but not any word");
	ok(!style_set(&style, "plain", "red") &&
		   !style_set(&style, "nothing", "red"),
	   "nor is every word a slot");
	style_add(&out, &style, ROLE_SLOWER, "x");
	style_add(&out, &style, ROLE_SLOWER, "");
	style_add(&out, &style, ROLE_PLAIN, "y");
	is(out.ptr, "\033[34mx\033[my", "what was refused changed nothing");
	int named = 0;
	for (int role = ROLE_PLAIN + 1; role < ROLE_NR; role++)
		named += style_set(&style, style_slot(role), "normal");
	is_int(named, ROLE_NR - 1, "every slot is known by its name");
}

int main(void)
{
	char out[COLOUR_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		ok(colour_parse(out, known[i].words) &&
			   !strcmp(out, known[i].sequence),
		   "'%s' is a colour", known[i].words);
	for (size_t i = 0; i < ARRAY_SIZE(unknown); i++)
		ok(!colour_parse(out, unknown[i]) && !*out,
		   "'%.20s' is none", unknown[i]);
	styles();
	return done();
}
