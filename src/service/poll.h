/*
 * poll - how often a runner looks at the hub.
 *
 * Its own repository costs nothing to look at. A remote is asked every
 * bench.poll (POLL_DEFAULT); never less often than at each quarter of the
 * lease, for claims are given up by looks that are close together
 * (sightings.h).
 */
#ifndef SERVICE_POLL_H
#define SERVICE_POLL_H

#include "git/repo.h"

#define POLL_DEFAULT 20.0 /* seconds */
#define POLL_LOCAL 2.0

/* In seconds. ERR_USAGE when bench.poll is no duration, or 0. */
int poll_interval(double *out, struct repo *repo, double lease);
/*
 * The same with up to a quarter more or less, so that runners which woke
 * together do not stay in step.
 */
double poll_jitter(double interval);

#endif
