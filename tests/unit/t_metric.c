#include "measure/metric.h"

#include <math.h>

#include "base/alloc.h"
#include "tap.h"

int main(void)
{
	AUTO(metrics) m = METRICS_INIT;
	AUTO(metrics) copy = METRICS_INIT;

	ok(!metrics_find(&m, "maxrss"), "what was not measured is absent");
	metrics_set(&m, "rate", 3, "1/s")->higher_is_better = true;
	metrics_set(&m, "maxrss", 4096, "B");
	is_int(m.nr, 2, "two metrics");
	metrics_set(&m, "rate", 5, "1/min");
	is_int(m.nr, 2, "setting again replaces");
	is_near(metrics_find(&m, "rate")->value, 5, 0, "the value");
	is(metrics_find(&m, "rate")->unit, "1/min", "and the unit");
	ok(metrics_find(&m, "rate")->higher_is_better, "not the direction");
	ok(!metrics_set(&m, "rate", NAN, "1/s") &&
		   !metrics_set(&m, "other", INFINITY, "s"),
	   "what is not finite is no value");
	is_int(m.nr, 2, "and adds nothing");
	is_near(metrics_find(&m, "rate")->value, 5, 0, "nor replaces");
	metrics_set(&copy, "rate", 1, "s");
	metrics_set(&copy, "own", 1, "s");
	metrics_copy(&copy, &m);
	is_int(copy.nr, 3, "a copy joins what is there");
	is_near(metrics_find(&copy, "rate")->value, 5, 0, "and wins");
	ok(metrics_find(&copy, "rate")->higher_is_better, "direction and all");
	metrics_set(&m, "self", 1, metrics_find(&m, "rate")->unit);
	is(metrics_find(&m, "self")->unit, "1/min", "a unit may be borrowed");
	metrics_release(NULL);
	return done();
}
