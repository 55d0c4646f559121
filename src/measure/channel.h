/*
 * channel - a running recorder, and the frames that pass to and from it.
 *
 * The recorder may stand behind a launcher: then the process that we started
 * is the launcher, which passes our end on as its standard input and output.
 * What it says on standard error is kept, for it tells why it failed.
 *
 *	channel.argv = launcher's words and the recorder's path
 *	rc = channel_start(&channel);
 *	rc = channel_send(&channel, WIRE_SPEC, &payload);
 *	do
 *		rc = channel_receive(&channel);
 *	while (!rc && !channel_has(&there, &channel, WIRE_REPORT) && !there);
 *	channel_take(&frame, &channel);
 *	channel_close(&channel);
 *
 * A call that fails has closed the channel: nothing that it led to runs any
 * more. Closing it is what ends a recorder, wherever it runs; a launcher that
 * does not end with it is told to by SIGTERM, then SIGKILL.
 */
#ifndef MEASURE_CHANNEL_H
#define MEASURE_CHANNEL_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/strlist.h"
#include "measure/wire.h"

struct channel {
	struct strlist argv; /* the recorder is the last word */
	int fd;		     /* -1: closed */
	pid_t pid;	     /* of argv[0] */
	int words;	     /* what the launcher said on stderr; -1: none */
	bool answered;	     /* something came */
	struct buf in;	     /* bytes of a frame still incomplete */
};

#define CHANNEL_INIT { .fd = -1, .words = -1, .in = BUF_INIT }

/* ERR_FAILED when argv[0] is missing or cannot be started. */
int channel_start(struct channel *channel);
bool channel_is_launched(const struct channel *channel);
/* "git-bench-recorder", "the launcher 'srun'"; owned. */
char *channel_name(const struct channel *channel);
/* `payload` may be NULL. ERR_FAILED: it is gone, and how it ended. */
int channel_send(struct channel *channel, enum wire_type type,
		 const struct buf *payload);
/*
 * Takes what has come, or waits a fifth of a second for it; 0 also when
 * nothing came. ERR_FAILED as above, also when only the launcher is gone.
 */
int channel_receive(struct channel *channel);
/* *out: is a whole frame of that type there? ERR_FAILED: never will be. */
int channel_has(bool *out, struct channel *channel, enum wire_type type);
/* Moves the payload of the frame that channel_has() found. */
void channel_take(struct buf *out, struct channel *channel);
/* Closes it and returns ERR_FAILED with "<name> <what>: <its last words>". */
int channel_give_up(struct channel *channel, const char *what);
void channel_close(struct channel *channel);
/* Closes it and frees what it holds. */
void channel_release(struct channel *channel);

#endif
