#include "service/turn.h"

#include "tap.h"

#define LOOKS 2000

int main(void)
{
	size_t order[4], again[4], first[4] = { 0 }, last[4] = { 0 };
	size_t base_first = 0, runs = 0, same_order = 0;
	bool whole = true, backwards = true;

	for (int look = 0; look < LOOKS; look++) {
		size_t seen = 0;

		turn_order(order, 4, 42, 3, look);
		for (size_t i = 0; i < 4; i++)
			seen |= 1 << order[i];
		whole &= seen == 15;
		first[order[0]]++;
		last[order[3]]++;
		turn_order(again, 4, 42, 3, look ^ 1);
		for (size_t i = 0; i < 4; i++)
			backwards &= again[i] == order[3 - i];
	}
	ok(whole, "each side comes once in each look");
	ok(backwards, "every second look goes backwards");
	for (size_t i = 0; i < 4; i++) {
		is_int(first[i], last[i], "a side is as often first as last");
		ok(first[i] > LOOKS / 5 && first[i] < LOOKS / 3,
		   "... and as often as any other: %zu", first[i]);
	}
	for (int look = 0; look < LOOKS; look += 2) {
		turn_order(order, 2, 42, 0, look);
		base_first += !order[0];
		turn_order(again, 2, 43, 0, look);
		same_order += order[0] == again[0];
		runs++;
	}
	ok(base_first > runs / 3 && base_first < 2 * runs / 3,
	   "no pair of looks favours one of two sides: %zu", base_first);
	ok(same_order > runs / 3 && same_order < 2 * runs / 3,
	   "another seed, another order");
	ok(turn_seed() != turn_seed() || turn_seed() != turn_seed(),
	   "seeds differ");
	return done();
}
