#include "report/progress.h"

#include <math.h>

#include "base/alloc.h"
#include "base/text.h"
#include "tap.h"

static void shows(const struct progress_parts *parts, size_t columns,
		  const char *want, const char *name)
{
	auto_free char *line = progress_line(parts, columns);

	is(line, want, name);
	ok(text_width(line) <= columns, "... in %zu columns", columns);
}

int main(void)
{
	struct progress_parts p = {
		.phase = "measuring",
		.detail = "setrip.-enc_-rseed_1067894368",
		.sample = 12,
		.samples = 60,
		.elapsed = 125.4,
		.rest = 431,
	};

	shows(&p, 100,
	      "measuring  sample 12/60  setrip.-enc_-rseed_1067894368  "
	      "2 min 05 s  about 8 min to go",
	      "everything, where there is room");
	shows(&p, 76,
	      "measuring  sample 12/60  setrip.-en\xe2\x80\xa6"
	      "067894368  2 min 05 s  about 8 min to go",
	      "the name gives way first");
	shows(&p, 54,
	      "measuring  sample 12/60  setrip.-\xe2\x80\xa6"
	      "67894368  2 min 05 s",
	      "then the time to go");
	shows(&p, 40,
	      "measuring  sample 12/60  setrip.\xe2\x80\xa6"
	      "7894368",
	      "then the time gone");
	shows(&p, 28, "measuring  setrip.-\xe2\x80\xa6" "67894368",
	      "then the sample");
	shows(&p, 9, "measuring", "at last there is the phase");
	shows(&p, 4, "me\xe2\x80\xa6" "g", "cut if need be");
	shows(&p, 0, "", "or nothing");

	p = (struct progress_parts){ .phase = "building",
				     .detail = "\033]0;x\a\n",
				     .elapsed = 3.2,
				     .rest = NAN };
	shows(&p, 80, "building  \\x1b]0;x\\x07\\n  3 s",
	      "a detail cannot steer the terminal; no idea is not shown");
	p.detail = NULL;
	p.rest = 12.1;
	shows(&p, 80, "building  3 s  about 13 s to go", "seconds to go");
	p.rest = 7200;
	shows(&p, 80, "building  3 s  about 2.0 h to go", "hours to go");
	p.rest = 1e12;
	shows(&p, 80, "building  3 s  days to go", "no absurd figure");
	return done();
}
