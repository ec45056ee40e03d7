/* Which stacks are idle: those of threads that wait for work. */
#include "analyzers/tables/idle.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* "Class.method" from the top, by commas. */
static bool is_idle(const char *frames) {
    struct idle_stack stack = {0};
    char copy[2000], *rest = copy;
    ck_assert_uint_lt(strlen(frames), sizeof copy);
    strcpy(copy, frames);
    for (char *frame; (frame = strsep(&rest, ","));) {
        char *dot = strrchr(frame, '.');
        *dot = 0;
        idle_add(&stack, idle_part_of(frame, dot + 1));
    }
    return stack.idle;
}

#define PARK "jdk.internal.misc.Unsafe.park,java.util.concurrent.locks.LockSupport.park,"
#define AWAIT PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await,"

START_TEST(threads_that_wait_for_work_are_idle_on_any_jdk_and_in_any_server) {
    static const char *const stacks[] = {
        AWAIT "java.util.concurrent.LinkedBlockingQueue.take,"
              "java.util.concurrent.ThreadPoolExecutor.getTask,app.Main.run",
        "sun.misc.Unsafe.park,java.util.concurrent.locks.LockSupport.parkNanos,"
        "java.util.concurrent.SynchronousQueue$TransferStack.awaitFulfill,"
        "java.util.concurrent.SynchronousQueue.poll,java.util.concurrent.ThreadPoolExecutor."
        "getTask",
        PARK
        "java.util.concurrent.ForkJoinPool.awaitWork,java.util.concurrent.ForkJoinPool.runWorker",
        PARK
        "java.util.concurrent.ForkJoinPool.runWorker,java.util.concurrent.ForkJoinWorkerThread.run",
        PARK "java.util.concurrent.DelayScheduler.loop,java.util.concurrent.DelayScheduler.run",
        AWAIT "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take,"
              "java.util.concurrent.ThreadPoolExecutor.getTask",
        AWAIT "java.lang.ref.ReferenceQueue.await,java.lang.ref.ReferenceQueue.remove0,x.Y.run",
        AWAIT "org.apache.tomcat.util.threads.TaskQueue.take,"
              "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask",
        AWAIT "org.eclipse.jetty.util.BlockingArrayQueue.poll,"
              "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.idleJobPoll",
        PARK "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode.park",
        "java.net.SocketInputStream.read,app.Read.it,sun.rmi.transport.tcp.TCPTransport.handle",
    };
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
        ck_assert_msg(is_idle(stacks[i]), "%s", stacks[i]);
}
END_TEST

START_TEST(tasks_of_a_pool_that_wait_for_a_lock_are_not) {
    static const char *const stacks[] = {
        PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire,"
             "java.util.concurrent.locks.ReentrantLock.lock,app.Cache.get,"
             "java.util.concurrent.ThreadPoolExecutor.runWorker",
        PARK "java.util.concurrent.locks.ReentrantLock.lock,app.Task.compute,"
             "java.util.concurrent.ForkJoinPool.runWorker",
        AWAIT "java.util.concurrent.LinkedBlockingQueue.take,app.Consumer.run",
        "app.Lock.enter,java.util.concurrent.ForkJoinPool.runWorker", /* a monitor: no park */
        "java.util.concurrent.ThreadPoolExecutor.getTask,app.Main.run",
        PARK "app.Waits.here,java.util.concurrent.LinkedBlockingQueue.take,"
             "java.util.concurrent.ThreadPoolExecutor.getTask",
        PARK "java.util.concurrent.ThreadPoolExecutorX.getTask",
        "app.Main.run",
    };
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
        ck_assert_msg(!is_idle(stacks[i]), "%s", stacks[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("idle");
    TCase *tcase = tcase_create("idle");
    tcase_add_test(tcase, threads_that_wait_for_work_are_idle_on_any_jdk_and_in_any_server);
    tcase_add_test(tcase, tasks_of_a_pool_that_wait_for_a_lock_are_not);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
