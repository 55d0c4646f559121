#include "service/launcher.h"

#include "base/error.h"
#include "git/config.h"
#include "suite/command.h"

#define KEY "bench.launcher"
#define PATIENCE_KEY "bench.launcherTimeout"
#define PATIENCE 600.0 /* seconds; it may have to queue */
#define GRACE_KEY "bench.launcherGrace"
#define GRACE 60.0 /* seconds */
#define OWN_PATIENCE 60.0 /* for the recorder alone */
#define ASK_EVERY 1.0 /* seconds */

int launcher_words(struct strlist *out, struct repo *repo)
{
	auto_free char *line = config_string(repo, KEY, NULL);

	if (!line || !*line)
		return 0;
	return command_split(out, line) ? fail_in(ERR_BADDATA, KEY) : 0;
}

int launcher_open(struct recorder **out, struct repo *repo,
		  const struct strlist *words, int (*wanted)(void *data),
		  void *data)
{
	struct recorder_way way = {
		.launcher = words,
		.patience = OWN_PATIENCE,
		.tick_every = ASK_EVERY,
		.tick = wanted,
		.tick_data = data,
	};
	int rc = 0;

	if (words->nr)
		rc = config_duration(&way.patience, repo, PATIENCE_KEY,
				     PATIENCE);
	if (!rc && words->nr)
		rc = config_duration(&way.grace, repo, GRACE_KEY, GRACE);
	return rc ? rc : recorder_open_by(out, &way);
}
