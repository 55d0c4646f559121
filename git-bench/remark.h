/*
 * remark - a line on stderr about what happens, for people and for journald.
 *
 * One line each, without control bytes. Where stderr is the journal
 * (JOURNAL_STREAM names it), a priority stands before it, as sd-daemon(3)
 * has it.
 *
 *	remark(REMARK_NOTICE, "%s", text);	"git-bench: <text>"
 */
#ifndef GIT_BENCH_REMARK_H
#define GIT_BENCH_REMARK_H

/* syslog's numbers. */
enum remark_priority {
	REMARK_ERROR = 3,
	REMARK_WARNING = 4,
	REMARK_NOTICE = 5,
	REMARK_INFO = 6,
};

void remark(enum remark_priority priority, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* "<3>" where it belongs, else "". */
const char *remark_prefix(enum remark_priority priority);

#endif
