/*
 * stream - one output of the program: a pipe, and the file it is kept in.
 *
 * Kept are the first and the newest half of `max` bytes, in a memory file
 * and not in memory of ours: a program's maximum resident set starts at
 * that of the process it was forked from, and ours must stay small.
 *
 *	stream_open(&s, &write_end, max);
 *	stream_drain(&s);		whenever poll() says so
 *	stream_close(&s);		nothing more will come
 *	stream_send(&s, fd);		stream_len(&s) bytes; then empty
 */
#ifndef RECORDER_STREAM_H
#define RECORDER_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream {
	int fd;	  /* our end of the pipe; -1: closed */
	int file; /* made when first needed, kept for all samples; or -1 */
	uint64_t half;
	uint64_t total; /* bytes that came */
	bool lost;	/* the file could not take some */
};

#define STREAM_INIT { .fd = -1, .file = -1 }

/* False with errno. The write end is the caller's. */
bool stream_open(struct stream *stream, int *write_end, uint64_t max);
/* Takes one buffer full; false when there was none. */
bool stream_drain(struct stream *stream);
void stream_close(struct stream *stream);
size_t stream_len(const struct stream *stream);
bool stream_is_cut(const struct stream *stream);
/* False when `fd` takes no more. */
bool stream_send(struct stream *stream, int fd);
/* All of `bytes` to `fd`; false with errno. */
bool stream_write(int fd, const void *bytes, size_t len);

#endif
