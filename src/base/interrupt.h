/*
 * interrupt - one flag that SIGINT, SIGTERM and SIGHUP raise.
 *
 * main() installs the handlers once. Everything that waits looks at the flag
 * and returns ERR_INTERRUPTED, so that worktrees and children are cleared
 * away on the way up; main() then ends by the signal, as git does.
 *
 * A daemon has SIGHUP mean something else, lets a thread's work be stopped
 * without ending the program, and keeps the flag from what must be brought
 * to its end; a second signal gets through there as well.
 *
 *	interrupt_on_hangup();			once
 *	if (interrupt_take_hangup()) ...	between two pieces of work
 *
 *	interrupt_watch(is_void, data);		this thread's work, from here
 *	rc = ...				ERR_INTERRUPTED when it is void
 *	interrupt_watch(NULL, NULL);
 *
 *	interrupt_defer(true);
 *	...					signals wait
 *	interrupt_defer(false);
 */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

void interrupt_install(void);
/* Is this thread to stop what it does? */
bool interrupt_pending(void);
/* 0, or ERR_INTERRUPTED with its message. */
int interrupt_check(void);
/* The signal that arrived first, 0 when none did; deferred or not. */
int interrupt_signal(void);
/* Restores the signal's default action and raises it; does not return. */
void interrupt_die(void) __attribute__((noreturn));

/* SIGHUP no longer ends the program; one that is ignored stays so. */
void interrupt_on_hangup(void);
/* Did it arrive since the last call? */
bool interrupt_take_hangup(void);
/* Asked wherever this thread looks at the flag; NULL: no longer. */
void interrupt_watch(bool (*stop)(void *data), void *data);
void interrupt_defer(bool defer);
/* Sleeps; 0, or ERR_INTERRUPTED at once. A hangup wakes it, too. */
int interrupt_pause(double seconds);

#endif
