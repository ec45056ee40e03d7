/* Chains: from an object that was sampled to what keeps it alive, reference by reference.
 *
 *   jdk.OldObjectSample "object.chain"  ->   byte[]
 *                                            buffer : app.Session
 *                                            [] : java.lang.Object[]
 *                                            elementData : java.util.ArrayList
 *
 * One line an object, the sample first; before the colon the field (or element) that refers to the
 * object above. Classes and threads say which one they are. "..." is where the JVM left objects
 * out. Indices of elements are left out, so that samples that are kept alike have one text.
 */
#pragma once

#include "parser/table/code.h"

/* Does a value of the type begin a chain? */
bool chain_is_of(const struct jfr_type *type);
/* The plan that chain_add takes; NULL: the type cannot be read. */
struct jfr_plan *chain_plan(const struct jfr_chunk *chunk, const struct jfr_type *type);
/* Appends the chain of the constant; the class of the sample is there in any case. False: there is
 * no such constant. */
bool chain_add(struct code *code, const struct jfr_plan *plan, const struct jfr_type *type,
               uint64_t key, struct text *out);
