/*
 * sampling_loop - what the files of sampling.h share. Private to them.
 */
#ifndef SERVICE_SAMPLING_LOOP_H
#define SERVICE_SAMPLING_LOOP_H

#include "service/judge.h"
#include "service/sampling.h"
#include "service/watch.h"

/* A program and how far its sampling has come. */
struct course {
	const struct program *program;
	size_t number; /* among the courses */
	int warmups;
	int least, most; /* looks after the warm-ups */
	int expected;	 /* looks in all, as far as is known now */
	int looks;	 /* taken, warm-ups included */
	double spent;	 /* seconds of the samples taken so far */
	size_t taken;
	bool *stopped; /* one a side: failed or not available */
	struct watch *watches; /* one a side, and the control's */
	struct strlist targets; /* that it gave readings of */
};

struct loop {
	const struct sampling *s;
	struct judge judge;
	struct course *courses;
	size_t nr;
	size_t total; /* samples expected */
	size_t done;  /* taken, or given up */
	uint32_t seed;
	double begin;
	bool out_of_time; /* somebody would have liked another look */
	bool rebuild; /* each look has the next of several builds */
	bool controlled; /* the base is sampled twice in each look */
	struct tally control; /* base and control, from then on */
	struct moment least, most; /* of frequency and temperature */
};

/* ==== course.c: plans, and what is told of them ========================= */

void courses_plan(struct loop *loop);
/* What the watches saw, for the tally and the notes. */
void courses_conclude(struct loop *loop);
void courses_release(struct loop *loop);
/* The course takes one more look than was expected, or fewer. */
void course_expect(struct loop *loop, struct course *course, int looks);
/* A side of it will not be sampled any more. */
void course_stop(struct loop *loop, struct course *course, int side);
bool course_is_stopped(const struct loop *loop, const struct course *course);
void course_tell(const struct loop *loop, const struct course *course);

/* ==== take.c: one sample ================================================ */

/* Is the whole thing still wanted? */
int take_check(const struct loop *loop);
/* A sample of a side, and what it says, into the tally. */
int take_sample(struct loop *loop, struct course *course, struct side *side);
/* One more of the base, into the control's tally. */
int take_control(struct loop *loop, struct course *course);
/* The same under valgrind: instructions alone. */
int take_count(struct loop *loop, struct course *course, struct side *side);

#endif
