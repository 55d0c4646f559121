#include "service/poll.h"

#include <sys/random.h>

#include "base/error.h"
#include "git/config.h"
#include "record/hub.h"

int poll_interval(double *out, struct repo *repo, double lease)
{
	AUTO(hub) hub = { 0 };
	int rc = hub_open(&hub, repo);

	*out = POLL_LOCAL;
	if (!rc && hub.shared)
		rc = config_duration(out, repo, "bench.poll", POLL_DEFAULT);
	if (!rc && *out <= 0)
		rc = fail(ERR_USAGE, "bench.poll is 0: that is no pause");
	if (*out > lease / 4)
		*out = lease / 4;
	return rc;
}

double poll_jitter(double interval)
{
	unsigned char chance = 128;

	if (getrandom(&chance, sizeof(chance), GRND_NONBLOCK) < 0)
		chance = 128;
	return interval * (0.75 + chance / 512.0);
}
