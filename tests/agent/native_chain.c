/* Native methods of NativeChain: a chain of C functions that is known, code whose frame pointer is
 * none, and a thread that is Java's for a while. Compiled with frame pointers by tests/agent/run.py. */
#include <jni.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

volatile uint64_t chain_sink;

/* Exported, so that dladdr knows them. */
#define FUNCTION __attribute__((noinline, visibility("default")))
void chain_inner(long ms);
void chain_middle(long ms);
void chain_outer(long ms);

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

FUNCTION void chain_inner(long ms) {
    int64_t end = now_ms() + ms;
    uint64_t x = 1;
    while (now_ms() < end)
        for (int i = 0; i < 1000000; i++) x = x * 6364136223846793005u + 1442695040888963407u;
    chain_sink += x;
}

/* What follows the call keeps it from being a jump. */
FUNCTION void chain_middle(long ms) {
    chain_inner(ms);
    chain_sink++;
}

FUNCTION void chain_outer(long ms) {
    chain_middle(ms);
    chain_sink++;
}

JNIEXPORT void JNICALL Java_NativeChain_chain(JNIEnv *env, jclass type, jlong ms);
JNIEXPORT void JNICALL Java_NativeChain_wild(JNIEnv *env, jclass type, jlong ms);

JNIEXPORT void JNICALL Java_NativeChain_chain(JNIEnv *env, jclass type, jlong ms) {
    (void)env, (void)type;
    chain_outer((long)ms);
    chain_sink++;
}

/* Burns with this value in the frame pointer's register. */
static void burn_with(uintptr_t fp, long turns) {
#if defined(__x86_64__)
    __asm__ volatile("push %%rbp\n\t"
                     "mov %0, %%rbp\n"
                     "1:\tdec %1\n\t"
                     "jnz 1b\n\t"
                     "pop %%rbp"
                     : "+r"(fp), "+r"(turns)
                     :
                     : "memory", "cc");
#elif defined(__aarch64__)
    __asm__ volatile("mov x9, x29\n\t"
                     "mov x29, %0\n"
                     "1:\tsubs %1, %1, #1\n\t"
                     "b.ne 1b\n\t"
                     "mov x29, x9"
                     : "+r"(fp), "+r"(turns)
                     :
                     : "x9", "memory", "cc");
#endif
}

JNIEXPORT void JNICALL Java_NativeChain_wild(JNIEnv *env, jclass type, jlong ms) {
    (void)env, (void)type;
    uintptr_t here[4];
    here[0] = (uintptr_t)here; /* a frame that is its own caller */
    here[1] = here[3] = (uintptr_t)&chain_inner;
    here[2] = UINTPTR_MAX - 7;
    const uintptr_t values[] = {0,
                                8,
                                1,
                                UINTPTR_MAX - 7,
                                (uintptr_t)&chain_sink,
                                (uintptr_t)here,
                                (uintptr_t)&here[2],
                                (uintptr_t)here + 1,
                                (uintptr_t)here + 4096,
                                (uintptr_t)here + 1000000,
                                (uintptr_t)1 << 46};
    int64_t end = now_ms() + ms;
    for (size_t i = 0; now_ms() < end; i++)
        burn_with(values[i % (sizeof values / sizeof *values)], 2000000);
}

static JavaVM *vm;

/* Burns 0.3 s of CPU time, of which it is Java's most; it says what it had, and stays. */
static void *visit(void *unused) {
    JNIEnv *env;
    JavaVMAttachArgs who = {.version = JNI_VERSION_1_8, .name = (char *)"visitor"};
    struct timespec had = {0};
    prctl(PR_SET_NAME, "visitor");
    if ((*vm)->AttachCurrentThread(vm, (void **)&env, &who) != 0) return unused;
    while (had.tv_nsec < 300000000 && had.tv_sec == 0) {
        chain_inner(1);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &had);
    }
    (*vm)->DetachCurrentThread(vm);
    printf("cpu %lld visitor\n", (long long)had.tv_sec * 1000000000 + had.tv_nsec);
    fflush(stdout);
    for (;;) pause();
}

JNIEXPORT void JNICALL Java_NativeChain_visited(JNIEnv *env, jclass type);
JNIEXPORT void JNICALL Java_NativeChain_visited(JNIEnv *env, jclass type) {
    (void)type;
    pthread_t thread;
    if ((*env)->GetJavaVM(env, &vm) == 0) pthread_create(&thread, NULL, visit, NULL);
}
