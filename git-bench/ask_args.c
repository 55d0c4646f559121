#include "ask_args.h"

void ask_args_get(struct ask *out, const struct ask_args *args,
		  const char *revision)
{
	*out = (struct ask){
		.revision = revision,
		.suite = args->suite,
		.variant = args->variant,
		.base = args->base,
		.no_base = args->no_base,
		.versus = &args->versus,
		.filter = args->filter,
		.continues = args->continues,
		.samples = args->samples,
		.fresh = args->fresh,
		.max_time = args->max_time,
		.budget = args->budget,
		.control = args->control,
	};
}

void ask_args_release(struct ask_args *args)
{
	strlist_release(&args->versus);
}
