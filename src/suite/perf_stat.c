#include "suite/perf_stat.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/strlist.h"
#include "base/text.h"

#define TITLE "Performance counter stats for "
#define STARTED "# started on "
#define ELAPSED "seconds time elapsed"
#define COUNTERS_MAX 512

/* ==== Numbers =========================================================== */

/* Bytes of a digit or of any mark that may stand between digits; else 0. */
static size_t number_byte(const char *s)
{
	static const char *const spaces[] = {
		"\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99",
	};

	if (*s && strchr("0123456789.,'", *s))
		return 1;
	for (size_t i = 0; i < ARRAY_SIZE(spaces); i++)
		if (text_starts_with(s, spaces[i]))
			return strlen(spaces[i]);
	return 0;
}

static size_t number_length(const char *s)
{
	size_t len = 0;

	for (size_t n; (n = number_byte(s + len));)
		len += n;
	return len;
}

/* Only digits and the decimal mark are kept; the mark becomes a dot. */
static bool to_number(double *out, const char *s, size_t len, char mark)
{
	AUTO(buf) plain = BUF_INIT;

	for (size_t i = 0; i < len; i++) {
		if (s[i] >= '0' && s[i] <= '9')
			buf_addch(&plain, s[i]);
		else if (s[i] == mark)
			buf_addch(&plain, '.');
	}
	return text_to_double(out, plain.ptr);
}

static const char *skip_blanks(const char *s)
{
	return s + strspn(s, " \t");
}

/* The last '.' or ',' of the elapsed time, which has a fraction always. */
static char decimal_mark(const char *elapsed_line)
{
	const char *s = skip_blanks(elapsed_line);
	char mark = '.';

	for (size_t i = 0, len = number_length(s); i < len; i++)
		if (s[i] == '.' || s[i] == ',')
			mark = s[i];
	return mark;
}

/* ==== Lines ============================================================= */

/* "(83.32%)" at the end of a line; 100 where there is none. */
static double running_share(const char *line)
{
	const char *open = strrchr(line, '(');
	double share;

	if (!open || strlen(open) < 4 || strcmp(open + strlen(open) - 2, "%)"))
		return 100;
	size_t len = strlen(open) - 3;
	return to_number(&share, open + 1, len,
			 memchr(open + 1, ',', len) ? ',' : '.') ?
		       share :
		       100;
}

/* What stands between the number and the comment: "msec task-clock". */
static bool read_event(struct perf_counter *c, const char *rest)
{
	auto_free char *copy = xmemdupz(rest, strcspn(rest, "#("));
	AUTO(strlist) words = STRLIST_INIT;

	strlist_split(&words, copy, " \t");
	if (words.nr != 1 && words.nr != 2)
		return false;
	c->event = xstrdup(words.items[words.nr - 1]);
	c->unit = words.nr == 2 ? xstrdup(words.items[0]) : NULL;
	return true;
}

static void add_counter(struct perf_block *block, const char *s, size_t len,
			const char *line, char mark)
{
	struct perf_counter c = { .running = running_share(line) };

	if (block->nr >= COUNTERS_MAX || !to_number(&c.value, s, len, mark) ||
	    !read_event(&c, s + len))
		return;
	ARRAY_GROW(block->counters, block->nr + 1, block->cap);
	block->counters[block->nr++] = c;
}

static void read_line(struct perf_block *block, const char *line, char mark)
{
	const char *s = skip_blanks(line);
	size_t len = number_length(s);
	const char *rest = skip_blanks(s + len);
	double seconds;

	/* "1.5 +- 0.2 seconds time elapsed": the mean of several runs. */
	if (text_starts_with(rest, "+-")) {
		rest = skip_blanks(rest + 2);
		rest = skip_blanks(rest + number_length(rest));
	}
	/* The share of a counter with two comments stands on the second. */
	if (*s == '#' && block->nr && running_share(line) < 100)
		block->counters[block->nr - 1].running = running_share(line);
	if (!len)
		return;
	if (!text_starts_with(rest, "seconds ")) {
		add_counter(block, s, len, line, mark);
		return;
	}
	if (!to_number(&seconds, s, len, mark))
		return;
	if (text_starts_with(rest, ELAPSED))
		block->elapsed = seconds;
	else if (text_starts_with(rest, "seconds user"))
		block->user = seconds;
	else if (text_starts_with(rest, "seconds sys"))
		block->sys = seconds;
}

