#include "git/transport.h"

#include <string.h>

#include "base/environ.h"
#include "base/error.h"
#include "base/text.h"
#include "git/command.h"
#include "git/config.h"
#include "git/url.h"

/* ==== Starting ========================================================== */

static void add_remote_setting(struct strlist *env, const struct remote *remote,
			       const char *key, const char *value)
{
	auto_free char *full = xstrfmt("remote.%s.%s", remote->name, key);

	git_command_set(env, full, value);
}

/*
 * A question on the terminal would stop us for ever: ssh opens it by itself.
 * So would a server whose machine went away without a word. Who has set a
 * command of his own knows what it does.
 */
#define SSH_COMMAND                                          \
	"ssh -o BatchMode=yes -o ConnectTimeout=60"          \
	" -o ServerAliveInterval=30 -o ServerAliveCountMax=4"

static void set_ssh(struct strlist *env, struct repo *repo)
{
	auto_free char *own = config_string(repo, "core.sshCommand", NULL);

	if (!own && !environ_get(env, "GIT_SSH_COMMAND") &&
	    !environ_get(env, "GIT_SSH"))
		environ_set(env, "GIT_SSH_COMMAND", SSH_COMMAND);
}

/*
 * By http, whoever says nothing for so many seconds is gone: a server that
 * works on an answer sends a sign of life every 5 s.
 */
static void set_http(struct strlist *env, struct repo *repo)
{
	auto_free char *limit = config_string(repo, "http.lowSpeedLimit", NULL);
	auto_free char *time = config_string(repo, "http.lowSpeedTime", NULL);

	if (!limit)
		git_command_set(env, "http.lowSpeedLimit", "1");
	if (!time)
		git_command_set(env, "http.lowSpeedTime", "120");
}

void transport_init(struct process *out, const struct remote *remote,
		    const char *verb)
{
	struct repo *repo = remote->repo;

	git_command_init(out, repo);
	strlist_add(&out->argv, verb);
	out->cwd = repo_base_dir(repo);
	out->timeout = remote->timeout;
	out->clearing_up = remote->clearing_up;
	if (remote->url)
		add_remote_setting(&out->env, remote, "url", remote->url);
	/* Else "--mirror can't be combined with refspecs". */
	add_remote_setting(&out->env, remote, "mirror", "false");
	/* An empty value clears the options that a user sends by default. */
	git_command_set(&out->env, "push.pushOption", "");
	git_command_set(&out->env, "push.negotiate", "false");
	environ_set(&out->env, "GCM_INTERACTIVE", "never");
	set_ssh(&out->env, repo);
	set_http(&out->env, repo);
}

/* ==== Failing =========================================================== */

/* Words of git, curl and ssh by which we know how far it came. */
static const struct sign {
	const char *text;
	int code;
	bool early; /* nothing was asked of the other side */
} signs[] = {
	{ "Authentication failed", ERR_REFUSED, true },
	{ "could not read Username", ERR_REFUSED, true },
	{ "could not read Password", ERR_REFUSED, true },
	{ "Permission denied", ERR_REFUSED, true },
	{ "Host key verification failed", ERR_REFUSED, true },
	{ "dubious ownership", ERR_REFUSED, true },
	{ "returned error: 401", ERR_REFUSED, true },
	{ "returned error: 403", ERR_REFUSED, true },
	{ "access denied or repository not exported", ERR_REFUSED, true },
	{ "Could not read from remote repository", ERR_OFFLINE, true },
	{ "hung up upon initial contact", ERR_OFFLINE, true },
	/* Of http: said of the first look only, later it is "RPC failed". */
	{ "unable to access", ERR_OFFLINE, true },
	{ "unable to connect to", ERR_OFFLINE, true },
	{ "unable to look up", ERR_OFFLINE, true },
	{ "does not appear to be a git repository", ERR_OFFLINE, true },
	{ "' not found", ERR_OFFLINE, true },
	{ "not valid: is this a git repository?", ERR_OFFLINE, true },
	{ "RPC failed", ERR_OFFLINE, false },
	{ "remote end hung up", ERR_OFFLINE, false },
	{ "unexpected disconnect", ERR_OFFLINE, false },
	{ "early EOF", ERR_OFFLINE, false },
	{ "Connection reset", ERR_OFFLINE, false },
	{ "Connection timed out", ERR_OFFLINE, false },
	{ "Broken pipe", ERR_OFFLINE, false },
	{ "expected flush", ERR_OFFLINE, false },
	{ "protocol error", ERR_OFFLINE, false },
	{ "unable to read", ERR_OFFLINE, false },
	{ "invalid server response", ERR_OFFLINE, false },
	{ "remote did not send all necessary objects", ERR_OFFLINE, false },
};

static const struct sign *sign_of(const struct process *git)
{
	for (size_t i = 0; i < ARRAY_SIZE(signs); i++)
		if (strstr(git->err.ptr, signs[i].text))
			return &signs[i];
	return NULL;
}

static int code_of(const struct process *git)
{
	const struct sign *sign = sign_of(git);

	if (git->timed_out)
		return ERR_OFFLINE;
	return sign ? sign->code : ERR_FAILED;
}

bool transport_never_began(const struct process *git)
{
	const struct sign *sign = sign_of(git);

	return sign && sign->early && !git->timed_out;
}

static bool is_error_line(const char *line)
{
	return text_starts_with(line, "fatal: ") ||
	       text_starts_with(line, "error: ");
}

/* What git says when somebody else has said why, a line before. */
static bool is_second_hand(const char *line)
{
	return strstr(line, "Could not read from remote repository") ||
	       strstr(line, "failed to push some refs") ||
	       strstr(line, "the remote end hung up");
}

char *transport_why(const struct process *git)
{
	AUTO(strlist) lines = STRLIST_INIT;
	const char *why = NULL;

	if (git->timed_out)
		return process_outcome(git);
	strlist_split(&lines, git->err.ptr, "\n");
	for (size_t i = 0; i < lines.nr && !why; i++)
		if (is_error_line(lines.items[i]) &&
		    !(is_second_hand(lines.items[i]) && i))
			why = lines.items[i];
	if (!why && lines.nr)
		why = lines.items[0];
	if (!why)
		return process_outcome(git);
	auto_free char *clean = url_hide_secrets(why);
	const char *text = is_error_line(clean) ? clean + 7 : clean;
	return text_tail(text, 1, 500);
}

int transport_run(struct process *git, const struct remote *remote)
{
	int rc = process_run(git);

	if (rc || process_ok(git))
		return rc;
	auto_free char *why = transport_why(git);
	int code = code_of(git);
	auto_free char *place = remote_shown(remote);
	fail(code, "%s %s: %s",
	     code == ERR_OFFLINE ? "cannot reach" :
	     code == ERR_REFUSED ? "not let in by" : "trouble with",
	     place, why);
	if (code != ERR_FAILED)
		fail_hint("does `git ls-remote %s` work without asking?",
			  place);
	return code;
}
