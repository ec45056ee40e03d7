/* What this JVM says of its own structures: HotSpot exports tables of field offsets and constants
 * (gHotSpotVMStructs, gHotSpotVMIntConstants) for the tools that look at it from outside. What is
 * about a thread or a pc may be called in signal handlers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum vm_state {
    VM_STATE_UNKNOWN,
    VM_STATE_JAVA,
    VM_STATE_NATIVE,
    VM_STATE_BLOCKED,
    VM_STATE_OTHER
};

/* Reads the tables of the libjvm that is loaded. Without them, or as if without them where the
 * environment has JFRAGENT_NO_VMSTRUCTS, the functions below answer with UNKNOWN, 0 and NULL. */
void vmstructs_open(void);
/* The handle of libjvm.so for dlsym; NULL if it is not found. */
void *vmstructs_libjvm(void);
bool vmstructs_has_states(void);
/* 17 of JDK 17; 0: not known. */
int vmstructs_release(void);

/* What the tables hold: the offset of a field, the size of a type, a constant, -1 if they do not;
 * the address of a static field, or NULL. Not in signal handlers: they search. */
int64_t vmstructs_offset(const char *type, const char *field);
int64_t vmstructs_size(const char *type);
int64_t vmstructs_constant(const char *name);
const void *vmstructs_static(const char *type, const char *field);

/* A table of what is to be known of them: the first row of a place that the tables have is taken.
 * False: a needed one is not there. */
struct vmstructs_row {
    size_t at; /* where its int64_t is: -1, of static fields 0: not there */
    enum { VMSTRUCTS_FIELD, VMSTRUCTS_STATIC, VMSTRUCTS_SIZE, VMSTRUCTS_CONSTANT } kind;
    int needed;
    const char *type, *field; /* type: or the constant's name */
};
/* into: the struct that at is an offset in. */
bool vmstructs_read(const struct vmstructs_row *rows, size_t count, void *into);
/* State of a JavaThread that is alive (by its address); UNKNOWN of NULL. */
enum vm_state vmstructs_state(const void *java_thread);
/* Its thread id for the kernel; 0 if that cannot be known, or it is not running yet. */
pid_t vmstructs_tid(const void *java_thread);
/* Who owns the monitor that the calling thread is about to wait for, as the JVM notes it; 0:
 * nobody, or not known. In MonitorContendedEnter: the monitor cannot go away then. */
uint64_t vmstructs_pending_owner(const void *java_thread);
/* Whether that is this thread, which is alive; java_id: Thread.getId(). */
bool vmstructs_is_owner(const void *java_thread, int64_t java_id, uint64_t owner);
/* Thread.threadId() of the thread, virtual or not, that this JavaThread (alive) runs; 0: not known.
 */
int64_t vmstructs_current_id(const void *java_thread);
/* The JVM's slot that holds the java.lang.Thread it runs; NULL: not known. */
void *vmstructs_vthread_slot(const void *java_thread);
/* Bytes from an address on the stack of this JavaThread (alive) to where that stack begins; 0: it
 * is not on it, or not known. */
uintptr_t vmstructs_stack_left(const void *java_thread, uintptr_t sp);
/* Whether that thread, which is alive, has noted where it left Java. */
bool vmstructs_has_left(const void *java_thread);
/* Whether pc lies in the JVM's cache of code; false: or it is not known where that is. */
bool vmstructs_pc_is_java(uintptr_t pc);
/* Value of a boolean flag of the JVM such as "CheckJNICalls"; false if it is not known. */
bool vmstructs_flag(const char *name);