/* ==== Blocks ============================================================ */

static bool is_title(const char *line)
{
	return strstr(line, TITLE);
}

static const char *started_at(const char *line)
{
	return text_skip_prefix(line, STARTED);
}

/* 'command' without its quotes and what follows them. */
static char *read_command(const char *title)
{
	const char *s = strstr(title, TITLE) + strlen(TITLE);
	const char *last = strrchr(s, '\'');

	if (*s != '\'' || last == s)
		return xstrdup(s);
	return xmemdupz(s + 1, last - s - 1);
}

static void release_block(struct perf_block *block)
{
	for (size_t i = 0; i < block->nr; i++) {
		free(block->counters[i].event);
		free(block->counters[i].unit);
	}
	free(block->counters);
	free(block->command);
	free(block->started);
}

/* Reads from a title to the next block; returns the index behind it. */
static size_t read_block(struct perf_stat *out, const struct strlist *lines,
			 size_t at, const char *started)
{
	struct perf_block block = { .started = xstrdup_or_null(started),
				    .command = read_command(lines->items[at]),
				    .elapsed = NAN,
				    .user = NAN,
				    .sys = NAN };
	size_t end = at + 1;
	char mark = '.';

	for (; end < lines->nr && !is_title(lines->items[end]) &&
	       !started_at(lines->items[end]);
	     end++)
		if (strstr(lines->items[end], ELAPSED))
			mark = decimal_mark(lines->items[end]);
	for (size_t i = at + 1; i < end; i++)
		read_line(&block, lines->items[i], mark);
	if (isnan(block.elapsed)) {
		bench_damages_add(&out->damages, DAMAGE_CUT, at + 1);
		release_block(&block);
		return end;
	}
	ARRAY_GROW(out->blocks, out->nr + 1, out->cap);
	out->blocks[out->nr++] = block;
	return end;
}

/* Every line, empty ones too, so that an index is a line number less one. */
static void split_lines(struct strlist *out, const char *text, size_t len)
{
	for (size_t pos = 0; pos < len;) {
		const char *feed = memchr(text + pos, '\n', len - pos);
		size_t end = feed ? (size_t)(feed - text) : len;

		strlist_take(out, xmemdupz(text + pos, end - pos));
		pos = end + 1;
	}
}

static bool read_header(struct bench_header *out, const char *line)
{
	json_auto_t *object = NULL;

	return *line == '{' &&
	       !json_parse(&object, line, strlen(line), "header") &&
	       bench_header_read(out, object);
}

void perf_stat_parse(struct perf_stat *out, const char *text, size_t len)
{
	AUTO(strlist) lines = STRLIST_INIT;
	const char *started = NULL;
	bool any;

	split_lines(&lines, text, len);
	size_t i = lines.nr && read_header(&out->header, lines.items[0]);
	any = i;
	while (i < lines.nr) {
		const char *line = lines.items[i];

		if (is_title(line)) {
			i = read_block(out, &lines, i, started);
			any = true;
			started = NULL;
			continue;
		}
		if (started_at(line))
			started = started_at(line);
		else if (*skip_blanks(line))
			bench_damages_add(&out->damages, DAMAGE_SYNTAX, i + 1);
		i++;
	}
	if (started)
		bench_damages_add(&out->damages, DAMAGE_CUT, lines.nr);
	bench_damages_of_file(&out->damages, any, out->header.version,
			      out->nr);
}

const struct perf_counter *perf_block_find(const struct perf_block *block,
					   const char *event)
{
	for (size_t i = 0; i < block->nr; i++)
		if (!strcmp(block->counters[i].event, event))
			return &block->counters[i];
	return NULL;
}

void perf_stat_release(struct perf_stat *stat)
{
	for (size_t i = 0; i < stat->nr; i++)
		release_block(&stat->blocks[i]);
	free(stat->blocks);
	bench_header_release(&stat->header);
	bench_damages_release(&stat->damages);
	*stat = (struct perf_stat){ 0 };
}
