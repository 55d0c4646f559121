#include "base/id.h"

#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"

char *id_random(void)
{
	unsigned char bytes[ID_LEN / 2];
	struct buf b = BUF_INIT;

	/* Reads of up to 256 bytes are never short once seeded. */
	while (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		;
	for (size_t i = 0; i < sizeof(bytes); i++)
		buf_addf(&b, "%02x", bytes[i]);
	return buf_detach(&b);
}

bool id_is_valid(const char *s)
{
	return strspn(s, "0123456789abcdef") == ID_LEN && !s[ID_LEN];
}
