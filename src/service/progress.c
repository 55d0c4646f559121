#include "service/progress.h"

const char *job_phase_name(enum job_phase phase)
{
	static const char *const names[] = {
		[PHASE_WAIT] = "waiting",      [PHASE_PREPARE] = "preparing",
		[PHASE_BUILD] = "building",    [PHASE_MEASURE] = "measuring",
		[PHASE_RECORD] = "recording",
	};

	return names[phase];
}
