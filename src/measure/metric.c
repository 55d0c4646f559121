#include "measure/metric.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

static struct metric *find(const struct metrics *metrics, const char *name)
{
	for (size_t i = 0; i < metrics->nr; i++)
		if (!strcmp(metrics->items[i].name, name))
			return &metrics->items[i];
	return NULL;
}

struct metric *metrics_set(struct metrics *metrics, const char *name,
			   double value, const char *unit)
{
	struct metric *m = find(metrics, name);

	if (!isfinite(value))
		return NULL;
	if (!m) {
		ARRAY_GROW(metrics->items, metrics->nr + 1, metrics->cap);
		m = &metrics->items[metrics->nr++];
		*m = (struct metric){ .name = xstrdup(name) };
	}
	char *copy = xstrdup(unit);
	free(m->unit);
	m->unit = copy;
	m->value = value;
	return m;
}

struct metric *metrics_find(const struct metrics *metrics, const char *name)
{
	return find(metrics, name);
}

void metrics_copy(struct metrics *out, const struct metrics *metrics)
{
	for (size_t i = 0; i < metrics->nr; i++) {
		const struct metric *m = &metrics->items[i];
		struct metric *copy =
			metrics_set(out, m->name, m->value, m->unit);

		if (copy)
			copy->higher_is_better = m->higher_is_better;
	}
}

void metrics_release(struct metrics *metrics)
{
	if (!metrics)
		return;
	for (size_t i = 0; i < metrics->nr; i++) {
		free(metrics->items[i].name);
		free(metrics->items[i].unit);
	}
	free(metrics->items);
	*metrics = (struct metrics){ 0 };
}
