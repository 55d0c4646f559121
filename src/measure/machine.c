#include "measure/machine.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "measure/counters.h"
#include "measure/cpus.h"
#include "measure/sysfile.h"

#define CPU_DIR "/sys/devices/system/cpu"

/* ==== The processor ===================================================== */

/* Architectures name the model by different words. */
static char *read_cpu(const char *cpuinfo, const char *root, const char *arch)
{
	static const char *const names[] = {
		"model name", "cpu model", "cpu", "uarch", "Processor",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char *value = sysfile_field(cpuinfo, names[i]);

		if (value && *value)
			return value;
		free(value);
	}
	char *board = sysfile_line(root, "/proc/device-tree/model");
	if (board)
		return board;
	/* ARM gives its cores numbers, no names. */
	auto_free char *maker = sysfile_field(cpuinfo, "CPU implementer");
	auto_free char *part = sysfile_field(cpuinfo, "CPU part");
	return maker && part ? xstrfmt("ARM %s part %s", maker, part) :
			       xstrdup(arch);
}

static bool is_noise_word(const char *word)
{
	static const char *const noise[] = {
		"cpu", "processor", "r", "tm", "c", "with", "core",
	};

	for (size_t i = 0; i < ARRAY_SIZE(noise); i++)
		if (!strcmp(word, noise[i]))
			return true;
	/* "28-core", "2.20ghz" */
	return isdigit((unsigned char)*word) &&
	       (text_ends_with(word, "-core") || text_ends_with(word, "ghz"));
}

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* "Intel(R) Xeon(R) Gold 5120 CPU @ 2.20GHz": "intel-xeon-gold-5120" */
static char *slug(const char *cpu)
{
	AUTO(strlist) words = STRLIST_INIT;
	auto_free char *text = xstrdup(cpu);
	struct buf out = BUF_INIT;

	for (char *p = text; *p; p++) {
		*p = tolower((unsigned char)*p);
		if (!is_plain(*p) && *p != '.' && *p != '-')
			*p = ' ';
	}
	strlist_split(&words, text, " ");
	for (size_t i = 0; i < words.nr && out.len < 40; i++) {
		if (is_noise_word(words.items[i]))
			continue;
		for (const char *p = words.items[i]; *p; p++)
			buf_addch(&out, is_plain(*p) ? *p : '-');
		buf_addch(&out, '-');
	}
	while (out.len && out.ptr[out.len - 1] == '-')
		buf_truncate(&out, out.len - 1);
	return buf_detach(&out);
}

static char *read_governor(const char *root)
{
	char *found = NULL;
	cpu_set_t usable;

	cpus_usable(&usable);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &usable))
			continue;
		auto_free char *path = xstrfmt(
			CPU_DIR "/cpu%d/cpufreq/scaling_governor", cpu);
		char *one = sysfile_line(root, path);

		if (!one)
			return found;
		if (found && strcmp(found, one)) {
			free(found);
			free(one);
			return xstrdup("mixed");
		}
		free(found);
		found = one;
	}
	return found;
}

static char *on_or_off(bool on)
{
	return xstrdup(on ? "on" : "off");
}

static char *read_turbo(const char *root)
{
	int64_t value;

	if (sysfile_number(&value, root, CPU_DIR "/intel_pstate/no_turbo"))
		return on_or_off(!value);
	if (sysfile_number(&value, root, CPU_DIR "/cpufreq/boost"))
		return on_or_off(value);
	return NULL;
}

static char *read_smt(const char *root)
{
	int64_t value;

	if (sysfile_number(&value, root, CPU_DIR "/smt/active"))
		return on_or_off(value);
	return NULL;
}

/* ==== The rest ========================================================== */

/* The processor says so, or the names that hypervisors give their boards. */
static bool read_virtual(const char *cpuinfo, const char *root)
{
	static const char *const boards[] = {
		"KVM",	  "QEMU",   "VMware", "VirtualBox", "Virtual Machine",
		"HVM domU", "Bochs",  "Parallels", "Google Compute Engine",
		"OpenStack", "Alibaba Cloud ECS",
	};
	auto_free char *flags = sysfile_field(cpuinfo, "flags");
	auto_free char *xen = sysfile_line(root, "/sys/hypervisor/type");
	auto_free char *vendor =
		sysfile_line(root, "/sys/class/dmi/id/sys_vendor");
	auto_free char *product =
		sysfile_line(root, "/sys/class/dmi/id/product_name");

	if ((flags && strstr(flags, " hypervisor")) || xen)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(boards); i++)
		if ((vendor && strstr(vendor, boards[i])) ||
		    (product && strstr(product, boards[i])))
			return true;
	/* The same boards carry guests and, by another name, none. */
	return vendor && !strcmp(vendor, "Amazon EC2") &&
	       !(product && strstr(product, ".metal"));
}

