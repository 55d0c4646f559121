#include "base/json.h"
#include "measure/machine.h"

static void set_string(json_t *object, const char *key, const char *value)
{
	if (value)
		json_set_string(object, key, value);
}

json_t *machine_to_json(const struct machine *m)
{
	json_t *object = json_object();

	set_string(object, "hostname", m->hostname);
	set_string(object, "class", m->class);
	set_string(object, "id", m->id);
	set_string(object, "cpu", m->cpu);
	set_string(object, "arch", m->arch);
	json_set_int(object, "cores", m->cores);
	if (m->memory_kib)
		json_set_int(object, "memory", (int64_t)m->memory_kib * 1024);
	set_string(object, "kernel", m->kernel);
	set_string(object, "governor", m->governor);
	set_string(object, "turbo", m->turbo);
	set_string(object, "smt", m->smt);
	json_set_bool(object, "virtual", m->virtual_machine);
	json_set_bool(object, "counters", m->has_counters);
	return object;
}
