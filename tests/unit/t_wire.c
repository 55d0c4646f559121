#include "measure/wire.h"

#include <string.h>

#include "measure/machine_wire.h"

#include "tap.h"

/* A SPEC of two arguments, one variable, folder and input. */
static void encode(struct buf *out)
{
	static const char strings[] = "/dir\0in put\0prog\0-x\0A=b";
	const struct wire_spec spec = {
		.flags = WIRE_CWD | WIRE_INPUT,
		.argc = 2,
		.envc = 1,
		.output_max = 100,
	};

	buf_add(out, &spec, sizeof(spec));
	buf_add(out, strings, sizeof(strings));
}

/* The frame with one member of its fixed part changed. */
static bool reads_with(size_t offset, const void *value, size_t len)
{
	static struct wire_request request;
	AUTO(buf) frame = BUF_INIT;

	encode(&frame);
	memcpy(frame.ptr + offset, value, len);
	return wire_request_decode(&request, frame.ptr, frame.len);
}

#define READS_WITH(member, number)                                       \
	reads_with(offsetof(struct wire_spec, member),                   \
		   &(__typeof__(((struct wire_spec *)0)->member)){ number }, \
		   sizeof(((struct wire_spec *)0)->member))

static void test_machine(void)
{
	struct machine machine = {
		.hostname = (char *)"node7",
		.cpu = (char *)"A CPU",
		.arch = (char *)"x86_64",
		.kernel = (char *)"6.1",
		.cores = 3,
		.memory_kib = 5,
		.load = 0.5,
		.has_counters = true,
		.class = (char *)"a-3c-x86_64",
		.cpus = (char *)"0,2-3",
	};
	AUTO(machine) got = { 0 };
	AUTO(buf) frame = BUF_INIT;
	int read = 0;

	machine_encode(&frame, &machine);
	ok(machine_decode(&got, frame.ptr, frame.len), "a machine is read");
	is(got.hostname, "node7", "its name");
	is(got.cpus, "0,2-3", "its CPUs");
	ok(!got.governor && !got.boot, "what it does not know is not there");
	ok(got.cores == 3 && got.memory_kib == 5 && got.has_counters &&
		   !got.virtual_machine && got.load == 0.5,
	   "its numbers");
	ok(!machine_is(&got, &machine), "who has no boot id may be any");
	for (size_t len = 0; len < frame.len; len++) {
		AUTO(machine) part = { 0 };

		read += machine_decode(&part, frame.ptr, len);
	}
	is_int(read, 0, "no part of it is a machine");
	buf_addch(&frame, 'x');
	AUTO(machine) more = { 0 };
	ok(!machine_decode(&more, frame.ptr, frame.len), "nor is more");
}

int main(void)
{
	static struct wire_request request;
	AUTO(buf) frame = BUF_INIT;
	int read = 0;

	test_machine();
	encode(&frame);
	ok(wire_request_decode(&request, frame.ptr, frame.len),
	   "a request is read");
	is(request.cwd, "/dir", "folder");
	is(request.input, "in put", "input");
	is(request.argv[0], "prog", "program");
	is(request.argv[1], "-x", "argument");
	ok(!request.argv[2], "arguments end");
	is(request.env[0], "A=b", "variable");
	ok(!request.env[1], "variables end");
	for (size_t len = 0; len < frame.len; len++)
		read += wire_request_decode(&request, frame.ptr, len);
	is_int(read, 0, "no part of it is a request");
	buf_addch(&frame, 'x');
	ok(!wire_request_decode(&request, frame.ptr, frame.len),
	   "nor is more than it");
	ok(READS_WITH(argc, 2), "the frame is fine while unchanged");
	ok(!READS_WITH(argc, 0), "no program is no request");
	ok(!READS_WITH(argc, UINT32_MAX), "nor are too many arguments");
	ok(!READS_WITH(envc, UINT32_MAX), "nor are too many variables");
	ok(!READS_WITH(envc, 2), "nor are fewer than promised");
	ok(!READS_WITH(flags, WIRE_CWD), "nor are more than promised");
	ok(!READS_WITH(output_max, 0), "some output has to be kept");
	ok(!READS_WITH(output_max, UINT64_MAX), "but not all of it");
	return done();
}
