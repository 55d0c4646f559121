/*
 * hook_texts - the scripts of hooks/, made into texts by the Makefile.
 */
#ifndef GIT_BENCH_HOOK_TEXTS_H
#define GIT_BENCH_HOOK_TEXTS_H

extern const char hook_update[];
extern const char hook_post_receive[];
extern const char hook_pre_push[];

#endif
