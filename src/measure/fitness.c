#include "measure/fitness.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "measure/recorder.h"
#include "measure/sysfile.h"

#define CPU_DIR "/sys/devices/system/cpu"
#define LOAD_QUIET 0.6 /* what a machine that only waits may show */
#define STEAL_MUCH 0.02
#define DISK_LITTLE (2ll << 30) /* a compiler, built and installed twice */
#define DISK_NONE (256ll << 20)

/* ==== Findings ========================================================== */

void findings_add(struct findings *findings, enum finding_level level,
		  const char *what, char *detail, const char *advice)
{
	ARRAY_GROW(findings->items, findings->nr + 1, findings->cap);
	findings->items[findings->nr++] = (struct finding){
		.level = level,
		.what = xstrdup(what),
		.detail = detail,
		.advice = xstrdup_or_null(advice),
	};
}

void findings_take_error(struct findings *findings, const char *what)
{
	const char *hint = error_hint();

	findings_add(findings, FINDING_PROBLEM, what,
		     xstrdup(error_message()), *hint ? hint : NULL);
	error_clear();
}

void findings_release(struct findings *findings)
{
	if (!findings)
		return;
	for (size_t i = 0; i < findings->nr; i++) {
		free(findings->items[i].what);
		free(findings->items[i].detail);
		free(findings->items[i].advice);
	}
	free(findings->items);
	*findings = (struct findings){ 0 };
}

static void fine(struct findings *out, const char *what, const char *detail)
{
	findings_add(out, FINDING_OK, what, xstrdup(detail), NULL);
}

static void warn(struct findings *out, const char *what, const char *detail,
		 const char *advice)
{
	findings_add(out, FINDING_WARNING, what, xstrdup(detail), advice);
}

/* ==== Reading =========================================================== */

/* "max 100000" or "150000 100000": microseconds a period, period. */
static double read_quota_at(const char *root, const char *group)
{
	auto_free char *path =
		xstrfmt("/sys/fs/cgroup%s/cpu.max", group);
	auto_free char *line = sysfile_line(root, path);
	double most, period;

	if (!line || sscanf(line, "%lf %lf", &most, &period) != 2 ||
	    period <= 0)
		return 0;
	return most / period;
}

/* The strictest of our control group and those above it. */
static double read_quota(const char *root)
{
	AUTO(buf) text = BUF_INIT;
	double quota = 0;

	sysfile_text(&text, root, "/proc/self/cgroup");
	const char *unified = text_starts_with(text.ptr, "0::") ?
				      text.ptr :
				      strstr(text.ptr, "\n0::");
	if (!unified)
		return 0;
	unified = strstr(unified, "0::") + 3;
	auto_free char *group =
		xmemdupz(unified, strcspn(unified, "\n"));
	for (;;) {
		double one = read_quota_at(root, group);
		char *slash = strrchr(group, '/');

		if (one > 0 && (!quota || one < quota))
			quota = one;
		if (!slash)
			return quota;
		*slash = '\0';
	}
}

void fitness_read(struct fitness *out, const char *root)
{
	*out = (struct fitness)FITNESS_INIT;
	out->quota = read_quota(root);
	out->isolated = sysfile_line(root, CPU_DIR "/isolated");
	sysfile_number(&out->aslr, root,
		       "/proc/sys/kernel/randomize_va_space");
	sysfile_number(&out->paranoid, root,
		       "/proc/sys/kernel/perf_event_paranoid");
}

void fitness_release(struct fitness *fitness)
{
	if (!fitness)
		return;
	free(fitness->isolated);
	activity_change_release(&fitness->activity);
	*fitness = (struct fitness)FITNESS_INIT;
}

/* ==== Judging =========================================================== */

static void judge_load(struct findings *out, const struct fitness *f,
		       const struct machine *m)
{
	if (f->load < 0)
		return;
	findings_add(out, f->load > LOAD_QUIET ? FINDING_WARNING : FINDING_OK,
		     "load", xstrfmt("%.2f on %d CPUs", f->load, m->cores),
		     f->load > LOAD_QUIET ?
			     "let the machine come to rest before measuring" :
			     NULL);
}

static void judge_busy(struct findings *out, const struct fitness *f)
{
	auto_free char *names = strlist_join(&f->activity.busy, ", ");

	if (f->activity.busy.nr)
		warn(out, "processes", names,
		     "stop them while measuring; they take CPU time");
	else
		fine(out, "processes", "no other one is busy");
}

static void judge_cpus(struct findings *out, const struct fitness *f,
		       const struct machine *m)
{
	if (m->cores < 2)
		warn(out, "cpus", "one CPU for the measured and all else",
		     "expect noise, or measure on a machine with two");
	if (f->quota > 0)
		findings_add(out, FINDING_WARNING, "cpu quota",
			     xstrfmt("%.3g CPUs a period; beyond it all of "
				     "this group stands still",
				     f->quota),
			     "raise or remove cpu.max of this control group");
	if (f->isolated && *f->isolated)
		findings_add(out, FINDING_OK, "isolated cpus",
			     xstrdup(f->isolated), NULL);
}

