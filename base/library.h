/* Libraries that are opened when they are first needed, and not when the program starts: each costs
 * a start as much as reading a small recording, and few commands want one.
 *
 * Whose functions are wanted are listed by a macro, and go through a table of pointers:
 *
 *   #define ZLIB_FUNCTIONS(X) X(deflate) X(deflateEnd)
 *   static struct { LIBRARY_TABLE(ZLIB_FUNCTIONS) } zlib;
 *   static const struct library_function functions[] = {ZLIB_FUNCTIONS(LIBRARY_FUNCTION_BUNDLED)};
 *
 * In a static program (JFR_STATIC) the linker fills all tables; in a program that brings the small
 * libraries along (JFR_BUNDLED, the wheel) it fills those of LIBRARY_FUNCTION_BUNDLED, and those of
 * libarchive and SQLite with JFR_ARCHIVE and JFR_SQLITE.
 */
#pragma once

#include "base/text.h"

#define LIBRARY_MEMBER(name) __typeof__ (&(name))(name);
#define LIBRARY_TABLE(functions) functions(LIBRARY_MEMBER)

struct library_function {
    const char *name;
    void (*linked)(void); /* NULL: it is to be opened */
};
#define LIBRARY_FUNCTION_LINKED(name) {#name, (void (*)(void))(name)},
#define LIBRARY_FUNCTION_OPENED(name) {#name, NULL},
#if defined JFR_STATIC || defined JFR_ARCHIVE
#define LIBRARY_FUNCTION_ARCHIVE LIBRARY_FUNCTION_LINKED
#else
#define LIBRARY_FUNCTION_ARCHIVE LIBRARY_FUNCTION_OPENED
#endif
#if defined JFR_STATIC || defined JFR_SQLITE
#define LIBRARY_FUNCTION_SQLITE LIBRARY_FUNCTION_LINKED
#else
#define LIBRARY_FUNCTION_SQLITE LIBRARY_FUNCTION_OPENED
#endif
#if defined JFR_STATIC || defined JFR_BUNDLED
#define LIBRARY_FUNCTION_BUNDLED LIBRARY_FUNCTION_LINKED
#else
#define LIBRARY_FUNCTION_BUNDLED LIBRARY_FUNCTION_OPENED
#endif

/* Fills the table, an array of function pointers in the order of the functions. False: missing is a
 * phrase that says what is not there: "libz.so.1 (package zlib1g) is not installed". The library
 * stays open. To be called once. */
bool library_load(const char *soname, const char *package, const struct library_function *functions,
                  size_t count, void *table, struct text *missing);
