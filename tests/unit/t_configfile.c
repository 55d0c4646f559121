#include "git/configfile.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "scratch.h"
#include "tap.h"

/* Every one is read, or refused, as git does. */
static const char *const cases[] = {
	"",
	"\n\n",
	"[a]\nb = c\n",
	"[a]\n\tb=c",
	"[A]\nB-1 = C\n",
	"[a] b = c\n",
	"[a] b\n",
	"[a]\nb\nc = d\n",
	"[a]\nb =\n",
	"[a]\nb = \"\"\n",
	"[a \"Sub\"]\nb = c\n",
	"[a\t \"S\\\"u\\\\b\\x\"]\nb = c\n",
	"[a \"\"]\nb = c\n",
	"[a.B]\nc = d\n",
	"[a.B.C]\nd = e\n",
	"[a.b \"C\"]\nd = e\n",
	"[a \"b.c\"]\nd = e\n",
	"[a \"b]c\"]\nd = e\n",
	"[a-1]\nb = c\n",
	"[1a]\nb = c\n",
	"[]\nb = c\n",
	"[ \"b\"]\nc = d\n",
	"[.]\nb = c\n",
	"[.a]\nb = c\n",
	"[a.]\nb = c\n",
	"[a]b=c\n[a]b=d\n",
	"# c\n; d\n[a] # e\nb = c # f\nd = \"# g\" ; h\n",
	"[a]\nb = one  two\n",
	"[a]\nb =   one \n",
	"[a]\nb = \" one \" \n",
	"[a]\nb = one\" two \"three\n",
	"[a]\nb = \"one\" \"two\"\n",
	"[a]\nb = one \\\n  two\n",
	"[a]\nb = one\\\ntwo \\\n\nc = d\n",
	"[a]\nb = \"one \\\n two\"\n",
	"[a]\nb = # \\\nc = d\n",
	"[a]\nb = \\t\\n\\b\\\"\\\\\n",
	"[a]\nb = x\\t \n",
	"\xef\xbb\xbf[a]\nb = c\n",
	"\xef\xbb[a]\nb = c\n",
	"[a]\r\nb = c\r\nd = \"e\" \r\n",
	"[a]\r\nb = one \\\r\n two\r\n",
	"\r[a]\n\rb = c\n",
	"[a]\nb = \xff\xc3\xa9\n",
	"[a \"\xff\"]\nb = c\n",
	"[a]\nb = 'c'\n",
	"[a]\nb = c = d\n",
	"[a]\n  [b]  c  =  d\n",
	"key = none\n",
	"[a]\nb = c\n[d",
	"[a]\nb = c\n[d\n]\n",
	"[a \"b]\n",
	"[a \"b\" ]\nc = d\n",
	"[a \"b\\\n\"]\nc = d\n",
	"[a b]\nc = d\n",
	"[a_b]\nc = d\n",
	"[a]\n_b = c\n",
	"[a]\n1b = c\n",
	"[a]\nb_c = d\n",
	"[a]\nb # c\n",
	"[a]\nb c\n",
	"[a]\nb\r= c\n",
	"[a]\nb = \"c\n",
	"[a]\nb = \"c\nd\"\n",
	"[a]\nb = \\x\n",
	"[a]\nb = c\\",
	"[a]\nb = c\\\n",
	"[a]\nb = \"c\\",
	"[a]\n= c\n",
	"]\n",
	"[a]]\n",
	"[[a]]\n",
	"[a]\nb = c\n\vd = e\n",
};

/* As `git config -z --list` prints it. */
static void render(struct buf *out, const struct configfile *file)
{
	for (size_t i = 0; i < file->nr; i++) {
		const struct config_entry *e = &file->entries[i];

		if (*e->section || e->subsection)
			buf_addf(out, "%s.", e->section);
		if (e->subsection)
			buf_addf(out, "%s.", e->subsection);
		buf_addstr(out, e->key);
		if (e->value)
			buf_addf(out, "\n%s", e->value);
		buf_addch(out, '\1');
	}
}

static void test_against_git(size_t i)
{
	const char *text = cases[i];
	struct configfile file = CONFIGFILE_INIT;
	AUTO(buf) got = BUF_INIT;

	if (file_write(scratch_path("f"), text, strlen(text))) {
		ok(false, "%s", error_message());
		return;
	}
	int rc = configfile_parse(&file, text, strlen(text), "f");
	bool gits = sh_ok("", "git config -f f -z --list >list");
	if (gits != !rc) {
		ok(false, "case %zu: git %s it, we say: %s", i,
		   gits ? "takes" : "refuses", rc ? error_message() : "fine");
	} else if (gits) {
		char name[40];

		render(&got, &file);
		sh("", "tr '\\000' '\\001' <list >want");
		AUTO(buf) want = BUF_INIT;
		file_read(&want, scratch_path("want"), 1 << 20);
		snprintf(name, sizeof(name), "case %zu is read as git does", i);
		is(got.ptr, want.ptr, name);
	} else {
		const char *line = sh("", "git config -f f --list 2>&1 | "
				      "sed -n 's/.*config line \\([0-9]*\\) "
				      ".*/line \\1:/p'");
		/* Where the file's end is at fault, git counts one more. */
		bool whole = text[strlen(text) - 1] == '\n';
		ok(!whole || strstr(error_message(), line),
		   "case %zu: %s (git: %s)", i, error_message(), line);
	}
	configfile_release(&file);
}

static void test_lines(void)
{
	static const char text[] =
		"# head\n[a]\n\tb = 1 \\\n\t2\nc\n\n[d \"e\"] f = g\n";
	struct configfile file = CONFIGFILE_INIT;

	ok(!configfile_parse(&file, text, strlen(text), "f") && file.nr == 3,
	   "three entries");
	is_int(file.entries[0].line, 3, "a key stands where it begins");
	is_int(file.entries[1].line, 5, "a continued line counts as two");
	is_int(file.entries[2].line, 7, "a key behind its section");
	ok(!file.entries[1].value, "no = is no value");
	is(file.entries[2].subsection, "e", "a subsection");
	ok(!file.entries[0].subsection, "or none");
	configfile_release(&file);
}

static void test_limits(void)
{
	struct configfile file = CONFIGFILE_INIT;
	AUTO(buf) text = BUF_INIT;

	is_int(configfile_parse(&file, "[a]\nb = \0c\n", 11, "f"),
	       ERR_BADDATA, "a NUL is refused");
	is(error_message(), "f, line 2: there is a NUL byte", "with its line");
	buf_addstr(&text, "[a]\n");
	for (int i = 0; i < 10001; i++)
		buf_addstr(&text, "b=\n");
	is_int(configfile_parse(&file, text.ptr, text.len, "f"), ERR_BADDATA,
	       "too many entries");
	buf_clear(&text);
	buf_addn(&text, '\n', (1 << 20) + 1);
	is_int(configfile_parse(&file, text.ptr, text.len, "f"), ERR_BADDATA,
	       "too many bytes");
	/* Newer gits keep white space as it is; older ones made it spaces. */
	ok(!configfile_parse(&file, "[a]\nb = c\td\re\n", 14, "f"), "a tab");
	is(file.entries[0].value, "c\td\re", "stays one inside a value");
	configfile_release(&file);
}

int main(void)
{
	scratch_begin();
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		test_against_git(i);
	test_lines();
	test_limits();
	return done();
}
