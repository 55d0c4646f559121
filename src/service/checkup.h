/*
 * checkup - can this machine do what the repository's suites need?
 *
 * The machine's own fitness (measure/machine.h), then one finding for the
 * configuration, and for each suite what it asks for and this machine lacks.
 */
#ifndef SERVICE_CHECKUP_H
#define SERVICE_CHECKUP_H

#include "git/repo.h"
#include "measure/fitness.h"

/*
 * What is wrong is a finding, never an error; without a repository (NULL)
 * only the machine is looked at.
 */
void checkup(struct findings *out, struct repo *repo);

#endif
