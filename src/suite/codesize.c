#include "suite/codesize.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"

bool codesize_counts(const char *symbol)
{
	if (text_starts_with(symbol, "caml_curry") ||
	    text_starts_with(symbol, "caml_tuplify") ||
	    text_starts_with(symbol, "caml_apply"))
		return true;
	for (const char *at = symbol; (at = strstr(at, "caml")); at++)
		if (at[4] >= 'A' && at[4] <= 'Z')
			return true;
	return false;
}

/* "0000000000215632 0000000000000093 T camlStdlib__map_12" */
static void add_line(void *data, const char *line)
{
	double *total = data;
	AUTO(strlist) words = STRLIST_INIT;
	double size;

	strlist_split(&words, line, " ");
	if (words.nr == 4 && !strcasecmp(words.items[2], "t") &&
	    codesize_counts(words.items[3]) &&
	    text_to_double(&size, words.items[1]))
		*total += size;
}

int codesize_of(double *out, const char *executable)
{
	static const char *const args[] = { "nm",
					    "--format=bsd",
					    "--debug-syms",
					    "--radix=d",
					    "--print-size",
					    "--",
					    NULL };
	AUTO(process) nm = PROCESS_INIT;
	double total = 0;

	*out = NAN;
	strlist_add_all(&nm.argv, args);
	strlist_add(&nm.argv, executable);
	nm.on_line = add_line;
	nm.on_line_data = &total;
	int rc = process_run(&nm);
	if (rc == ERR_INTERRUPTED)
		return rc;
	if (!rc && process_ok(&nm))
		*out = total;
	error_clear();
	return 0;
}