static void judge_clock(struct findings *out, const struct machine *m)
{
	if (!m->governor)
		fine(out, "governor", "not in this machine's hands");
	else if (!strcmp(m->governor, "performance"))
		fine(out, "governor", m->governor);
	else
		warn(out, "governor", m->governor,
		     "cpupower frequency-set --governor performance");
	if (!m->turbo)
		fine(out, "turbo", "not in this machine's hands");
	else if (!strcmp(m->turbo, "off"))
		fine(out, "turbo", m->turbo);
	else
		warn(out, "turbo", "on: speed depends on heat and neighbours",
		     "write 1 to " CPU_DIR "/intel_pstate/no_turbo, or 0 to "
		     CPU_DIR "/cpufreq/boost");
	if (m->smt && !strcmp(m->smt, "on"))
		warn(out, "smt", "on: two CPUs share one core",
		     "write off to " CPU_DIR "/smt/control, or pin with one "
		     "CPU of each core");
	else
		fine(out, "smt", m->smt ? m->smt : "none");
}

static void judge_aslr(struct findings *out, const struct fitness *f)
{
	if (f->aslr >= 0)
		fine(out, "aslr",
		     f->aslr ? "on; `aslr = false` in a suite turns it off "
			       "for its samples" :
			       "off");
}

static void judge_counters(struct findings *out, const struct fitness *f,
			   const struct machine *m)
{
	if (m->has_counters && f->paranoid <= 1)
		fine(out, "counters", "instructions, of user code and kernel");
	else if (m->has_counters)
		fine(out, "counters", "instructions, of user code only");
	else if (f->paranoid > 2)
		warn(out, "counters", "closed to this user",
		     "sysctl kernel.perf_event_paranoid=2, or 1 for the "
		     "kernel's part too");
	else
		warn(out, "counters", "this machine gives none",
		     "`counter = valgrind` in a suite counts instructions "
		     "without them");
}

static void judge_virtual(struct findings *out, const struct fitness *f,
			  const struct machine *m)
{
	double steal = f->activity.steal;
	enum finding_level level =
		steal > STEAL_MUCH ? FINDING_PROBLEM : FINDING_WARNING;

	if (!m->virtual_machine) {
		fine(out, "hardware", "not virtual");
		return;
	}
	findings_add(out, level, "hardware",
		     steal < 0 ? xstrdup("a virtual machine") :
				 xstrfmt("a virtual machine; neighbours took "
					 "%.1f %% of its time",
					 steal * 100),
		     "times drift with the neighbours: compare sides in one "
		     "run only, or measure on bare metal");
}

static void judge_disk(struct findings *out, const struct fitness *f)
{
	int64_t left = f->disk_free;

	if (left < 0)
		return;
	findings_add(out,
		     left < DISK_NONE	? FINDING_PROBLEM :
		     left < DISK_LITTLE ? FINDING_WARNING :
					  FINDING_OK,
		     "disk", xstrfmt("%.1f GiB free", left / 1073741824.0),
		     left < DISK_LITTLE ?
			     "make room; what is in .git/git-bench are caches" :
			     NULL);
}

void fitness_judge(struct findings *out, const struct fitness *fitness,
		   const struct machine *machine)
{
	judge_load(out, fitness, machine);
	judge_busy(out, fitness);
	judge_cpus(out, fitness, machine);
	judge_clock(out, machine);
	judge_aslr(out, fitness);
	judge_counters(out, fitness, machine);
	judge_virtual(out, fitness, machine);
	judge_disk(out, fitness);
}

/* ==== This machine ====================================================== */

static void watch(struct activity_change *out)
{
	const struct timespec pause = { .tv_nsec = 500000000 };
	AUTO(activity) before = { 0 };
	AUTO(activity) after = { 0 };

	activity_read(&before, "");
	nanosleep(&pause, NULL);
	activity_read(&after, "");
	activity_compare(out, &before, &after);
}

static void examine_recorder(struct findings *out)
{
	struct recorder *recorder;

	if (!recorder_open(&recorder)) {
		recorder_close(recorder);
		fine(out, "recorder", "starts");
		return;
	}
	findings_add(out, FINDING_PROBLEM, "recorder",
		     xstrdup(error_message()),
		     *error_hint() ? error_hint() : "install git-bench anew");
	error_clear();
}

void machine_examine(struct findings *out, const struct machine *machine,
		     const char *disk_path)
{
	AUTO(fitness) fitness = FITNESS_INIT;

	fitness_read(&fitness, "");
	fitness.load = machine_load();
	fitness.disk_free = file_free_space(disk_path);
	watch(&fitness.activity);
	fitness_judge(out, &fitness, machine);
	examine_recorder(out);
}
