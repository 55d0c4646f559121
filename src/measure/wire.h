/*
 * wire - what git bench and its recorder say to each other.
 *
 * The recorder reads frames on descriptor 0 and writes frames on 1, so that
 * it works behind any launcher that passes those two on. A frame is a struct
 * wire_head and `len` bytes; behind those that the recorder writes there is a
 * line feed, so that a launcher that passes whole lines on (srun does) passes
 * whole frames. Numbers are in host order and structs as the compiler lays
 * them out: both sides are built together and stand on one machine (or like
 * ones); the version in the hello tells if they do not.
 *
 *	recorder	git bench
 *	HELLO ->			once, at its start
 *			<- ASK		what machine is that?
 *	MACHINE ->			measure/machine_wire.h
 *			<- PING		still here
 *			<- SPEC		one sample, please
 *			<- STOP		end it now (may cross the report)
 *	REPORT ->			exactly one for each SPEC
 *
 * End of file on 0 tells the recorder to kill what runs and to end. Some
 * launchers that are shot never let it know (srun's far end keeps the pipe
 * open): who works behind a launcher sends a PING now and then, and once there
 * was one, silence for as long as it said means the same while a program
 * runs, and an hour of it in any case.
 */
#ifndef MEASURE_WIRE_H
#define MEASURE_WIRE_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "measure/counters.h"

#define WIRE_MAGIC 0x31524247u /* "GBR1" */
#define WIRE_VERSION 2
#define WIRE_SPEC_MAX (1u << 20)   /* bytes of a SPEC frame */
#define WIRE_IDLE_MS 3600000
#define WIRE_WORDS_MAX 8192	   /* arguments and variables together */
#define WIRE_OUTPUT_MAX (64u << 20) /* bytes kept of one stream */

enum wire_type {
	WIRE_HELLO = 1,
	WIRE_ASK,
	WIRE_MACHINE,
	WIRE_PING, /* a uint32_t: milliseconds of silence that mean the end */
	WIRE_SPEC,
	WIRE_STOP,
	WIRE_REPORT,
};

struct wire_head {
	uint32_t type;
	uint32_t len;
};

struct wire_hello {
	uint32_t magic;
	uint32_t version;
	int32_t pid; /* where the recorder is */
};

enum wire_spec_flag {
	WIRE_PIN = 1 << 0,   /* `cpus` counts */
	WIRE_INPUT = 1 << 1, /* a file for stdin; else /dev/null */
	WIRE_CWD = 1 << 2,
	WIRE_NO_ASLR = 1 << 3,
	WIRE_COUNT = 1 << 4,
	WIRE_MERGE = 1 << 5,
	WIRE_MUTE = 1 << 6, /* stdout is /dev/null; not with WIRE_MERGE */
	WIRE_GENTLE = 1 << 7, /* SIGTERM before SIGKILL */
};

/*
 * Followed by strings, each with its NUL: the folder if WIRE_CWD, the input
 * if WIRE_INPUT, argc arguments, envc variables.
 */
struct wire_spec {
	uint32_t flags;
	int32_t nice;
	uint32_t argc;
	uint32_t envc;
	uint64_t timeout_ns; /* 0: none */
	uint64_t output_max; /* bytes of each stream */
	cpu_set_t cpus;
};

/* A SPEC as the recorder sees it; pointers into the frame. */
struct wire_request {
	struct wire_spec spec;
	char *cwd;
	char *input;
	char **argv; /* both lists end in NULL and share `words` */
	char **env;
	char *words[WIRE_WORDS_MAX + 2];
};

/* Where the start of a program failed. */
enum wire_stage {
	WIRE_STARTED,
	WIRE_AT_FORK,
	WIRE_AT_CWD,
	WIRE_AT_INPUT,
	WIRE_AT_PIN,
	WIRE_AT_EXEC,
};

enum wire_report_flag {
	WIRE_TIMED_OUT = 1 << 0,
	WIRE_STOPPED = 1 << 1,
	WIRE_STUCK = 1 << 2, /* something did not die */
	WIRE_OUT_CUT = 1 << 3,
	WIRE_ERR_CUT = 1 << 4,
	WIRE_ASLR_KEPT = 1 << 5,
	WIRE_NICE_KEPT = 1 << 6,
};

/* Followed by out_len and err_len bytes of what the program printed. */
struct wire_report {
	uint32_t flags;
	uint32_t stage; /* enum wire_stage; with `error` when not STARTED */
	int32_t error;	/* errno */
	int32_t status; /* as wait4() gave it */
	uint64_t wall_ns;
	uint64_t user_us;
	uint64_t sys_us;
	uint64_t maxrss; /* bytes */
	uint64_t minor_faults;
	uint64_t major_faults;
	uint64_t voluntary_switches;
	uint64_t involuntary_switches;
	struct counter_value counters[COUNTER_NR];
	uint32_t out_len;
	uint32_t err_len;
};

/*
 * Reads the `len` bytes behind a SPEC's head, in place. False for anything
 * but a well-formed one.
 */
bool wire_request_decode(struct wire_request *out, char *bytes, size_t len);

#endif
