/* Class names as people and comparisons want them.
 *
 * The JVM makes up names that change from run to run (lambda classes, hidden classes, method
 * handle forms, reflection accessors, proxies, CGLIB classes). A hand-written matcher turns each
 * into one stable name, so that two recordings of one program count the same rows.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Class name as in the constant pool ("java/util/HashMap", "App$$Lambda$14/0x0000000800c03000",
 * "[Ljava/lang/String;", "[[I") -> dotted, and normalised unless raw: "java.util.HashMap",
 * "App$$Lambda", "java.lang.String[]", "int[][]". Raw keeps the address of a hidden class with its
 * slash, as the JDK's jfr does. Any bytes are safe; out and name must not overlap.
 *
 * Writes at most size bytes with the final 0 and returns the length without it. The result is
 * never longer than the input plus 16; a name longer than size - 17 is cut to that first. */
size_t names_class(const char *name, size_t len, bool raw, char *out, size_t size);

/* Method names that change from run to run ("lambda$main$0" stays: it is the compiler's and
 * stable; "invokeStatic_LL_V", "access$000" stay; numbered accessor methods are joined). Same
 * contract as names_class; usually a copy. */
size_t names_method(const char *name, size_t len, bool raw, char *out, size_t size);

/* Module names: the JVM numbers its proxy modules (jdk.proxy2). Same contract. */
size_t names_module(const char *name, size_t len, bool raw, char *out, size_t size);

/* The primitive type of a letter of a descriptor, 'I' -> "int", or NULL. */
const char *names_primitive(char letter);

/* Length of the package part of a dotted class name: "java.util.HashMap$Node" -> 9, "App" -> 0. */
size_t names_package_len(const char *class_name, size_t len);

/* Is the class, by its dotted name, one of the JDK's own (java, javax, jdk, sun, com.sun)? */
bool names_is_of_jdk(const char *class_name);

/* Is it a class, and not what samplers of native stacks have in its place: nothing, or the library
 * of the function ("libc.so.6", "[kernel]")? */
bool names_is_class(const char *class_name);

/* Is what runs there an exception that is made: its constructor, by the name of its class, or the
 * stack that it takes? */
bool names_makes_exception(const char *class_name, const char *method);
