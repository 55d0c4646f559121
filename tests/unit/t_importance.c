/* The order of targets, and that headline and tables agree on it. */
#include "record/importance.h"

#include <stdio.h>
#include <string.h>

#include "report/comparison.h"
#include "report/section.h"
#include "tap.h"

static struct result_target *add(struct result *result, const char *name,
				 double seconds, double ratio,
				 enum verdict verdict)
{
	struct result_target *target = result_add_target(result, name);

	for (size_t i = 0; i < 2; i++) {
		target->cells[i].measured = true;
		target->cells[i].samples = 5;
		target->cells[i].seconds = i ? seconds * ratio : seconds;
	}
	target->cells[0].ratio = ratio;
	target->cells[0].low = ratio * 0.99;
	target->cells[0].high = ratio * 1.01;
	target->cells[0].verdict = verdict;
	return target;
}

static void two_sides(struct result *out)
{
	AUTO(result) blank = RESULT_INIT;

	*out = blank;
	out->suite = xstrdup("s");
	out->nr_sides = 2;
	out->sides = xcalloc(2, sizeof(*out->sides));
}

static void order(void)
{
	AUTO(result) result;
	AUTO(sections) sections;
	static const char *const want[] = { "minute", "small", "blink",
					    "fast", "maybe", "equal", "gone" };

	two_sides(&result);
	add(&result, "equal", 1, 1, VERDICT_SAME);
	add(&result, "blink", 0.004, 1.8, VERDICT_SLOWER);
	add(&result, "small", 1, 1.05, VERDICT_SLOWER);
	add(&result, "gone", 1, 2, VERDICT_SLOWER)->cells[0].measured = false;
	add(&result, "minute", 60, 1.2, VERDICT_SLOWER);
	add(&result, "maybe", 1, 3, VERDICT_UNKNOWN);
	add(&result, "fast", 1, 0.1, VERDICT_FASTER);
	sections_of(&sections, &result);
	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		is(sections.items[0].targets[i]->name, want[i], want[i]);
	is_int(sections.items[0].nr_changed, 4, "changes stand first");
	auto_free char *headline = comparison_headline(&result);
	is(headline, "3 slower (minute +20%), 1 faster (fast -90%), "
		     "1 same, 1 unknown", "the headline names the first ones");
}

/* ==== They cannot contradict each other ==== */

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static void generate(struct result *out, unsigned seed)
{
	unsigned nr = next(&seed) % 12;

	two_sides(out);
	for (unsigned i = 0; i < nr; i++) {
		auto_free char *name = xstrfmt("t%u", i);
		double ratio = 0.5 + next(&seed) % 1000 / 500.0;
		struct result_target *target =
			add(out, name, (next(&seed) % 100 + 1) / 100.0, ratio,
			    next(&seed) % VERDICT_NR);

		if (next(&seed) % 3 == 0) {
			free(target->kind);
			target->kind = xstrdup("parallel");
		}
		if (next(&seed) % 5 == 0)
			target->cells[next(&seed) % 2].measured = false;
	}
}

/* Rows of a text that end in a word. */
static int rows_ending_in(const char *text, const char *word)
{
	auto_free char *end = xstrfmt("  %s\n", word);
	int nr = 0;

	for (const char *at = strstr(text, end); at; at = strstr(at + 1, end))
		nr++;
	return nr;
}

/* "3 slower (…" in a headline; 0 when the word is not there. */
static int counted(const char *headline, const char *word)
{
	auto_free char *phrase = xstrfmt(" %s", word);
	auto_free char *line = xstrfmt(" %.*s",
				       (int)strcspn(headline, "\n"), headline);
	const char *at = strstr(line, phrase);

	while (at && at > line && at[-1] >= '0' && at[-1] <= '9')
		at--;
	return at ? atoi(at) : 0;
}

static bool agrees(const struct result *result)
{
	static const struct style plain = STYLE_PLAIN;
	AUTO(buf) out = BUF_INIT;

	comparison_text(&out, result, NULL, &plain);
	for (int v = 0; v < VERDICT_NR; v++)
		if (rows_ending_in(out.ptr, verdict_name(v)) !=
		    counted(out.ptr, verdict_name(v))) {
			printf("# %s\n%s", verdict_name(v), out.ptr);
			return false;
		}
	return true;
}

static void cannot_contradict(void)
{
	bool all = true;

	for (unsigned seed = 1; all && seed <= 2000; seed++) {
		AUTO(result) result;

		generate(&result, seed);
		all = agrees(&result);
	}
	ok(all, "2,000 generated results: each count is that of the rows");
}

int main(void)
{
	order();
	cannot_contradict();
	return done();
}
