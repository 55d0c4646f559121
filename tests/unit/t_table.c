#include "report/table.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "report/csv.h"
#include "report/markdown.h"
#include "tap.h"

static const struct style plain = STYLE_PLAIN;

static void fill(struct table *table)
{
	table_column(table, "name", "target", TABLE_SHRINK);
	table_column(table, "seconds", "time", TABLE_RIGHT);
	table_column(table, "verdict", "verdict", TABLE_LEFT);
	table_column(table, "path", "path", TABLE_DATA);
	table_column(table, "bar", "bar", TABLE_LOOKS);

	table_text(table, "fib.40");
	table_number(table, 1.5, xstrdup("1.5 s"));
	table_verdict(table, VERDICT_SLOWER);
	table_text(table, "a,b");
	table_word(table, "##");

	table_text(table, "na\xc3\xafve \xe6\xbc\xa2");
	table_number(table, NAN, xstrdup("-"));
	table_verdict(table, VERDICT_SAME);
	table_text(table, NULL);
	table_word(table, "");
}

static void formats(void)
{
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;
	struct style style = STYLE_PLAIN;

	fill(&table);
	is_int(table_rows(&table), 2, "rows are counted");
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "target     time  verdict  bar\n"
	   "fib.40    1.5 s  slower   ##\n"
	   "na\xc3\xafve \xe6\xbc\xa2      -  same\n",
	   "columns line up by their width on the screen");
	buf_clear(&out);
	table.headless = true;
	style_colour(&style);
	table_print(&out, &table, TABLE_AS_TEXT, &style);
	is(out.ptr,
	   "fib.40    1.5 s  \033[1;31mslower\033[m  ##\n"
	   "na\xc3\xafve \xe6\xbc\xa2      -  same\n",
	   "colour takes no room, titles may stay away");
	table.headless = false;
	buf_clear(&out);
	table_print(&out, &table, TABLE_AS_MARKDOWN, &plain);
	is(out.ptr,
	   "| target | time | verdict | bar |\n"
	   "|:--|--:|:--|:--|\n"
	   "| `fib.40` | 1.5 s | slower | `##` |\n"
	   "| `na\xc3\xafve \xe6\xbc\xa2` | - | same |  |\n",
	   "Markdown");
	buf_clear(&out);
	table_print(&out, &table, TABLE_AS_CSV, &plain);
	is(out.ptr,
	   "name,seconds,verdict,path\r\n"
	   "fib.40,1.5,slower,\"a,b\"\r\n"
	   "na\xc3\xafve \xe6\xbc\xa2,,same,\r\n",
	   "CSV");
	buf_clear(&out);
	table_print(&out, &table, TABLE_AS_JSON, &plain);
	is(out.ptr,
	   "{\"name\":\"fib.40\",\"path\":\"a,b\",\"seconds\":1.5,"
	   "\"verdict\":\"slower\"}\n"
	   "{\"name\":\"na\xc3\xafve \xe6\xbc\xa2\",\"verdict\":\"same\"}\n",
	   "JSON leaves out what is not known");
}

static void narrow(void)
{
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;
	struct style style = { .columns = 20 };
	char name[5001];

	table_column(&table, "name", "target", TABLE_SHRINK);
	table_column(&table, "n", "n", TABLE_RIGHT);
	table_text(&table, "setrip.-enc_-rseed_1067894368");
	table_count(&table, 12345);
	table_print(&out, &table, TABLE_AS_TEXT, &style);
	is(out.ptr,
	   "target             n\n"
	   "setrip\xe2\x80\xa6"
	   "894368  12345\n",
	   "a long name gives way in its middle");
	buf_clear(&out);
	style.columns = 5;
	table_print(&out, &table, TABLE_AS_TEXT, &style);
	is(out.ptr,
	   "target        n\n"
	   "setr\xe2\x80\xa6"
	   "368  12345\n",
	   "but not all of it");
	buf_clear(&out);
	memset(name, 'x', 5000);
	name[5000] = '\0';
	table_text(&table, name);
	table_count(&table, 1);
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	ok(out.len < 400, "one absurd name does not pad the others");
}

static const char hostile[] = "a|b`c``<b>@team #1\033[2J\r\n\\|"
			      "[x](http://y) \xff \xe2\x80\xae=cmd";

