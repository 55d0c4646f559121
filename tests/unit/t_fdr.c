/* Golden case: the example of Benjamini and Hochberg 1995, section 3. */
#include "analysis/fdr.h"

#include "tap.h"

int main(void)
{
	const double paper[] = { 0.0001, 0.0004, 0.0019, 0.0095, 0.0201,
				 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
				 0.4262, 0.5719, 0.6528, 0.7590, 1.0000 };
	const double shuffled[] = { 1, 0.02, 0.9, 0.001 };
	const double none[] = { 0.06, 0.2, 0.9 };
	const double climb[] = { 0.04, 0.05, 0.05, 0.05 };

	is_near(fdr_cut(paper, 15, 0.05), 0.0095, 1e-12,
		"four of fifteen stand, as in the paper");
	is_near(fdr_cut(shuffled, 4, 0.05), 0.02, 1e-12, "in any order");
	ok(fdr_cut(none, 3, 0.05) < 0, "none stands");
	is_near(fdr_cut(climb, 4, 0.05), 0.05, 1e-12,
		"a later one carries the earlier");
	ok(fdr_cut(none, 0, 0.05) < 0, "no targets, no findings");
	is_near(fdr_cut(climb, 1, 0.05), 0.04, 1e-12, "one alone");
	return done();
}
