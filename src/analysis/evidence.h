/*
 * evidence - what the looks at one target say, weighed against the noise.
 *
 * The arithmetic of decide.h, without its states: formulas, constants and
 * where they come from stand at the head of evidence.c.
 */
#ifndef ANALYSIS_EVIDENCE_H
#define ANALYSIS_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/noise.h"
#include "analysis/shift.h"

/* What is known of a target before it is looked at. */
struct subject {
	struct noise wall;
	struct noise cpu; /* of user + system time */
	bool parallel;	  /* several domains: noisier in ways that repeat */
	bool higher_is_better;
};

/* Logarithms, base and head of each look in turn. */
struct turns {
	const double *wall;
	const double *cpu; /* NULL: not known of every look */
	size_t nr;	   /* looks, >= 1 */
	size_t most;	   /* looks there may be in the end */
};

struct evidence {
	struct shift shift; /* of wall time */
	double quartile;    /* the noise that was reckoned with */
	double bar;	    /* the shift that it takes */
	double reach;	    /* half the interval around shift.paired */
	double clarity;	    /* 1 and more: a change */
	double luck;  /* how often unchanged code comes out as clear; or 1 */
	bool suspect; /* may yet get beyond the bar */
	bool hopeful; /* ranks may yet tell, if there are looks enough */
	bool settles; /* looks enough may yet show that it is the same */
	bool shown;   /* processor time shows the shift, or is not known */
	bool apart;   /* some look moved wall and processor time apart */
};

/* Looks that it takes to call a change. */
size_t evidence_looks_least(const struct subject *subject);
/* The shift, a logarithm, that it takes where noise is known. */
double evidence_bar(double quartile, bool parallel, double smallest_effect);
/* `smallest_effect` is relative: 0.01 = 1 %. */
void evidence_weigh(struct evidence *out, const struct subject *subject,
		    const struct turns *turns, double smallest_effect);

#endif
