/* The library that stands for a JVM's: it has the tables' variables, which a test sets. It lies in
 * the tree that the test was built in. */
#pragma once

#include <check.h>
#include <dlfcn.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

static inline void *fake_libjvm(void) {
    char path[PATH_MAX + 100];
    ssize_t len = readlink("/proc/self/exe", path, PATH_MAX);
    ck_assert_int_gt(len, 0);
    path[len] = 0;
    char *tests = strstr(path, "/tests/unit/");
    ck_assert_ptr_nonnull(tests);
    strcpy(tests, "/tests/agent/tables/libjvm.so");
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    return library;
}
