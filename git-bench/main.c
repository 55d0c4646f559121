/*
 * git-bench - a benchmark service made of nothing but git.
 *
 * main() finds the command in the table, opens the repository for it, runs
 * it, prints the one error there may be, and turns the outcome into git's
 * own exit codes: 0 done, 1 a "no", 128 failed, 129 usage; interrupted, it
 * ends by the signal.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "command.h"
#include "help.h"
#include "pager.h"
#include "print.h"
#include "remark.h"
#include "usage.h"
#include "version.h"

enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_FAILED = 128, EXIT_USAGE = 129 };

/*
 * Flushes stdout; a full disk or a closed pipe must not look like success.
 * Whoever stops reading a pipe ends us by SIGPIPE as any other writer, but
 * quitting the pager early is no failure.
 */
static int finish_output(int code)
{
	bool paged = pager_in_use();
	bool broken = fflush(stdout) || ferror(stdout);
	bool pipe_closed = broken && errno == EPIPE;

	if (pipe_closed && !paged) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	pager_finish();
	if (broken && !pipe_closed) {
		fprintf(stderr, "git-bench: cannot write the output: %s\n",
			strerror(errno));
		return EXIT_FAILED;
	}
	return code;
}

static void print_error(void)
{
	fflush(stdout);
	if (*error_message())
		fprintf(stderr, "%sgit-bench: %s\n",
			remark_prefix(REMARK_ERROR), error_message());
	if (*error_hint())
		fprintf(stderr, "%shint: %s\n", remark_prefix(REMARK_ERROR),
			error_hint());
}

/* Prints the error, if `rc` is one, and says how to exit. */
static int exit_code(int rc)
{
	if (rc < 0)
		print_error();
	switch (rc) {
	case 0:
		return EXIT_DONE;
	case COMMAND_NO:
	case ERR_REFUSED:
		return EXIT_NO;
	case ERR_USAGE:
		return EXIT_USAGE;
	default:
		return EXIT_FAILED;
	}
}

static void print_usage(FILE *file, const struct command *command)
{
	AUTO(buf) text = BUF_INIT;

	if (command)
		usage_command(&text, command);
	else
		usage_program(&text);
	fputs(text.ptr, file);
}

static int unknown_command(const char *name)
{
	const struct command *like = usage_suggest(name);

	fail(ERR_USAGE, "'%s' is not a git bench command", name);
	if (like)
		fail_hint("did you mean 'git bench %s'?", like->name);
	else
		fail_hint("see 'git bench -h' for the commands there are");
	print_error();
	return EXIT_USAGE;
}

/* `git bench help [<command>]`. */
static int help_command(int argc, char **argv)
{
	const struct command *command = NULL;

	if (argc > 0 && !strcmp(argv[0], "-h")) {
		print_usage(stdout, NULL);
		return EXIT_USAGE;
	}
	if (argc > 0) {
		command = command_find(argv[0]);
		if (!command && strcmp(argv[0], "help"))
			return unknown_command(argv[0]);
	}
	return exit_code(help_open(command));
}

/* What main() answers by itself, with or without a command before it. */
static bool answered(int *code, const struct command *command,
		     const char *word)
{
	AUTO(buf) text = BUF_INIT;

	*code = EXIT_DONE;
	if (!strcmp(word, "-h")) {
		*code = EXIT_USAGE;
		print_usage(stdout, command);
	} else if (!strcmp(word, "--help")) {
		*code = exit_code(help_open(command));
		return true;
	} else if (!strcmp(word, "--git-completion-helper")) {
		if (command)
			option_words(&text, command->options);
		else
			usage_command_names(&text);
		buf_addch(&text, '\n');
	} else if (!command && !strcmp(word, "--version")) {
		buf_addf(&text, "git-bench version %s\n", GIT_BENCH_VERSION);
	} else {
		return false;
	}
	print_text(text.ptr);
	return true;
}

static void print_notices(const struct repo *repo)
{
	const struct strlist *notices = repo_notices(repo);

	for (size_t i = 0; i < notices->nr; i++)
		print_warning("%s", notices->items[i]);
}

static int run_command(const struct command *command, int argc, char **argv)
{
	AUTO_PTR(repo) repo = NULL;
	struct context context = { .command = command };
	int rc = 0;

	if (command->flags & (COMMAND_NEEDS_REPO | COMMAND_MAY_REPO))
		rc = repo_open(&repo, NULL);
	/* One that is there and cannot be read is no reason to go without. */
	if (rc && !(rc == ERR_NOTFOUND &&
		    command->flags & COMMAND_MAY_REPO)) {
		print_error();
		return EXIT_FAILED;
	}
	error_clear();
	context.repo = repo;
	int code = exit_code(command->run(&context, argc, argv));
	if (repo)
		print_notices(repo);
	if (context.bad_words)
		print_usage(stderr, command);
	return code;
}

static int dispatch(int argc, char **argv)
{
	const struct command *command;
	int code;

	if (!argc) {
		print_usage(stderr, NULL);
		return EXIT_USAGE;
	}
	if (answered(&code, NULL, argv[0]))
		return code;
	if (!strcmp(argv[0], "help"))
		return help_command(argc - 1, argv + 1);
	command = command_find(argv[0]);
	if (!command)
		return unknown_command(argv[0]);
	if (argc > 1 && answered(&code, command, argv[1]))
		return code;
	return run_command(command, argc - 1, argv + 1);
}

/*
 * Descriptors 0 to 2 that came closed get /dev/null: else the next file
 * that is opened would be standard output, and be printed into.
 */
static void open_standard_files(void)
{
	int fd = open("/dev/null", O_RDWR);

	while (fd >= 0 && fd <= STDERR_FILENO)
		fd = dup(fd);
	if (fd > STDERR_FILENO)
		close(fd);
}

int main(int argc, char **argv)
{
	open_standard_files();
	interrupt_install();
	int code = dispatch(argc - 1, argv + 1);
	code = finish_output(code);
	if (interrupt_pending())
		interrupt_die();
	return code;
}