static long read_memory(const char *root)
{
	AUTO(buf) text = BUF_INIT;

	sysfile_text(&text, root, "/proc/meminfo");
	auto_free char *total = sysfile_field(text.ptr, "MemTotal");
	return total ? strtol(total, NULL, 10) : 0;
}

/* Cards that are there; bridges and tunnels have no device. */
static void read_cards(struct strlist *out, const char *root)
{
	auto_free char *dir = xstrfmt("%s/sys/class/net", root);
	AUTO(strlist) names = STRLIST_INIT;

	if (file_list(&names, dir))
		error_clear();
	for (size_t i = 0; i < names.nr; i++) {
		auto_free char *device =
			xstrfmt("%s/%s/device", dir, names.items[i]);
		auto_free char *path = xstrfmt("/sys/class/net/%s/address",
					       names.items[i]);
		char *address = file_exists(device) ?
					sysfile_line(root, path) :
					NULL;

		if (address)
			strlist_take(out, address);
	}
	strlist_sort(out);
}

/* FNV-1a: short, and no way back to what it was made of. */
static char *read_id(const char *root)
{
	auto_free char *installed = sysfile_line(root, "/etc/machine-id");
	AUTO(strlist) parts = STRLIST_INIT;
	uint64_t hash = UINT64_C(14695981039346656037);

	read_cards(&parts, root);
	if (installed && *installed)
		strlist_add(&parts, installed);
	if (!parts.nr)
		return NULL;
	auto_free char *text = strlist_join(&parts, "\n");
	for (const char *p = text; *p; p++)
		hash = (hash ^ (unsigned char)*p) * UINT64_C(1099511628211);
	return xstrfmt("%016" PRIx64, hash);
}

void machine_read_at(struct machine *out, const char *root)
{
	AUTO(buf) cpuinfo = BUF_INIT;
	struct utsname uts = { 0 };
	cpu_set_t usable;

	uname(&uts);
	cpus_usable(&usable);
	sysfile_text(&cpuinfo, root, "/proc/cpuinfo");
	*out = (struct machine){
		.hostname = xstrdup(uts.nodename),
		.arch = xstrdup(uts.machine),
		.kernel = xstrdup(uts.release),
		.cpu = read_cpu(cpuinfo.ptr, root, uts.machine),
		.governor = read_governor(root),
		.turbo = read_turbo(root),
		.smt = read_smt(root),
		.cores = CPU_COUNT(&usable),
		.memory_kib = read_memory(root),
		.load = machine_load(),
		.cpus = cpus_format(&usable),
		.boot = sysfile_line(root,
				     "/proc/sys/kernel/random/boot_id"),
		.virtual_machine = read_virtual(cpuinfo.ptr, root),
		.has_counters = counters_available(),
	};
	out->id = read_id(root);
	auto_free char *word = slug(out->cpu);
	out->class = xstrfmt("%s-%dc-%s", *word ? word : "cpu", out->cores,
			     out->arch);
}

void machine_read(struct machine *out)
{
	machine_read_at(out, "");
}

void machine_release(struct machine *m)
{
	if (!m)
		return;
	free(m->hostname);
	free(m->cpu);
	free(m->arch);
	free(m->kernel);
	free(m->governor);
	free(m->turbo);
	free(m->smt);
	free(m->class);
	free(m->cpus);
	free(m->boot);
	free(m->id);
	*m = (struct machine){ 0 };
}

double machine_load(void)
{
	double load;

	return getloadavg(&load, 1) == 1 ? load : -1;
}

bool machine_is(const struct machine *a, const struct machine *b)
{
	return a->boot && b->boot && !strcmp(a->boot, b->boot);
}

bool machine_map_cpus(char **out, char **why, const struct machine *m,
		      const char *wanted)
{
	cpu_set_t want, usable, got;

	*out = NULL;
	*why = NULL;
	if (!cpus_parse(&want, wanted)) {
		*why = xstrfmt("'%s' is no list of CPUs: not pinned", wanted);
		return false;
	}
	if (!cpus_parse(&usable, m->cpus))
		cpus_usable(&usable);
	bool kept = cpus_map(&got, &want, &usable);
	*out = cpus_format(&got);
	if (!kept)
		*why = xstrfmt("CPUs %s are not all there: %s instead", wanted,
			       *out);
	return kept;
}
