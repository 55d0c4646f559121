#include "record/retry.h"

#include <sys/random.h>
#include <time.h>

#include "base/interrupt.h"

#define WAIT_MAX_MS 32

bool retry_again(struct retry *retry)
{
	unsigned int chance = 0;

	if (++retry->tries >= RETRY_MAX || interrupt_pending())
		return false;
	if (getrandom(&chance, sizeof(chance), GRND_NONBLOCK) < 0)
		chance = retry->tries;
	unsigned int cap = retry->tries < 5 ? 1u << retry->tries :
					      WAIT_MAX_MS;
	struct timespec wait = {
		.tv_nsec = chance % (cap * 1000000u),
	};
	nanosleep(&wait, NULL);
	return true;
}
