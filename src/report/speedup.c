#include "report/speedup.h"

#include <math.h>
#include <string.h>

#include "report/figure.h"

/* ==== Families ========================================================== */

/* A parallel target and the name that its program has without domains. */
struct member {
	const struct result_target *target;
	char *family;
	size_t at; /* among the targets */
};

struct members {
	struct member *items;
	size_t nr;
};

static void members_release(struct members *members)
{
	for (size_t i = 0; i < members->nr; i++)
		free(members->items[i].family);
	free(members->items);
}

/* Where the first number of that value begins, whole; NULL: nowhere. */
static const char *find_number(const char *name, int number, size_t *len)
{
	auto_free char *digits = xstrfmt("%d", number);

	*len = strlen(digits);
	for (const char *p = name; *p; p++) {
		size_t run = strspn(p, "0123456789");

		if (run == *len && !strncmp(p, digits, run))
			return p;
		if (run)
			p += run - 1;
	}
	return NULL;
}

/* "nbody.*_512"; NULL when the name does not tell. Owned. */
static char *family_of(const struct result_target *target)
{
	size_t len;
	const char *at = find_number(target->name, target->domains, &len);

	if (!at)
		return NULL;
	return xstrfmt("%.*s*%s", (int)(at - target->name), target->name,
		       at + len);
}

static int compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int order = strcmp(x->family, y->family);

	if (order)
		return order;
	order = x->target->domains - y->target->domains;
	return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* By family, and in it by domains. */
static void members_of(struct members *out, const struct result *result)
{
	out->items = xcalloc(result->nr_targets + 1, sizeof(*out->items));
	out->nr = 0;
	for (size_t i = 0; i < result->nr_targets; i++) {
		const struct result_target *target = &result->targets[i];
		char *family = strcmp(target->kind, "parallel") ||
					       target->domains < 1 ?
				       NULL :
				       family_of(target);

		if (family)
			out->items[out->nr++] = (struct member){
				.target = target, .family = family, .at = i
			};
	}
	if (out->nr)
		qsort(out->items, out->nr, sizeof(*out->items),
		      compare_members);
}

/* ==== The table ========================================================= */

static double seconds_of(const struct member *member, size_t side)
{
	const struct result_cell *cell = &member->target->cells[side];

	return cell->measured && cell->seconds > 0 ? cell->seconds : NAN;
}

static void add_side(struct table *table, const struct member *one,
		     const struct member *many, size_t side)
{
	double alone = seconds_of(one, side);
	double speedup = alone / seconds_of(many, side);

	table_number(table, alone, figure_value(alone, "s"));
	table_number(table, speedup,
		     isfinite(speedup) ? xstrfmt("%.2f", speedup) :
					 xstrdup("-"));
}

static void add_row(struct table *table, const struct result *result,
		    const struct member *one, const struct member *many)
{
	size_t head = result->nr_sides - 1;

	table_text(table, many->family);
	table_count(table, many->target->domains);
	if (head)
		add_side(table, one, many, 0);
	add_side(table, one, many, head);
}

void speedup_table(struct table *out, const struct result *result)
{
	AUTO(members) members;
	const struct member *one = NULL;

	*out = (struct table)TABLE_INIT;
	table_column(out, "program", "program", TABLE_SHRINK);
	table_column(out, "domains", "domains", TABLE_RIGHT);
	if (result->nr_sides > 1) {
		table_column(out, "base_alone", "base on 1", TABLE_RIGHT);
		table_column(out, "base_speedup", "speed-up", TABLE_RIGHT);
	}
	table_column(out, "head_alone", "head on 1", TABLE_RIGHT);
	table_column(out, "head_speedup", "speed-up", TABLE_RIGHT);
	members_of(&members, result);
	for (size_t i = 0; i < members.nr; i++) {
		const struct member *this = &members.items[i];

		if (this->target->domains == 1)
			one = this;
		else if (one && !strcmp(one->family, this->family))
			add_row(out, result, one, this);
	}
}
