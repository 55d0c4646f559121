/*
 * take - one sample, from the request to the report.
 */
#ifndef RECORDER_TAKE_H
#define RECORDER_TAKE_H

#include <sched.h>
#include <stdbool.h>

#include "measure/wire.h"
#include "stream.h"

/* What the recorder holds all its life. */
struct recorder {
	int in;	     /* frames come from here; readable also at its end */
	int out;     /* and go there */
	int null;    /* /dev/null */
	uint32_t silence_ms; /* that means the end; 0: none does */
	int signals; /* a signalfd: SIGCHLD, SIGTERM */
	cpu_set_t usable; /* the CPUs we were started with */
	cpu_set_t here;	  /* those we keep to at the moment */
	struct stream streams[2];
};

/*
 * Runs the program and fills the report; its output is in the streams then.
 * No process of it is left, unless the report says WIRE_STUCK. False when
 * the other side is gone, or one of us was told to go: then, too, nothing
 * is left running.
 */
bool take(struct wire_report *report, struct recorder *recorder,
	  const struct wire_request *request);
/*
 * The rest of a PING frame, whose head was read. False for anything else.
 */
bool take_ping(struct recorder *recorder, const struct wire_head *head);
/* Reads exactly `len` bytes; false at the end of the file. */
bool take_bytes(int fd, void *bytes, size_t len);

#endif
