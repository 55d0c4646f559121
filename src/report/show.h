/*
 * show - everything about one result, for people.
 *
 * For programs there is show_json(): the result document (docs/SCHEMA.md)
 * with two more members, "path" (where it stands on bench-history; absent
 * when it stands nowhere) and "headline".
 */
#ifndef REPORT_SHOW_H
#define REPORT_SHOW_H

#include <jansson.h>
#include <stdbool.h>

#include "base/buf.h"
#include "record/result.h"
#include "report/style.h"

/*
 * The comparison, headline first; the error texts of what was not measured;
 * with `metrics` a table of every metric of every target as well.
 */
void show_result(struct buf *out, const struct result *result, bool metrics,
		 const struct style *style);
/*
 * For who doubts it, below: where and when, machine, toolchain, options.
 * `path` may be NULL.
 */
void show_circumstances(struct buf *out, const char *path,
			const struct result *result,
			const struct style *style);
/*
 * The short form, as one entry of a log: where and when, the headline and
 * what changed, indented as git indents a message. Ends in an empty line.
 */
void show_entry(struct buf *out, const char *path,
		const struct result *result, const struct style *style);
/* New reference. */
json_t *show_json(const char *path, const struct result *result);

#endif
