#include "kin.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAUSE_MS 5

/*
 * SIGKILL at once: a sample that has to be stopped is worth nothing, so
 * there is nothing a handler of SIGTERM could still save.
 */
void kin_kill(pid_t program)
{
	kill(-program, SIGKILL);
	/* It may have moved to another group. */
	kill(program, SIGKILL);
}

/* The parent of a process, 0 if that cannot be said. */
static pid_t parent_of(int proc, const char *pid)
{
	char path[32], text[512];
	size_t len = strlen(pid);

	if (len > sizeof(path) - sizeof("/stat"))
		return 0;
	memcpy(path, pid, len);
	memcpy(path + len, "/stat", sizeof("/stat"));
	int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	ssize_t n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= 0)
		return 0;
	text[n] = '\0';
	/* "12 (name) S 7 ...": the name may hold anything, ") " as well. */
	char *end = strrchr(text, ')');
	return end && strlen(end) > 4 ? atoi(end + 4) : 0;
}

static void kill_children(void)
{
	DIR *dir = opendir("/proc");
	pid_t self = getpid();

	if (!dir)
		return;
	for (struct dirent *e; (e = readdir(dir));)
		if (isdigit((unsigned char)*e->d_name) &&
		    parent_of(dirfd(dir), e->d_name) == self)
			kill(atoi(e->d_name), SIGKILL);
	closedir(dir);
}

pid_t kin_guard(void)
{
	pid_t guard = getpid();

	if (prctl(PR_SET_CHILD_SUBREAPER, 1))
		return -1;
	pid_t pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != guard)
			_exit(0);
	}
	return pid;
}

int kin_outlive(pid_t recorder)
{
	int status = 0;

	/* Whoever waits for the recorder's end must not wait for ours. */
	close_range(0, ~0u, 0);
	while (waitpid(recorder, &status, 0) < 0 && errno == EINTR)
		;
	kin_clear();
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	return WEXITSTATUS(status);
}

bool kin_clear(void)
{
	for (int left = KIN_PATIENCE * 1000 / PAUSE_MS; left; left--) {
		pid_t pid;

		do {
			pid = waitpid(-1, NULL, WNOHANG);
		} while (pid > 0);
		if (pid < 0)
			return true;
		/* Those killed leave us their own children: once more. */
		kill_children();
		poll(NULL, 0, PAUSE_MS);
	}
	return false;
}
