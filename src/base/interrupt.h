/*
 * interrupt - one flag that SIGINT, SIGTERM and SIGHUP raise.
 *
 * main() installs the handlers once. Everything that waits looks at the flag
 * and returns ERR_INTERRUPTED, so that worktrees and children are cleared
 * away on the way up; main() then ends by the signal, as git does.
 */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

void interrupt_install(void);
bool interrupt_pending(void);
/* The signal that arrived first, 0 when none did. */
int interrupt_signal(void);
/* 0, or ERR_INTERRUPTED with its message. */
int interrupt_check(void);
/* Restores the signal's default action and raises it; does not return. */
void interrupt_die(void) __attribute__((noreturn));

#endif
