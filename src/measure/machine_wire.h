/*
 * machine_wire - a struct machine as the payload of a MACHINE frame
 * (measure/wire.h): the numbers, then the words, each with its NUL, "" for
 * what is unknown.
 */
#ifndef MEASURE_MACHINE_WIRE_H
#define MEASURE_MACHINE_WIRE_H

#include "base/buf.h"
#include "measure/machine.h"

void machine_encode(struct buf *out, const struct machine *machine);
/* False, and nothing to release, for anything but such a payload. */
bool machine_decode(struct machine *out, const char *bytes, size_t len);

#endif
