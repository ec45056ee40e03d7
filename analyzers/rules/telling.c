#include "analyzers/rules/telling.h"

#include <stddef.h>
#include <string.h>

/* clang-format off: a row a line */
static const struct telling {
    const char *class_name, *methods; /* methods: with blanks around each; NULL: all */
    const char *why;                  /* NULL: it looks for something, and does not wait */
} table[] = {
    /* Bins of eight keys become trees (java.util.HashMap.TREEIFY_THRESHOLD), which good hashes
       nearly never fill. */
    {"java.util.HashMap$TreeNode", NULL,
     "many keys share a bin of the map; a better hashCode would spread them"},
    {"java.util.concurrent.ConcurrentHashMap$TreeNode", NULL,
     "many keys share a bin of the map; a better hashCode would spread them"},
    {"java.util.concurrent.ConcurrentHashMap$TreeBin", NULL,
     "many keys share a bin of the map; a better hashCode would spread them"},
    {"java.util.LinkedList", " node ",
     "a linked list is accessed by index, each time from one of its ends"},
    {"java.util.ArrayList", " indexOf indexOfRange lastIndexOf lastIndexOfRange ",
     "a list is searched element by element"},
    {"java.util.LinkedList", " indexOf lastIndexOf ", "a list is searched element by element"},
    {"java.util.ArrayList", " fastRemove ", "removing an element moves all elements behind it"},
    {"java.util.regex.Pattern", " compile expr sequence atom clazz group0 RemoveQEQuoting ",
     "a pattern is compiled again; once is enough"},
    {"java.lang.Thread", " onSpinWait yield yield0 ", NULL},
    {"java.util.concurrent.ConcurrentLinkedQueue", " poll peek isEmpty ", NULL},
    {"java.util.concurrent.ConcurrentLinkedDeque",
     " poll pollFirst pollLast peek peekFirst peekLast isEmpty ", NULL},
    {"java.util.concurrent.LinkedBlockingQueue", " peek isEmpty size ", NULL},
    {"java.util.concurrent.ArrayBlockingQueue", " peek isEmpty size ", NULL},
    {"java.util.concurrent.Semaphore", " tryAcquire ", NULL},
    {"java.util.concurrent.locks.ReentrantLock", " tryLock ", NULL},
    {"java.util.concurrent.FutureTask", " isDone ", NULL},
    {"java.util.concurrent.CompletableFuture", " isDone ", NULL},
};
/* clang-format on */

static const struct telling *row_of(const char *class_name, const char *method) {
    size_t len = strlen(method);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const char *at = table[i].methods;
        if (strcmp(class_name, table[i].class_name) != 0) continue;
        if (!at) return &table[i];
        at++; /* past the blank before the first */
        while (len && (at = strstr(at, method)) != NULL) {
            if (at[-1] == ' ' && at[len] == ' ') return &table[i];
            at += len;
        }
    }
    return NULL;
}

const char *telling_method(const char *class_name, const char *method) {
    const struct telling *row = row_of(class_name, method);
    return row ? row->why : NULL;
}

bool telling_looks(const char *class_name, const char *method) {
    const struct telling *row = row_of(class_name, method);
    return row && !row->why;
}
