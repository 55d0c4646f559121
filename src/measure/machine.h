/*
 * machine - who this machine is and whether it is fit to measure on.
 */
#ifndef MEASURE_MACHINE_H
#define MEASURE_MACHINE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/strlist.h"

struct machine {
	char *hostname;
	char *cpu;	/* model name */
	char *arch;	/* uname -m */
	char *kernel;	/* uname -r */
	char *governor; /* NULL where the machine does not say */
	char *turbo;	/* "on", "off", NULL */
	char *smt;	/* "on", "off", NULL */
	int cores;	/* CPUs this process may use */
	long memory_kib;
	bool virtual_machine;
	bool has_counters; /* perf_event_open gives instructions */
	/* Same class, comparable times: cpu, cores, arch in one short word. */
	char *class;
};

void machine_read(struct machine *out);
/* The `runner` object of a result document; new reference. */
json_t *machine_to_json(const struct machine *machine);
void machine_release(struct machine *machine);
/* 1-minute load average; -1 when unknown. */
double machine_load(void);
/* The CPUs this process may use, as a list such as "0,2-5"; owned. */
char *machine_cpus(void);
/*
 * Maps a wanted list of CPUs to those there are: kept where all exist, else
 * as many of the last usable ones. False (and why, owned) when it changed.
 */
bool machine_map_cpus(char **out, char **why, const char *wanted);

/* One finding of `git bench doctor`. */
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
/* Load, governor, turbo, SMT, ASLR, counters, virtualisation, free disk. */
void machine_examine(struct findings *out, const struct machine *machine,
		     const char *disk_path);
void findings_add(struct findings *findings, enum finding_level level,
		  const char *what, char *detail, const char *advice);
void findings_release(struct findings *findings);

#endif
