#include "measure/machine.h"

#include <string.h>

#include "base/json.h"
#include "fakeroot.h"
#include "measure/cpus.h"
#include "tap.h"

#define CPU "/sys/devices/system/cpu"

/* The class of a machine with that /proc/cpuinfo, cores and all cut off. */
static void is_class(const char *cpuinfo, const char *want)
{
	AUTO(machine) m = { 0 };

	root_put("/proc/cpuinfo", cpuinfo);
	machine_read_at(&m, root);
	auto_free char *end = xstrfmt("-%dc-%s", m.cores, m.arch);
	size_t len = strlen(m.class) - strlen(end);
	ok(!strcmp(m.class + len, end), "%s tells cores and architecture",
	   m.class);
	m.class[len] = '\0';
	is(m.class, want, want);
}

static void test_class(void)
{
	is_class("model name\t: Intel(R) Xeon(R) Gold 5120 CPU @ 2.20GHz\n",
		 "intel-xeon-gold-5120");
	is_class("processor\t: 0\nmodel name\t: AMD EPYC 7B13 64-Core "
		 "Processor\n\nprocessor : 1\nmodel name : other\n",
		 "amd-epyc-7b13");
	is_class("cpu\t: POWER9, altivec supported\n",
		 "power9-altivec-supported");
	is_class("CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n",
		 "arm-0x41-part-0xd0c");
	is_class("model name\t: etc;rm $(x) \xff\n", "etc-rm-x");
	root_put("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4");
	is_class("Features : fp\n", "raspberry-pi-4-model-b-rev-1-4");
	root_put("/proc/device-tree/model", NULL);
	is_class("model name : (R)\n", "cpu");
}

static void test_silent(void)
{
	AUTO(machine) m = { 0 };

	root_put("/proc/cpuinfo", NULL);
	machine_read_at(&m, root);
	is(m.cpu, m.arch, "a machine that tells nothing has an architecture");
	ok(!m.governor && !m.turbo && !m.smt && !m.virtual_machine,
	   "and nothing else");
	json_auto_t *json = machine_to_json(&m);
	ok(!json_object_get(json, "governor") &&
		   !json_object_get(json, "memory"),
	   "what is unknown is absent");
}

static void test_talkative(void)
{
	AUTO(machine) m = { 0 };

	root_put("/proc/cpuinfo", "flags : fpu hypervisor lahf_lm\n");
	root_put("/proc/meminfo", "MemTotal:        2048 kB\nMemFree: 1 kB\n");
	root_put(CPU "/smt/active", "1\n");
	root_put(CPU "/intel_pstate/no_turbo", "1\n");
	root_put(CPU "/cpufreq/boost", "1\n");
	for (int cpu = 0; cpu < 1024; cpu++) {
		auto_free char *path = xstrfmt(
			CPU "/cpu%d/cpufreq/scaling_governor", cpu);
		cpu_set_t usable;

		cpus_usable(&usable);
		if (CPU_ISSET(cpu, &usable))
			root_put(path, "powersave\n");
	}
	machine_read_at(&m, root);
	is(m.governor, "powersave", "governor");
	is(m.smt, "on", "SMT");
	is(m.turbo, "off", "no_turbo speaks first, and means the opposite");
	is_int(m.memory_kib, 2048, "memory");
	ok(m.virtual_machine, "a hypervisor shows in the flags");
	json_auto_t *json = machine_to_json(&m);
	is_int(json_get_int(json, "memory", 0), 2048 * 1024, "in bytes");
	is(json_get_string(json, "class", ""), m.class, "class");
	is(json_get_string(json, "governor", ""), "powersave", "and so on");
	ok(json_get_bool(json, "virtual", false), "and so forth");
}

static void is_virtual(bool want, const char *vendor, const char *product)
{
	AUTO(machine) m = { 0 };

	root_put("/sys/class/dmi/id/sys_vendor", vendor);
	root_put("/sys/class/dmi/id/product_name", product);
	machine_read_at(&m, root);
	ok(m.virtual_machine == want, "%s, %s: %s", vendor, product,
	   want ? "virtual" : "not virtual");
}

