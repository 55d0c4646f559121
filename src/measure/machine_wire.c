#include "measure/machine_wire.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

struct numbers {
	int64_t cores;
	int64_t memory_kib;
	double load;
	uint32_t virtual_machine;
	uint32_t has_counters;
};

static const size_t words[] = {
	offsetof(struct machine, hostname), offsetof(struct machine, cpu),
	offsetof(struct machine, arch),	    offsetof(struct machine, kernel),
	offsetof(struct machine, governor), offsetof(struct machine, turbo),
	offsetof(struct machine, smt),	    offsetof(struct machine, class),
	offsetof(struct machine, cpus),	    offsetof(struct machine, boot),
};

static char **word_of(struct machine *machine, size_t i)
{
	return (char **)((char *)machine + words[i]);
}

void machine_encode(struct buf *out, const struct machine *machine)
{
	struct machine copy = *machine;
	const struct numbers numbers = {
		.cores = machine->cores,
		.memory_kib = machine->memory_kib,
		.load = machine->load,
		.virtual_machine = machine->virtual_machine,
		.has_counters = machine->has_counters,
	};

	buf_add(out, &numbers, sizeof(numbers));
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		const char *word = *word_of(&copy, i);

		buf_addstr(out, word ? word : "");
		buf_addch(out, '\0');
	}
}

bool machine_decode(struct machine *out, const char *bytes, size_t len)
{
	struct machine machine = { 0 };
	struct numbers numbers;
	size_t i;

	if (len < sizeof(numbers))
		return false;
	memcpy(&numbers, bytes, sizeof(numbers));
	machine.cores = numbers.cores;
	machine.memory_kib = numbers.memory_kib;
	machine.load = numbers.load;
	machine.virtual_machine = numbers.virtual_machine;
	machine.has_counters = numbers.has_counters;
	bytes += sizeof(numbers);
	len -= sizeof(numbers);
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		const char *end = memchr(bytes, '\0', len);

		if (!end)
			break;
		if (end > bytes)
			*word_of(&machine, i) = xstrdup(bytes);
		len -= end + 1 - bytes;
		bytes = end + 1;
	}
	if (i < ARRAY_SIZE(words) || len) {
		machine_release(&machine);
		return false;
	}
	*out = machine;
	return true;
}