static void strangers(void)
{
	AUTO(table) table = TABLE_INIT;
	AUTO(buf) out = BUF_INIT;

	table_column(&table, "name", "target", TABLE_LEFT);
	table_text(&table, hostile);
	table_print(&out, &table, TABLE_AS_TEXT, &plain);
	is(out.ptr,
	   "target\n"
	   "a|b`c``<b>@team #1\\x1b[2J\\x0d\\n\\|[x](http://y) \\xff "
	   "\\xe2\\x80\\xae=cmd\n",
	   "a terminal is not steered");
	buf_clear(&out);
	table_print(&out, &table, TABLE_AS_MARKDOWN, &plain);
	is(out.ptr,
	   "| target |\n|:--|\n"
	   "| ``` a\\|b`c``<b>@team #1\\x1b[2J\\x0d\\n\\\\x7c[x](http://y) "
	   "\\xff \\xe2\\x80\\xae=cmd ``` |\n",
	   "Markdown sees a code span in one cell");
	buf_clear(&out);
	table_print(&out, &table, TABLE_AS_JSON, &plain);
	json_auto_t *row = NULL;
	ok(!json_parse(&row, out.ptr, out.len, "row") &&
		   strchr(out.ptr, '\n') == out.ptr + out.len - 1,
	   "JSON stays one line that can be read");
}

static void csv(void)
{
	static const struct {
		const char *text, *field;
	} fields[] = {
		{ "plain", "plain" },
		{ "a \"b\", c", "\"a \"\"b\"\", c\"" },
		{ "=1+1", "'=1+1" },
		{ "-enc,x", "\"'-enc,x\"" },
		{ "@x", "'@x" },
		{ " =x", "\"' =x\"" },
		{ "\t=x", "\\t=x" },
		{ "\xef\xbc\x9dx", "'\xef\xbc\x9dx" },
		{ "two\nlines", "two\\nlines" },
		{ "", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		AUTO(buf) out = BUF_INIT;

		csv_text(&out, true, fields[i].text);
		is(out.ptr, fields[i].field, "a field of CSV");
	}
	AUTO(buf) out = BUF_INIT;
	csv_number(&out, true, "-1");
	csv_number(&out, false, "2");
	csv_end(&out);
	is(out.ptr, "-1,2\r\n", "numbers are no formulas");
}

static void markdown(void)
{
	static const struct {
		const char *text, *word;
	} words[] = {
		{ "+3.1%, 5/3 (unknown)", "+3.1%, 5/3 (unknown)" },
		{ "1.02 \xe2\x80\x93 1.03", "1.02 \xe2\x80\x93 1.03" },
		{ "@team", "`@team`" },
		{ "#12", "`#12`" },
		{ "gh-12", "`gh-12`" },
		{ "see www.x.y", "`see www.x.y`" },
		{ "http://x.y", "`http://x.y`" },
		{ "<b>", "`<b>`" },
		{ "*x*", "`*x*`" },
		{ "`x`", "`` `x` ``" },
		{ " x ", " x " },
		{ "", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		AUTO(buf) out = BUF_INIT;

		markdown_word(&out, MARKDOWN_TEXT, words[i].text);
		is(out.ptr, words[i].word, "a word in Markdown");
	}
	AUTO(buf) spaced = BUF_INIT;
	markdown_code(&spaced, MARKDOWN_TEXT, " ");
	is(spaced.ptr, "`   `", "a blank is kept as a span");
	AUTO(buf) pipe = BUF_INIT;
	markdown_code(&pipe, MARKDOWN_TEXT, "a|b");
	markdown_code(&pipe, MARKDOWN_CELL, "a|b");
	is(pipe.ptr, "`a|b``a\\|b`", "a pipe is escaped in tables only");
}

/* What is only good to know goes before a name is cut. */
static void spare(void)
{
	static const struct {
		size_t columns;
		const char *want;
	} cases[] = {
		{ 24, "name        a  b  c\n0123456789  1  2  3\n" },
		{ 18, "name        a  b\n0123456789  1  2\n" },
		{ 13, "name        b\n0123456789  2\n" },
		{ 12, "name       b\n0123\xe2\x80\xa6" "6789  2\n" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct style style = { .columns = cases[i].columns };
		AUTO(table) table = TABLE_INIT;
		AUTO(buf) out = BUF_INIT;

		table_column(&table, "name", "name", TABLE_SHRINK);
		table_column(&table, "a", "a", TABLE_SPARE);
		table_column(&table, "b", "b", TABLE_LEFT);
		table_column(&table, "c", "c", TABLE_RIGHT | TABLE_SPARE);
		table_text(&table, "0123456789");
		for (int n = 1; n <= 3; n++)
			table_count(&table, n);
		table_print(&out, &table, TABLE_AS_TEXT, &style);
		is(out.ptr, cases[i].want, "spare columns go from the right");
	}
}

int main(void)
{
	formats();
	narrow();
	strangers();
	csv();
	markdown();
	spare();
	return done();
}
