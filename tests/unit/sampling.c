#include "sampling.h"

#include <stdio.h>

struct recorder *recorder;
char *scratch, *self;

bool sampling_begin(void)
{
	self = file_real("/proc/self/exe");
	if (!file_make_temp_dir(&scratch, "t_sample") &&
	    !recorder_open(&recorder))
		return true;
	printf("Bail out! %s\n", error_message());
	return false;
}

void sampling_end(void)
{
	recorder_close(recorder);
	file_remove_tree(scratch);
	free(scratch);
	free(self);
}

void spec_shell(struct sample_spec *spec, const char *script)
{
	const char *const argv[] = { "sh", "-c", script, NULL };

	strlist_add_all(&spec->argv, argv);
	strlist_add(&spec->env, "PATH=/usr/bin:/bin");
}

void spec_self(struct sample_spec *spec, const char *word)
{
	strlist_add(&spec->argv, self);
	strlist_add(&spec->argv, word);
}

void take_shell(struct sample *out, struct sample_spec *spec,
		const char *script)
{
	spec_shell(spec, script);
	if (sample_take(out, recorder, spec))
		printf("# %s\n", error_message());
	sample_spec_release(spec);
}
