#include "base/owner.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/strlist.h"
#include "base/text.h"

/* ==== This machine ====================================================== */

/* Without what would part words or paths. */
static char *plain(const char *text)
{
	char *copy = xstrdup(text);

	for (char *p = copy; *p; p++)
		if (strchr(",/: ", *p) || (unsigned char)*p <= ' ')
			*p = '_';
	return copy;
}

static bool has_machine_id(const char *machine)
{
	return !text_starts_with(machine, "host-");
}

/* FNV-1a. Half of a machine id's bits are lost: it cannot be turned back. */
static uint64_t digest(uint64_t hash, const char *text)
{
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
	return hash;
}

/* Machines cloned from one image share the id, but hardly the name as well. */
static char *machine_name(void)
{
	auto_free char *id = file_read_line("/etc/machine-id");
	char host[256] = "";

	gethostname(host, sizeof(host) - 1);
	if (id && strlen(id) == 32 && text_is_hex(id, 32))
		return xstrfmt("%016llx",
			       (unsigned long long)digest(
				       digest(0xcbf29ce484222325, id), host));
	auto_free char *name = plain(host);
	return xstrfmt("host-%s", name);
}

static char *boot_name(void)
{
	auto_free char *id = file_read_line("/proc/sys/kernel/random/boot_id");
	auto_free char *boot = plain(id ? id : "unknown");
	char space[64] = "";

	/* "pid:[4026531836]" */
	if (readlink("/proc/self/ns/pid", space, sizeof(space) - 1) < 0)
		*space = '\0';
	const char *number = strchr(space, '[');
	return xstrfmt("%s:%.*s", boot,
		       (int)(number ? strcspn(number + 1, "]") : 0),
		       number ? number + 1 : "");
}

/* ==== Processes ========================================================= */

/*
 * The start time in /proc/<pid>/stat, its 22nd word. -1 when there is no
 * such process or only its zombie is left, 0 when it cannot be known.
 */
static int64_t start_time(int64_t pid)
{
	auto_free char *path = xstrfmt("/proc/%lld/stat", (long long)pid);
	AUTO(buf) text = BUF_INIT;
	AUTO(strlist) words = STRLIST_INIT;
	int64_t ticks;

	if (kill(pid, 0) && errno == ESRCH)
		return -1;
	int rc = file_read(&text, path, 65536);
	error_clear();
	/* The name, in brackets, may hold anything. */
	const char *behind = rc ? NULL : strrchr(text.ptr, ')');
	if (!behind)
		return 0;
	strlist_split(&words, behind + 1, " ");
	if (words.nr < 20 || !text_to_int64(&ticks, words.items[19]))
		return 0;
	return strchr("ZX", *words.items[0]) ? -1 : ticks;
}

void owner_self(struct owner *out)
{
	int64_t started = start_time(getpid());

	*out = (struct owner){
		.machine = machine_name(),
		.boot = boot_name(),
		.pid = getpid(),
		.started = started > 0 ? started : 0,
	};
}

bool owner_is_self(const struct owner *owner)
{
	AUTO(owner) self = { 0 };

	owner_self(&self);
	return self.pid == owner->pid && self.started == owner->started &&
	       !strcmp(self.machine, owner->machine) &&
	       !strcmp(self.boot, owner->boot);
}

static bool same_boot_id(const char *a, const char *b)
{
	size_t len = strcspn(a, ":");

	return len == strcspn(b, ":") && !strncmp(a, b, len);
}

bool owner_is_dead(const struct owner *owner)
{
	auto_free char *machine = machine_name();
	auto_free char *boot = boot_name();

	if (strcmp(owner->machine, machine) || owner->pid <= 0)
		return false;
	if (!same_boot_id(owner->boot, boot))
		return has_machine_id(machine);
	if (strcmp(owner->boot, boot))
		return false;
	int64_t started = start_time(owner->pid);
	return started < 0 ||
	       (started && owner->started && started != owner->started);
}

/* ==== As text =========================================================== */

char *owner_format(const struct owner *owner)
{
	return xstrfmt("%s,%s,%lld,%lld", owner->machine, owner->boot,
		       (long long)owner->pid, (long long)owner->started);
}

bool owner_parse(struct owner *out, const char *text)
{
	AUTO(strlist) words = STRLIST_INIT;
	int64_t pid, started;

	strlist_split(&words, text, ",");
	if (words.nr != 4 || !text_to_int64(&pid, words.items[2]) ||
	    !text_to_int64(&started, words.items[3]) || pid <= 0 ||
	    started < 0)
		return false;
	*out = (struct owner){
		.machine = xstrdup(words.items[0]),
		.boot = xstrdup(words.items[1]),
		.pid = pid,
		.started = started,
	};
	return true;
}

void owner_release(struct owner *owner)
{
	if (!owner)
		return;
	free(owner->machine);
	free(owner->boot);
	*owner = (struct owner){ 0 };
}
