/*
 * ocaml_tree - what must happen to a built tree of the OCaml compiler before
 * make may go on in it at another commit.
 *
 * Its makefiles do not know all dependencies. Neither configure's inputs nor
 * the headers that otherlibs/ and the assembly files include lead to a new
 * build: the objects stay as they are, nothing fails, and the programs that
 * are linked with them read the runtime's state at its old places.
 *
 *	ocaml_tree_prepare(&configure, tree);	in an adopted tree
 *	... ./configure if so; make; make install ...
 *	ocaml_tree_stamp(tree);			it is built as it stands
 *
 * Changed is what is not older than the stamp of the last complete build; a
 * copy keeps times, and a checkout touches just the files that differ.
 */
#ifndef SUITE_OCAML_TREE_H
#define SUITE_OCAML_TREE_H

#include <stdbool.h>

/*
 * Removes the objects that make would wrongly keep. *configure: one of
 * configure's inputs has changed, or the tree has no stamp.
 */
int ocaml_tree_prepare(bool *configure, const char *tree);
int ocaml_tree_stamp(const char *tree);

#endif
