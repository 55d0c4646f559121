/*
 * fitness - is this machine fit to measure on? What `git bench doctor` says
 * about it: findings, each with what was looked at, what was seen, and what
 * to do.
 *
 * Reading the machine and judging it are apart: fitness_read() fills plain
 * facts, fitness_judge() turns any facts into findings.
 */
#ifndef MEASURE_FITNESS_H
#define MEASURE_FITNESS_H

#include <stddef.h>
#include <stdint.h>

#include "measure/activity.h"
#include "measure/machine.h"

enum finding_level { FINDING_OK, FINDING_WARNING, FINDING_PROBLEM };

struct finding {
	enum finding_level level;
	char *what;   /* "governor", "load", ... */
	char *detail; /* what was seen */
	char *advice; /* what to do; NULL when OK */
};

struct findings {
	struct finding *items;
	size_t nr;
	size_t cap;
};

#define FINDINGS_INIT { 0 }

/* Takes `detail`; copies the rest. */
void findings_add(struct findings *findings, enum finding_level level,
		  const char *what, char *detail, const char *advice);
/* An error that became a finding: message and hint move over. */
void findings_take_error(struct findings *findings, const char *what);
void findings_release(struct findings *findings);

/*
 * Load, other busy processes, CPU quota, governor, turbo, SMT, ASLR,
 * counters, virtualisation, isolated CPUs, free disk (where `disk_path`
 * is), the recorder. Takes half a second, for it watches the machine.
 */
void machine_examine(struct findings *out, const struct machine *machine,
		     const char *disk_path);

/* What is judged. Unknown: -1, NULL. */
struct fitness {
	double load;	   /* 1 minute */
	double quota;	   /* CPUs that the control group may use; 0: all */
	int64_t aslr;	   /* kernel.randomize_va_space */
	int64_t paranoid;  /* kernel.perf_event_paranoid */
	int64_t disk_free; /* bytes */
	char *isolated;	   /* list of CPUs, "" for none */
	struct activity_change activity;
};

#define FITNESS_INIT \
	{ -1, 0, -1, -1, -1, NULL, { .steal = -1 } }

/* All but load, disk_free and activity; `root` as in measure/sysfile.h. */
void fitness_read(struct fitness *out, const char *root);
void fitness_judge(struct findings *out, const struct fitness *fitness,
		   const struct machine *machine);
void fitness_release(struct fitness *fitness);

#endif
