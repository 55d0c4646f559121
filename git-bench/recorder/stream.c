#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

/* Shared by both streams; only ever holds what is on its way. */
static char bytes[65536];

bool stream_open(struct stream *s, int *write_end, uint64_t max)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return false;
	/* Of our end only: the program's must block as it is used to. */
	fcntl(fds[0], F_SETFL, O_NONBLOCK);
	s->fd = fds[0];
	s->half = max / 2;
	s->total = 0;
	s->lost = false;
	*write_end = fds[1];
	return true;
}

/* Where the byte of that number stands in the file. */
static uint64_t place(const struct stream *s, uint64_t number)
{
	if (number < s->half)
		return number;
	return s->half + (number - s->half) % s->half;
}

static void keep(struct stream *s, const char *p, size_t len)
{
	if (s->file < 0)
		s->file = memfd_create("output", MFD_CLOEXEC);
	while (len) {
		uint64_t at = place(s, s->total);
		uint64_t room = (at < s->half ? s->half : 2 * s->half) - at;
		size_t n = MIN(room, len);

		if (pwrite(s->file, p, n, at) != (ssize_t)n)
			s->lost = true;
		s->total += n;
		p += n;
		len -= n;
	}
}

bool stream_drain(struct stream *s)
{
	ssize_t n = read(s->fd, bytes, sizeof(bytes));

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n <= 0) {
		stream_close(s);
		return false;
	}
	keep(s, bytes, n);
	return true;
}

void stream_close(struct stream *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}

size_t stream_len(const struct stream *s)
{
	return MIN(s->total, 2 * s->half);
}

bool stream_is_cut(const struct stream *s)
{
	return s->lost || s->total > 2 * s->half;
}

bool stream_write(int fd, const void *data, size_t len)
{
	for (const char *p = data; len;) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		p += n;
		len -= n;
	}
	return true;
}

static bool send_range(const struct stream *s, int fd, uint64_t from,
		       uint64_t to)
{
	while (from < to) {
		size_t want = MIN(to - from, sizeof(bytes));
		ssize_t n = pread(s->file, bytes, want, from);

		/* What the file did not take was promised all the same. */
		for (size_t i = n < 0 ? 0 : n; i < want; i++)
			bytes[i] = '?';
		if (!stream_write(fd, bytes, want))
			return false;
		from += want;
	}
	return true;
}

bool stream_send(struct stream *s, int fd)
{
	uint64_t end = 2 * s->half;
	bool sent;

	if (!s->total)
		return true;
	if (s->total <= end) {
		sent = send_range(s, fd, 0, s->total);
	} else {
		uint64_t oldest = place(s, s->total);

		sent = send_range(s, fd, 0, s->half) &&
		       send_range(s, fd, oldest, end) &&
		       send_range(s, fd, s->half, oldest);
	}
	/* Gives memory back; were it refused, bytes are written over. */
	(void)!ftruncate(s->file, 0);
	s->total = 0;
	s->lost = false;
	return sent;
}
