/*
 * comparability - may two results that were measured apart be compared?
 *
 * Figures from another machine, toolchain, suite, revision of the suite or
 * with other options say nothing about the code. Whoever puts two results
 * side by side asks here first, shows `obstacle` where a verdict would
 * stand, and the notes with it.
 *
 *	AUTO(comparability) c = COMPARABILITY_INIT;
 *	comparability_of(&c, &older, &newer);
 *	if (c.obstacle != COMPARABLE)
 *		every verdict is `unknown`, for
 *		comparability_name(c.obstacle), "another machine"
 *
 * What differs without being in the way (a governor, a kernel, the number of
 * samples, .gitbench as a whole) is in the notes, too. What a toolchain says
 * of the sides' own commits, by their ids, is not compared: those are what is
 * measured.
 */
#ifndef RECORD_COMPARABILITY_H
#define RECORD_COMPARABILITY_H

#include "base/strlist.h"
#include "record/result.h"

/* In the order of their weight: the first that applies is named. */
enum obstacle {
	COMPARABLE,
	OBSTACLE_SUITE,
	OBSTACLE_MACHINE_UNKNOWN,
	OBSTACLE_MACHINE,
	OBSTACLE_TOOLCHAIN,
	OBSTACLE_REVISION, /* of the suite's own sources */
	OBSTACLE_OPTIONS,
	OBSTACLE_NR,
};

struct comparability {
	enum obstacle obstacle;
	struct strlist notes; /* a sentence for each difference */
};

#define COMPARABILITY_INIT { 0 }

/* The texts in the notes come from outside: they are not safe yet. */
void comparability_of(struct comparability *out, const struct result *a,
		      const struct result *b);
/*
 * Are two results' `runner` one machine, not only two of a class? By the
 * machines' ids where both say one, else by their names and their runners'.
 */
bool comparability_is_one_machine(const json_t *a, const json_t *b);
/* "another machine"; NULL for COMPARABLE. */
const char *comparability_name(enum obstacle obstacle);
void comparability_release(struct comparability *comparability);

#endif
