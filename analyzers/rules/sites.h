/* Sites: where in the program something happened. The first method on a stack that is not the
 * JDK's; if all are, the first: "app.Main.run".
 *
 *   struct sites sites = {0};
 *   uint32_t site = sites_of(&sites, &reads, IO_STACK, row);     a number for each name
 *   strings_get(&sites.names, site)                              "" if there is no stack
 *   sites_caller(&sites, &reads, IO_STACK, row)                  who asks for it, likewise
 *
 * Where the site is a driver's or that of a client all share, its caller says more: the nearest
 * method further out that is of another library and no framework, else of another class: of one in
 * the same file only rather than what the thread begins with (run, or a lambda).
 *
 * What is found of a stack is found once; a pointer to it lasts until another stack is asked for.
 */
#pragma once

#include "analyzers/rules/series.h"
#include "parser/waits.h"

struct profile;

struct site { /* of a stack */
    struct waits_stack wait;
    uint32_t name, caller, maker;
    bool named, called, made, judged, idle; /* judged: wait and idle are known */
};

struct sites {
    struct strings names;         /* also what else is to be told apart by name */
    ARRAY(struct site) of_stacks; /* by the stack's number, one more; 0: of no stack */
    ARRAY(uint32_t) of_frames;    /* of a profile: one more than the name; 0: not known yet */
};

/* Ids of texts in sites: the method at the stack of a row, and its caller. */
uint32_t sites_of(struct sites *sites, const struct series *series, size_t column, size_t row);
uint32_t sites_caller(struct sites *sites, const struct series *series, size_t column, size_t row);
/* Where an object was made: the site, or if that is a constructor who calls it, likewise. */
uint32_t sites_maker(struct sites *sites, const struct series *series, size_t column, size_t row);
/* Of a profile, the same for each call: what a frame is called, and the site of a stack. */
uint32_t sites_of_frame(struct sites *sites, const struct profile *profile, uint32_t frame);
uint32_t sites_of_sample(struct sites *sites, const struct profile *profile, uint32_t stack);
/* What the thread waits for there; is it work, or the next request? */
const struct waits_stack *sites_wait(struct sites *sites, const struct series *series,
                                     size_t column, size_t row);
bool sites_idle(struct sites *sites, const struct series *series, size_t column, size_t row);
/* Of samples of native code: does the JDK do something there that takes time, and is no wait? Reads
 * and writes of files and sockets are judged by what they carry. */
bool sites_native_work(struct sites *sites, const struct series *samples, size_t column,
                       size_t row);
/* Likewise: does the thread read or write a file? */
enum sites_call { SITES_NO_FILE, SITES_READS, SITES_WRITES };
/* SITES_NO_FILE: neither. */
enum sites_call sites_file_call(const struct series *samples, size_t column, size_t row);
/* Likewise: does the thread wait for its file to be on disk (fsync)? For judge_stack. */
bool sites_forces(const char *of_class, const char *method); /* the same of a native method */
bool sites_forces_file(const struct series *samples, size_t column, size_t row);
uint32_t sites_name(struct sites *sites, const struct text *name);
void sites_free(struct sites *sites);

/* Is it a class of what a program runs in, or of what stands between it and a driver? */
bool sites_is_framework(const char *of_class);
/* Do the names of both classes begin with the same two parts of a package? */
bool sites_same_library(const char *a, const char *b);

/* Appends the site's name. */
void sites_add(const struct series *series, size_t column, size_t row, struct text *out);
/* The JDK's method that the program's calls there; or nothing. */
void sites_add_through(const struct series *series, size_t column, size_t row, struct text *out);
void sites_add_through_of_sample(const struct profile *profile, uint32_t stack, struct text *out);
/* Who asks for it: the name of sites_caller; or nothing. */
void sites_add_caller(const struct series *series, size_t column, size_t row, struct text *out);
/* Who asks that caller for it through a library, which calls it back; or nothing. */
void sites_add_asker(const struct series *series, size_t column, size_t row, struct text *out);
/* For judge_stack: does a class of another file call it? */
bool sites_is_called(const struct series *series, size_t column, size_t row);
/* Likewise: does the thread run a request, or a job, that comes to an end? */
bool sites_serves(const struct series *series, size_t column, size_t row);
/* Likewise, of sleeps and parks: does a method wait that another class of the program calls? A loop
 * that a thread begins with, or the lambda of one, waits from one round to the next. */
bool sites_asked(const struct series *series, size_t column, size_t row);
/* Likewise, and of parks only: by the clock alone, with nothing of the JDK around it? */
bool sites_paces(const struct series *series, size_t column, size_t row);
/* The site, or who calls it: the nth of those methods from the top; false: there is none but what
 * the thread begins with. */
struct sites_method {
    const char *of_class, *method;
};
bool sites_asking(const struct series *series, size_t column, size_t row, uint32_t nth,
                  struct sites_method *out);
/* Is the method on the stack? */
bool sites_is_in(const struct series *series, size_t column, size_t row,
                 const struct sites_method *method);
bool sites_is_in_sample(const struct profile *profile, uint32_t stack,
                        const struct sites_method *method);
/* For judge_stack, of reads: does an event loop wait for another socket than its own? */
bool sites_blocks_loop(const struct series *series, size_t column, size_t row);
void sites_add_of_sample(const struct profile *profile, uint32_t stack, struct text *out);
void sites_add_caller_of_sample(const struct profile *profile, uint32_t stack, struct text *out);
