/* Loaded classes by names that a user gives, with their package or without, and without the class
 * that they are in; those of the JDK only with it.
 *
 * By the sampler's thread and those that start and stop it. */
#pragma once

#include "agent/sampling/engine.h"

struct classes_wanted {
    const char *asked;   /* by the user: for sentences */
    char *class_name;    /* "com/acme/Parser" */
    char *member;        /* of it */
    const char *missing; /* "no class is loaded that has": what is said before the name */
    const char *lacks;   /* "has no such method": ... behind it, if there is a class called so */
    bool (*has)(JNIEnv *jni, jclass type, const char *member);
    char *(*name_of)(JNIEnv *jni, jclass type); /* malloc'ed, NULL: it is none of them */
};

/* "com.acme.Parser.parse" -> class_name and member, malloc'ed; false: it has no dot. */
bool classes_split(const char *name, struct classes_wanted *wanted);
/* The one class that is called so and has that: a global reference, and its name, malloc'ed. NULL:
 * failure says why. */
jclass classes_find(JNIEnv *jni, const struct classes_wanted *wanted, char **name,
                    struct engine_failure *failure);
/* name_of of any class. */
char *classes_name(JNIEnv *jni, jclass type);

/* Calls visit (NULL: nothing) with each method of that name which has code in bytes; how many there
 * are. */
int classes_each_method(jclass type, const char *name, int method,
                        void (*visit)(jmethodID id, int method));
bool classes_have_method(JNIEnv *jni, jclass type, const char *member); /* a `has` */

/* False: there was none. */
bool classes_clear_exception(JNIEnv *jni);
/* The n-th part of a list with semicolons, malloc'ed; NULL: it has not so many. */
char *classes_name_at(const char *list, int n);
/* Fills the sentence; false. */
bool classes_fail(struct engine_failure *failure, const char *format, const char *a, const char *b);
