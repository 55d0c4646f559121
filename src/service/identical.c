#include "service/identical.h"

bool identical_is_wanted(const struct request *request)
{
	return !request->fresh && !request->schedule;
}

/* On every side, and there is more than one. */
static bool is_identical(const struct run *run, const struct program *program)
{
	const struct driver *driver = run->suite->driver;

	if (!driver->is_same || program->many || run->nr_sides < 2)
		return false;
	for (size_t i = 0; i < run->nr_sides; i++) {
		if (program->available && !program->available[i])
			return false;
		if (i && !driver->is_same(run, &run->sides[0],
					  &run->sides[i], program))
			return false;
	}
	return true;
}

void identical_take(struct programs *same, struct programs *programs,
		    const struct run *run)
{
	size_t kept = 0;

	for (size_t i = 0; i < programs->nr; i++) {
		struct program program = programs->items[i];

		if (is_identical(run, &program)) {
			ARRAY_GROW(same->items, same->nr + 1, same->cap);
			same->items[same->nr++] = program;
		} else {
			programs->items[kept++] = program;
		}
	}
	programs->nr = kept;
}

void identical_report(struct result *result, const struct programs *same)
{
	for (size_t i = 0; i < same->nr; i++) {
		const struct program *program = &same->items[i];
		struct result_target *target =
			result_add_target(result, program->name);

		target->identical = true;
		target->domains = program->domains;
		free(target->kind);
		target->kind = xstrdup(target_kind_name(program->kind));
		for (size_t side = 0; side < result->nr_sides; side++) {
			target->cells[side].measured = true;
			target->cells[side].verdict = VERDICT_SAME;
			target->cells[side].why = xstrdup("identical");
		}
	}
}
