#include "suite/command.h"

#include "base/error.h"
#include "tap.h"

static void splits(const char *line, const char *want)
{
	AUTO(strlist) words = STRLIST_INIT;

	ok(!command_split(&words, line), "'%s' is split", line);
	auto_free char *got = strlist_join(&words, "|");
	is(got, want, "into these words");
}

static void refuses(const char *line, const char *message)
{
	AUTO(strlist) words = STRLIST_INIT;

	is_int(command_split(&words, line), ERR_USAGE, line);
	is(error_message(), message, "is refused in these words");
}

static void parameters(void)
{
	AUTO(strlist) params = STRLIST_INIT, argv = STRLIST_INIT;

	strlist_add(&params, "N=1 2'\"$(id)");
	ok(!command_argv(&argv, "./a -n={N} {M} {N}{N} '{N}'", false, &params),
	   "parameters are filled in");
	auto_free char *got = strlist_join(&argv, "|");
	is(got, "./a|-n=1 2'\"$(id)|{M}|1 2'\"$(id)1 2'\"$(id)|1 2'\"$(id)",
	   "into their own words, never split, never a shell's");
	strlist_clear(&argv);
	ok(!command_argv(&argv, "echo {N} > x", true, &params), "a shell");
	auto_free char *shell = strlist_join(&argv, "|");
	is(shell, "/bin/sh|-c|echo {N} > x", "sees the line as it is written");
}

static void programs(void)
{
	AUTO(strlist) env = STRLIST_INIT;

	strlist_add(&env, "PATH=/nowhere:/bin");
	ok(command_exists("sh", &env, "/"), "a program in the PATH");
	ok(!command_exists("no-such-program", &env, "/"), "one that is not");
	ok(command_exists("/bin/sh", &env, "/"), "an absolute path");
	ok(command_exists("./sh", &env, "/bin"), "a path from the folder");
	ok(!command_exists("./sh", &env, "/"), "not from another");
	ok(!command_exists("bin/", &env, "/"), "a folder is no program");
}

int main(void)
{
	splits("./fib 30", "./fib|30");
	splits("  a\t'b  c' \"d 'e'\" f\\ g \\\"h  ", "a|b  c|d 'e'|f g|\"h");
	splits("a ''", "a|");
	splits("a '>' \\|", "a|>||");
	splits("a$HOME *.c `id` $(id)", "a$HOME|*.c|`id`|$(id)");
	refuses("", "a command is empty");
	refuses("   ", "a command is empty");
	refuses("a \"b", "a \" is not closed");
	refuses("a | b", "'|' means nothing without a shell");
	refuses("a && b", "'&&' means nothing without a shell");
	refuses("x{P} 1", "the program itself ('x{P}') cannot be a parameter");
	splits("x{ {1} {}", "x{|{1}|{}");
	parameters();
	programs();
	return done();
}
