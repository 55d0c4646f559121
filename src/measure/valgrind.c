#include "measure/valgrind.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

#define TAIL 4096 /* the sum is the last line */
#define COUNT_MAX 9007199254740992.0 /* whole numbers are exact up to here */

static int find_valgrind(char **out)
{
	*out = file_find_program("valgrind");
	if (*out)
		return 0;
	fail(ERR_NOTFOUND, "there is no valgrind to count instructions with");
	fail_hint("apt install valgrind");
	return ERR_NOTFOUND;
}

int valgrind_check(void)
{
	auto_free char *path = NULL;

	return find_valgrind(&path);
}

bool valgrind_parse_summary(double *out, const char *text)
{
	const char *at = text_skip_prefix(text, "summary:");
	const char *found = at ? NULL : strstr(text, "\nsummary:");

	if (found)
		at = found + strlen("\nsummary:");
	if (!at)
		return false;
	/* Of several events (never asked for) instructions come first. */
	at += strspn(at, " ");
	auto_free char *number = xmemdupz(at, strspn(at, "0123456789"));
	return text_to_double(out, number) && *out <= COUNT_MAX &&
	       strchr(" \n", at[strlen(number)]);
}

static bool read_count(double *out, const char *path)
{
	char text[TAIL + 1] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return false;
	if (!fstat(fd, &st)) {
		off_t from = st.st_size > TAIL ? st.st_size - TAIL : 0;
		ssize_t n = pread(fd, text, TAIL, from);

		text[n > 0 ? n : 0] = '\0';
	}
	close(fd);
	return valgrind_parse_summary(out, text);
}

/* One file a process; one without a sum belongs to a process that crashed. */
static double add_counts(const char *dir)
{
	AUTO(strlist) names = STRLIST_INIT;
	double sum = 0;

	if (file_list(&names, dir))
		return NAN;
	for (size_t i = 0; i < names.nr; i++) {
		auto_free char *path = file_join(dir, names.items[i]);
		double count;

		if (!text_starts_with(names.items[i], "count."))
			continue;
		if (!read_count(&count, path))
			return NAN;
		sum += count;
	}
	return sum > 0 ? sum : NAN;
}

static void wrap(struct strlist *argv, const char *valgrind, const char *dir,
		 const struct strlist *program)
{
	strlist_add(argv, valgrind);
	strlist_add(argv, "-q");
	strlist_add(argv, "--tool=cachegrind");
	strlist_add(argv, "--cache-sim=no");
	strlist_add(argv, "--trace-children=yes");
	strlist_add(argv, "--vgdb=no");
	strlist_addf(argv, "--log-file=%s/log.%%p", dir);
	strlist_addf(argv, "--cachegrind-out-file=%s/count.%%p", dir);
	strlist_add(argv, "--");
	strlist_add_all(argv, (const char *const *)program->items);
}

int valgrind_count(struct sample *out, struct recorder *recorder,
		   const struct sample_spec *spec)
{
	auto_free char *valgrind = NULL, *dir = NULL;
	AUTO(strlist) argv = STRLIST_INIT;
	struct sample_spec wrapped = *spec; /* borrows all but argv */

	if (!spec->argv.nr)
		return fail(ERR_FAILED, "there is no program to run");
	int rc = find_valgrind(&valgrind);
	if (!rc)
		rc = file_make_temp_dir(&dir, "git-bench-valgrind");
	if (rc)
		return rc;
	wrap(&argv, valgrind, dir, &spec->argv);
	wrapped.argv = argv;
	wrapped.no_aslr = true;
	wrapped.count = false;
	wrapped.timeout *= VALGRIND_SLOWDOWN;
	rc = sample_take(out, recorder, &wrapped);
	metrics_release(&out->metrics);
	if (!rc && !out->signal && !out->timed_out && !out->not_started)
		metrics_set(&out->metrics, "instructions.valgrind",
			    add_counts(dir), "1");
	file_remove_tree(dir);
	return rc;
}
