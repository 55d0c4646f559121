/* A variant's spelling, which may come from a stranger's comment. */
#include "suite/variant.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "suite/suite.h"
#include "tap.h"

static struct suites suites;
static const struct suite *suite;
static struct variant *variants;
static size_t count;

static int read_spelling(const char *spelling)
{
	variants_free(variants, count);
	variants = NULL;
	count = 0;
	return suites_variants(&variants, &count, &suites, suite, spelling);
}

static void becomes(const char *spelling, const char *names)
{
	AUTO(strlist) got = STRLIST_INIT;

	if (read_spelling(spelling))
		printf("# %s\n", error_message());
	for (size_t i = 0; i < count; i++)
		strlist_add(&got, variants[i].name);
	auto_free char *joined = strlist_join(&got, " ; ");
	is(joined, names, spelling ? spelling : "(none)");
}

static void refuses(const char *spelling, const char *message)
{
	is_int(read_spelling(spelling), ERR_USAGE, message);
	is(error_message(), message, "in these words");
}

static void names(void)
{
	becomes(NULL, "");
	becomes("", "");
	becomes("+fp+flambda", "+flambda+fp");
	becomes("+flambda,+fp,+fp", "+flambda+fp");
	is_int(variants[0].options.nr, 3, "with the options of both");
	is(variants[0].options.items[2], "--with-fp", "in their order");
	is(variants[0].env.items[0], "MODE=fast", "their environment");
	is(variants[0].params.items[0], "size=3", "and their parameters");
}

static void settings(void)
{
	becomes("OCAMLRUNPARAM=s=256k,v=0x400",
		"OCAMLRUNPARAM=s=256k,v=0x400");
	is_int(variants[0].env.nr, 1, "is one variable");
	becomes("OCAMLRUNPARAM=s=1k,+fp", "+fp,OCAMLRUNPARAM=s=1k");
	becomes("N=7", "N=7");
	is(variants[0].params.items[0], "N=7", "a name in braces is a "
					       "parameter");
	is_int(variants[0].env.nr, 0, "and no variable");
	becomes("CAMLRUNPARAM=b,n=1", "CAMLRUNPARAM=b,n=1");
	becomes("+fp,size=5", "+fp,size=5");
	is(variants[0].params.items[0], "size=5",
	   "what is said wins over what is configured");
	becomes("DEBUG=1", "DEBUG=1");
	is(variants[0].env.items[0], "DEBUG=1", "allow-env allows");
	becomes("FLAGS=-O", "FLAGS=-O");
	is(variants[0].env.items[0], "FLAGS=-O", "a shell's own ${FLAGS} is "
						 "no parameter");
	becomes("JOBS=4", "JOBS=4");
	is(variants[0].params.items[0], "JOBS=4", "BENCH_PARAM_JOBS is one");
	refuses("JOB=4", "suite 'm' does not let a variant set JOB");
	becomes("BASE=2", "BASE=2");
	is(variants[0].env.items[0], "BASE=2", "so does the suite's own env");
}

static void sweeps(void)
{
	becomes("OCAMLRUNPARAM=s=32k|256k|s=1M",
		"OCAMLRUNPARAM=s=32k ; OCAMLRUNPARAM=s=256k ; "
		"OCAMLRUNPARAM=s=1M");
	becomes("N=1|2,OCAMLRUNPARAM=s=1k|2k,v=0",
		"N=1,OCAMLRUNPARAM=s=1k,v=0 ; N=1,OCAMLRUNPARAM=s=2k,v=0 ; "
		"N=2,OCAMLRUNPARAM=s=1k,v=0 ; N=2,OCAMLRUNPARAM=s=2k,v=0");
	refuses("N=1|2|3|4|5|6|7|8|9|10|11,"
		"DEBUG=1|2|3|4|5|6|7|8|9|10",
		"a sweep of more than 100 variants");
	refuses("N=a=1|2|3|4|5|6|7|8|9|10|11,b=1|2|3|4|5|6|7|8|9|10",
		"a sweep of more than 100 variants");
}

static void refusals(void)
{
	refuses("+flamda", "there is no variant '+flamda', only: +fp, "
			   "+flambda, +slow");
	refuses("+", "a variant's '+' needs a name");
	refuses("flambda", "'flambda' is neither +name nor NAME=value");
	refuses("LD_PRELOAD=/tmp/x.so",
		"suite 'm' does not let a variant set LD_PRELOAD");
	is(error_hint(), "'allow-env = LD_PRELOAD' in [suite \"m\"] would",
	   "with a way out for the owner");
	refuses("BASH_ENV=$(id)", "suite 'm' does not let a variant set "
				  "BASH_ENV");
	refuses("N=1,N=2", "a variant sets N twice");
	refuses("+fp+slow", "variant '+slow' sets MODE, and so does another");
	refuses("N=a\nb", "a variant holds a control character: N=a\\nb");
	refuses("N=\xff", "a variant is not UTF-8: N=\\xff");
	auto_free char *text = xmalloc(10001);
	memset(text, 'N', 10000);
	text[10000] = '\0';
	refuses(text, "a variant of more than 4000 bytes");
	memcpy(text, "N=", 2);
	text[300] = '\0';
	refuses(text, "the value of N is too long");
}

int main(void)
{
	static const char config[] =
		"[suite \"m\"]\n driver = command\n env = BASE=1\n"
		" allow-env = DEBUG\n allow-env = FLAGS\n"
		" build = make -j$BENCH_PARAM_JOBS ${FLAGS}\n target = a = ./a {N}\n"
		"[variant \"fp\"]\n option = --with-fp\n env = MODE=fast\n"
		" param = size=3\n"
		"[variant \"flambda\"]\n option = --flambda\n option = -O3\n"
		"[variant \"slow\"]\n env = MODE=slow\n";

	if (suites_parse(&suites, config, strlen(config)) ||
	    suites_find(&suite, &suites, "m"))
		printf("Bail out! %s\n", error_message());
	names();
	settings();
	sweeps();
	refusals();
	variants_free(variants, count);
	suites_release(&suites);
	return done();
}
