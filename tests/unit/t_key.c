#include "suite/key.h"

#include "base/error.h"
#include "base/strlist.h"
#include "suite/target.h"
#include "tap.h"

struct thing {
	char *text;
	bool flag, opposite;
	int number, word;
	double seconds;
	char *pattern;
	struct strlist list, env;
};

static const char *const words[] = { "low", "high", NULL };

#define AT(member) offsetof(struct thing, member)
static const struct key keys[] = {
	{ "text", KEY_STRING, AT(text) },
	{ "flag", KEY_BOOL, AT(flag) },
	{ "opposite", KEY_NOT, AT(opposite) },
	{ "number", KEY_INT, AT(number), 1, 9 },
	{ "word", KEY_WORD, AT(word), 5, 0, words },
	{ "seconds", KEY_SECONDS, AT(seconds) },
	{ "pattern", KEY_REGEX, AT(pattern) },
	{ "list", KEY_LIST, AT(list) },
	{ "env", KEY_ENV, AT(env) },
};

static int line;

static int read_one(struct thing *thing, const char *name, const char *value)
{
	struct config_entry entry = {
		.section = (char *)"thing",
		.subsection = (char *)"a",
		.key = (char *)name,
		.value = (char *)value,
		.line = line,
	};

	return key_read(thing, key_find(keys, ARRAY_SIZE(keys), name), &entry);
}

static void refuses(struct thing *thing, const char *name, const char *value,
		    const char *message)
{
	is_int(read_one(thing, name, value), ERR_BADDATA, message);
	is(error_message(), message, "in these words");
}

static void reads_each_type(struct thing *thing)
{
	ok(!read_one(thing, "text", "a") && !read_one(thing, "text", "b"),
	   "a text is read");
	is(thing->text, "b", "the last one stays");
	ok(!read_one(thing, "flag", NULL) && thing->flag,
	   "a key without '=' is true");
	ok(!read_one(thing, "opposite", "false") && thing->opposite,
	   "the opposite of false");
	ok(!read_one(thing, "number", "9") && thing->number == 9, "a number");
	ok(!read_one(thing, "word", "high") && thing->word == 6,
	   "a word counts from its minimum");
	ok(!read_one(thing, "seconds", "2m") && thing->seconds == 120,
	   "a time in minutes");
	ok(!read_one(thing, "pattern", "^a+$"), "a pattern");
	ok(!read_one(thing, "list", "x") && !read_one(thing, "list", "y") &&
		   thing->list.nr == 2,
	   "a list grows");
	ok(!read_one(thing, "env", "A=1") && !read_one(thing, "env", "A=2") &&
		   thing->env.nr == 1,
	   "a variable is set once");
	is(thing->env.items[0], "A=2", "to its last value");
}

static void refuses_what_is_off(struct thing *thing)
{
	line = 4;
	refuses(thing, "text", "",
		".gitbench, line 4: 'text' needs a value");
	refuses(thing, "flag", "maybe",
		".gitbench, line 4: flag = 'maybe' is neither true nor false");
	refuses(thing, "number", "10",
		".gitbench, line 4: number = '10' is no number from 1 to 9");
	refuses(thing, "number", NULL,
		".gitbench, line 4: 'number' needs a value");
	refuses(thing, "word", "middle",
		".gitbench, line 4: word = 'middle' is none of: low, high");
	refuses(thing, "seconds", "soon",
		".gitbench, line 4: seconds = 'soon' is no time such as 90, "
		"90s, 5m or 2h");
	refuses(thing, "env", "1A=x",
		".gitbench, line 4: env = '1A=x' is not NAME=value");
	is_int(read_one(thing, "pattern", "a("), ERR_BADDATA,
	       "a pattern that does not compile is refused");
	line = 0;
	refuses(thing, "number", "x",
		"git config thing.a.number: number = 'x' is no number from 1 "
		"to 9");
}

static void knows_names(void)
{
	const char *why;
	char longest[TARGET_NAME_MAX + 2];

	for (size_t i = 0; i < sizeof(longest); i++)
		longest[i] = 'x';
	longest[TARGET_NAME_MAX + 1] = '\0';
	ok(!target_name_is_valid(longest, &why), "201 bytes are too many");
	longest[TARGET_NAME_MAX] = '\0';
	ok(target_name_is_valid(longest, &why), "200 bytes are fine");
	ok(target_name_is_valid("-a .. \"b\" = c/d", &why),
	   "dashes, dots, quotes and blanks are fine");
	ok(target_name_is_valid("\xc3\xa9t\xc3\xa9", &why), "so is UTF-8");
	ok(!target_name_is_valid("", &why), "an empty name is none");
	ok(!target_name_is_valid("a\nb", &why), "no line feed");
	is(why, "holds a control character", "and it says so");
	ok(!target_name_is_valid("a\xc2\x9b" "b", &why), "no C1 control");
	ok(!target_name_is_valid("a\xff", &why), "no stray bytes");
	ok(!target_name_is_valid(" a", &why), "no blank at the start");
	is(target_kind_name(KIND_BUILD), "build", "kinds have names");
}

int main(void)
{
	struct thing thing = { 0 };

	reads_each_type(&thing);
	refuses_what_is_off(&thing);
	knows_names();
	free(thing.text);
	free(thing.pattern);
	strlist_release(&thing.list);
	strlist_release(&thing.env);
	return done();
}
