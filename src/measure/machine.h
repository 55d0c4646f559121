/*
 * machine - who this machine is. It goes into each result, for figures mean
 * nothing without it. Whether it is fit to measure on: measure/fitness.h.
 *
 * What a machine does not tell is NULL or false, and absent in the JSON.
 */
#ifndef MEASURE_MACHINE_H
#define MEASURE_MACHINE_H

#include <jansson.h>
#include <stdbool.h>

struct machine {
	char *hostname;
	char *cpu;	/* model name */
	char *arch;	/* uname -m */
	char *kernel;	/* uname -r */
	char *governor; /* "performance", ...; "mixed"; or NULL */
	char *turbo;	/* "on", "off", NULL */
	char *smt;	/* "on", "off", NULL */
	int cores;	/* CPUs this process may use */
	long memory_kib;
	double load; /* 1-minute average when it was read; -1: unknown */
	bool virtual_machine;
	bool has_counters; /* perf_event_open gives instructions */
	char *cpus; /* those that this process may use: "0,2-5" */
	char *boot; /* the kernel's boot id; NULL: unknown */
	/*
	 * Same class, comparable times: CPU model, cores and architecture in
	 * one word of [a-z0-9-], as in "intel-xeon-gold-5120-28c-x86_64".
	 */
	char *class;
	/*
	 * Tells this machine from others of its class: 16 digits, a hash of
	 * what installed it says (/etc/machine-id) and of its network cards.
	 */
	char *id;
};

void machine_read(struct machine *out);
/* The same with another folder for "/", for tests. */
void machine_read_at(struct machine *out, const char *root);
/*
 * The `runner` object of a result document: hostname, class, id, cpu, arch,
 * cores, memory (bytes), kernel, governor, turbo, smt, virtual, counters.
 * New reference.
 */
json_t *machine_to_json(const struct machine *machine);
void machine_release(struct machine *machine);
/* The same machine, since it booted last? */
bool machine_is(const struct machine *a, const struct machine *b);
/* 1-minute load average; -1 when unknown. */
double machine_load(void);
/*
 * Maps a wanted list of CPUs to those the machine gives: kept where all
 * exist, else as many of the last usable ones. False (and why, owned) when
 * it changed. What is no list at all becomes NULL: not pinned.
 */
bool machine_map_cpus(char **out, char **why, const struct machine *machine,
		      const char *wanted);

#endif
