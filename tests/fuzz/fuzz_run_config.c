#include <assert.h>
#include <stdint.h>

#include "base/alloc.h"
#include "suite/run_config.h"
#include "suite/wrapper.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void apply(const struct run_config *config,
		  const struct config_benchmark *benchmark)
{
	for (size_t i = 0; i < benchmark->nr_runs; i++) {
		const struct config_run *run = &benchmark->runs[i];
		AUTO(wrapped) wrapped = { 0 };
		auto_free char *name =
			config_run_name(benchmark, run, "orunchrt");
		const char *template = config->nr_wrappers ?
					       config->wrappers[0].command :
					       "%{command}";

		assert(*name && config_run_domains(benchmark, run) >= 0);
		if (!wrapper_apply(&wrapped, template, run->paramwrapper,
				   "./x.exe", run->params))
			assert(wrapped.program < wrapped.argv.nr);
	}
}

/* A configuration that parses can be used to its last run. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AUTO(run_config) config = { 0 };

	if (run_config_parse(&config, (const char *)data, size, "fuzz"))
		return 0;
	for (size_t i = 0; i < config.nr_benchmarks; i++)
		apply(&config, &config.benchmarks[i]);
	return 0;
}
