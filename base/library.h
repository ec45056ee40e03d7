/* Libraries that are opened when they are first needed, and not when the program starts: each costs
 * a start as much as reading a small recording, and few commands want one.
 *
 * Whose functions are wanted are listed by a macro, and go through a table of pointers:
 *
 *   #define ZLIB_FUNCTIONS(X) X(deflate) X(deflateEnd)
 *   static struct { LIBRARY_TABLE(ZLIB_FUNCTIONS) } zlib;
 *   static const struct library_function functions[] = {ZLIB_FUNCTIONS(LIBRARY_FUNCTION)};
 *
 * In a static program (JFR_STATIC) the same table is filled by the linker.
 */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

#define LIBRARY_MEMBER(name) __typeof__ (&(name))(name);
#define LIBRARY_TABLE(functions) functions(LIBRARY_MEMBER)

struct library_function {
    const char *name;
    void (*linked)(void); /* of a static program; else NULL */
};
#ifdef JFR_STATIC
#define LIBRARY_FUNCTION(name) {#name, (void (*)(void))(name)},
#else
#define LIBRARY_FUNCTION(name) {#name, NULL},
#endif

/* Fills the table, an array of function pointers in the order of the functions. False: missing is a
 * phrase that says what is not there: "libz.so.1 (package zlib1g) is not installed". The library
 * stays open. To be called once. */
bool library_load(const char *soname, const char *package, const struct library_function *functions,
                  size_t count, void *table, struct text *missing);

#endif
