#include "suite/wrapper.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "tap.h"

#define SEQUENTIAL "orun -o %{output} -- taskset --cpu-list 5 %{command}"
#define PARALLEL "orun -o %{output} -- %{paramwrapper} chrt -r 1 %{command}"

static char *joined(const struct strlist *list)
{
	return strlist_join(list, "|");
}

static void test_sequential(void)
{
	AUTO(wrapped) w = { 0 };

	ok(!wrapper_apply(&w, SEQUENTIAL, NULL, "./bdd.exe", "26  7"),
	   "the sequential wrapper");
	auto_free char *argv = joined(&w.argv);
	is(argv, "./bdd.exe|26|7", "only the program is left to run");
	is(w.cpus, "5", "the CPUs are ours to pin");
	is_int(w.chrt.nr, 0, "no priority is asked for");
	is_int(w.program, 0, "the program is where it says");
	auto_free char *shown = strlist_join(&w.as_run, " ");
	is(shown, "taskset --cpu-list 5 ./bdd.exe 26 7",
	   "the command is shown as orun shows it");
}

static void test_parallel(void)
{
	AUTO(wrapped) w = { 0 };

	ok(!wrapper_apply(&w, PARALLEL, "taskset --cpu-list 2-13", "./n.exe",
			  "4 512"),
	   "the parallel wrapper");
	auto_free char *argv = joined(&w.argv);
	auto_free char *chrt = joined(&w.chrt);
	is(argv, "./n.exe|4|512", "the program");
	is(w.cpus, "2-13", "the CPUs of the run's own wrapper");
	is(chrt, "chrt|-r|1", "the priority, apart");
	AUTO(wrapped) bare = { 0 };
	ok(!wrapper_apply(&bare, PARALLEL, NULL, "./n.exe", "") && !bare.cpus,
	   "a run without one has no CPUs");
}

static void test_others(void)
{
	AUTO(wrapped) w = { 0 };

	ok(!wrapper_apply(&w,
			  "orun -o %{output} -i in.txt -- setarch -R "
			  "taskset -p 3 %{command} --last",
			  NULL, "./a b.exe", "x"),
	   "another wrapper");
	auto_free char *argv = joined(&w.argv);
	is(argv, "setarch|-R|taskset|-p|3|./a b.exe|x|--last",
	   "what we do not know stays in front");
	is_int(w.program, 5, "the program behind it");
	is(w.input, "in.txt", "orun's own input");
}

static void refused(const char *template, const char *params,
		    const char *message)
{
	AUTO(wrapped) w = { 0 };

	is_int(wrapper_apply(&w, template, NULL, "./x", params), ERR_USAGE,
	       template);
	is(error_message(), message, message);
}

static void test_refusals(void)
{
	refused("perf stat -o %{output} -- %{command}", "",
		"the wrapper measures by itself (perf); choose one that uses "
		"orun");
	refused("%{dep:pausetimes/pausetimes} %{output} %{command}", "",
		"only dune can fill in %{dep:pausetimes/pausetimes}");
	refused("orun -o %{output} -- %{command}", "%{bin:frama-c.byte}",
		"only dune can fill in %{bin:frama-c.byte}");
	refused("orun -o %{output} --", "",
		"the wrapper has no %{command}");
	refused("orun -o", "", "the wrapper ends after -o");
}

int main(void)
{
	test_sequential();
	test_parallel();
	test_others();
	test_refusals();
	return done();
}
