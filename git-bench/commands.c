#include "command.h"

#include <string.h>

#include "base/error.h"

const struct command *const commands[] = {
	&cmd_init,
	&cmd_run,
	&cmd_request,
	&cmd_runner,
	&cmd_status,
	&cmd_wait,
	&cmd_cancel,
	&cmd_retry,
	&cmd_approve,
	&cmd_import,
	&cmd_doctor,
	&cmd_show,
	&cmd_compare,
	&cmd_check,
	&cmd_log,
	&cmd_fsck,
	&cmd_hook,
	NULL,
};

const struct command *command_find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

int command_parse(struct context *context, void *values, int *argc,
		  char **argv)
{
	const struct command *command = context->command;
	int rc = option_parse(values, command->options, argc, argv);

	context->bad_words = true;
	if (rc)
		return rc;
	if (*argc < command->min_args)
		return fail(ERR_USAGE, "%s wants %d argument%s more",
			    command->name, command->min_args - *argc,
			    command->min_args - *argc == 1 ? "" : "s");
	if (command->max_args >= 0 && *argc > command->max_args)
		return fail(ERR_USAGE, "%s: one argument too many: '%s'",
			    command->name, argv[command->max_args]);
	context->bad_words = false;
	return 0;
}
