#include "usage.h"

#include "base/suggest.h"

static const char *const group_titles[GROUP_NR] = {
	[GROUP_ASK] = "ask for a measurement, and follow it",
	[GROUP_MEASURE] = "measure",
	[GROUP_READ] = "read results",
	[GROUP_HOST] = "look after a repository",
};

void usage_program(struct buf *out)
{
	buf_addstr(out, "usage: git bench <command> [<options>] [<args>]\n"
			"   or: git bench help [<command>]\n"
			"   or: git bench -h | --version\n");
	for (int group = 0; group < GROUP_NR; group++) {
		buf_addf(out, "\n%s\n", group_titles[group]);
		for (size_t i = 0; commands[i]; i++)
			if ((int)commands[i]->group == group)
				buf_addf(out, "    %-10s %s\n",
					 commands[i]->name,
					 commands[i]->summary);
	}
}

void usage_command(struct buf *out, const struct command *command)
{
	for (size_t i = 0; command->usage[i]; i++)
		buf_addf(out, "%s git bench %s\n", i ? "   or:" : "usage:",
			 command->usage[i]);
	if (command->options->kind) {
		buf_addch(out, '\n');
		option_usage(out, command->options);
	}
}

void usage_command_names(struct buf *out)
{
	for (size_t i = 0; commands[i]; i++)
		buf_addf(out, "%s ", commands[i]->name);
	buf_addstr(out, "help");
}

const struct command *usage_suggest(const char *name)
{
	AUTO(strlist) names = STRLIST_INIT;

	for (size_t i = 0; commands[i]; i++)
		strlist_add(&names, commands[i]->name);
	const char *nearest = suggest_nearest(
		name, (const char *const *)names.items, names.nr);
	return nearest ? command_find(nearest) : NULL;
}