static void test_virtual_board(void)
{
	root_put("/proc/cpuinfo", "flags : fpu\n");
	is_virtual(false, "Dell Inc.", "PowerEdge R640");
	is_virtual(true, "QEMU", "Standard PC (Q35)");
	is_virtual(true, "Microsoft Corporation", "Virtual Machine");
	is_virtual(true, "Amazon EC2", "m6g.large");
	is_virtual(false, "Amazon EC2", "m6g.metal");
}

static void test_boost(void)
{
	AUTO(machine) m = { 0 };

	root_put(CPU "/intel_pstate/no_turbo", NULL);
	machine_read_at(&m, root);
	is(m.turbo, "on", "boost says it where there is no no_turbo");
}

static void test_this_machine(void)
{
	AUTO(machine) m = { 0 };
	auto_free char *same = NULL, *less = NULL, *none = NULL;
	auto_free char *why = NULL, *why_less = NULL, *why_none = NULL;
	cpu_set_t set;

	machine_read(&m);
	ok(m.cores > 0 && *m.cpu && *m.kernel && m.memory_kib > 0,
	   "this machine is a %s", m.class);
	ok(machine_load() >= 0, "it has a load");
	ok(cpus_parse(&set, m.cpus) && CPU_COUNT(&set) == m.cores,
	   "and CPUs %s", m.cpus);
	ok(machine_map_cpus(&same, &why, &m, m.cpus), "which map to themselves");
	is(same, m.cpus, "to themselves");
	ok(!why, "and nothing is to be said");
	ok(!machine_map_cpus(&less, &why_less, &m, "1000-1023"),
	   "others are mapped to them");
	ok(cpus_parse(&set, less) && CPU_COUNT(&set) <= m.cores, "some");
	ok(strstr(why_less, "CPUs 1000-1023 are not all there"), "and told");
	ok(!machine_map_cpus(&none, &why_none, &m, "all"), "and no list");
	ok(!none && strstr(why_none, "no list"), "is no pinning");
}

static void test_map(void)
{
	cpu_set_t usable, want, got;

	cpus_parse(&usable, "0,2,4-6");
	cpus_parse(&want, "2,5");
	ok(cpus_map(&got, &want, &usable) && CPU_EQUAL(&got, &want),
	   "CPUs that are there are kept");
	cpus_parse(&want, "2,7");
	ok(!cpus_map(&got, &want, &usable), "else they change");
	auto_free char *two = cpus_format(&got);
	is(two, "5-6", "to as many of the last");
	cpus_parse(&want, "2-13");
	ok(!cpus_map(&got, &want, &usable), "more than there are");
	ok(CPU_EQUAL(&got, &usable), "become all");
}

static const char *id_now(char **keep)
{
	AUTO(machine) m = { 0 };

	machine_read_at(&m, root);
	free(*keep);
	*keep = xstrdup_or_null(m.id);
	return *keep;
}

/* Of two machines of one class each is itself. */
static void test_id(void)
{
	auto_free char *first = NULL, *second = NULL;

	root_put("/etc/machine-id", NULL);
	is(id_now(&first), NULL, "who says nothing has no id");
	root_put("/etc/machine-id", "0123456789abcdef0123456789abcdef\n");
	ok(strlen(id_now(&first)) == 16, "an installation has one");
	is(id_now(&second), first, "and keeps it");
	root_put("/sys/class/net/eth0/address", "52:54:00:12:34:56\n");
	root_put("/sys/class/net/eth0/device", "");
	ok(strcmp(id_now(&second), first) != 0,
	   "a copy of it on another machine has another");
	root_put("/sys/class/net/docker0/address", "02:42:00:00:00:01\n");
	is(id_now(&first), second, "bridges come and go");
	root_put("/etc/machine-id", NULL);
	root_put("/sys/class/net/eth0/device", NULL);
}

int main(void)
{
	root_begin();
	test_class();
	test_silent();
	test_talkative();
	test_virtual_board();
	test_boost();
	test_this_machine();
	test_map();
	test_id();
	root_end();
	return done();
}
