/*
 * complaint - the sentence that matters in what a failed program printed.
 *
 * configure, make, compilers, dune and interpreters say what is wrong in one
 * line, with hundreds around it about having failed.
 */
#ifndef BASE_COMPLAINT_H
#define BASE_COMPLAINT_H

#define COMPLAINT_MAX 500

/*
 * The first line that states an error as compilers do, with the indented
 * lines that go on with it; else the last one that does as programs do; else
 * the last lines that are not make's own. At most COMPLAINT_MAX bytes. Owned;
 * "" for no output.
 */
char *complaint_find(const char *output);
/*
 * The same in one line, for where there is room for no more: the last of the
 * last lines.
 */
char *complaint_line(const char *output);

#endif
