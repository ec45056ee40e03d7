#include "analyzers/tables/idle.h"

#include <stddef.h>
#include <string.h>

/* A class that ends with * is all that begin so; method NULL: all of the class. The first row that
 * fits counts. */
static const struct {
    const char *class_name, *method;
    unsigned part;
} rows[] = {
    {"jdk.internal.misc.Unsafe", "park", IDLE_PARK},
    {"sun.misc.Unsafe", "park", IDLE_PARK},
    {"java.util.concurrent.locks.LockSupport", NULL, IDLE_PARK},
    {"java.lang.VirtualThread", NULL, IDLE_PARK},
    {"java.lang.System$*", "parkVirtualThread", IDLE_PARK},
    {"jdk.internal.vm.Continuation", NULL, IDLE_PARK},
    /* the JDK's pools and what waits for the JVM */
    {"java.util.concurrent.ThreadPoolExecutor", "getTask", IDLE_WAITS},
    {"java.util.concurrent.ForkJoinPool", "awaitWork", IDLE_WAITS},
    {"java.util.concurrent.ForkJoinPool", "runWorker", IDLE_WAITS},
    {"java.util.concurrent.ForkJoinPool", "scan", IDLE_WAITS},
    {"java.util.concurrent.DelayScheduler", "loop", IDLE_WAITS}, /* JDK 25 */
    {"java.util.concurrent.DelayScheduler", "run", IDLE_WAITS},
    {"java.lang.ref.ReferenceQueue", "remove", IDLE_WAITS},
    {"java.lang.ref.ReferenceQueue", "remove0", IDLE_WAITS},
    {"java.util.TimerThread", NULL, IDLE_WAITS},
    {"jdk.internal.ref.CleanerImpl", "run", IDLE_WAITS},
    /* servers and schedulers */
    {"org.apache.tomcat.util.threads.ThreadPoolExecutor", "getTask", IDLE_WAITS},
    {"org.eclipse.jetty.util.thread.QueuedThreadPool", "idleJobPoll", IDLE_WAITS},
    {"org.eclipse.jetty.util.thread.QueuedThreadPool$Runner", "idleJobPoll", IDLE_WAITS},
    {"org.eclipse.jetty.util.thread.QueuedThreadPool$Runner", "run", IDLE_WAITS},
    {"org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread", "reservedWait",
     IDLE_WAITS},
    {"org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread", "run", IDLE_WAITS},
    {"org.jboss.threads.EnhancedQueueExecutor$*", NULL, IDLE_WAITS}, /* Undertow */
    {"io.netty.util.concurrent.SingleThreadEventExecutor", "takeTask", IDLE_WAITS},
    {"io.netty.util.concurrent.GlobalEventExecutor", "takeTask", IDLE_WAITS},
    {"io.netty.util.HashedWheelTimer$Worker", NULL, IDLE_WAITS},
    {"weblogic.work.ExecuteThread", "waitForRequest", IDLE_WAITS},
    {"akka.dispatch.forkjoin.ForkJoinPool", "runWorker", IDLE_WAITS},
    {"akka.dispatch.forkjoin.ForkJoinPool", "scan", IDLE_WAITS},
    {"scala.concurrent.forkjoin.ForkJoinPool", "runWorker", IDLE_WAITS},
    {"scala.concurrent.forkjoin.ForkJoinPool", "scan", IDLE_WAITS},
    {"kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "park", IDLE_WAITS},
    {"kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "tryPark", IDLE_WAITS},
    {"kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "runWorker", IDLE_WAITS},
    /* what they take their work from */
    {"java.util.concurrent.locks.*", NULL, IDLE_THROUGH},
    {"java.util.concurrent.LinkedBlockingQueue", NULL, IDLE_THROUGH},
    {"java.util.concurrent.LinkedBlockingDeque", NULL, IDLE_THROUGH},
    {"java.util.concurrent.ArrayBlockingQueue", NULL, IDLE_THROUGH},
    {"java.util.concurrent.PriorityBlockingQueue", NULL, IDLE_THROUGH},
    {"java.util.concurrent.DelayQueue", NULL, IDLE_THROUGH},
    {"java.util.concurrent.SynchronousQueue*", NULL, IDLE_THROUGH},
    {"java.util.concurrent.LinkedTransferQueue*", NULL, IDLE_THROUGH},
    {"java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", NULL, IDLE_THROUGH},
    {"java.util.concurrent.ForkJoinPool", "managedBlock", IDLE_THROUGH},
    {"java.util.concurrent.ForkJoinPool", "unmanagedBlock", IDLE_THROUGH},
    {"java.util.concurrent.ForkJoinPool", "compensatedBlock", IDLE_THROUGH},
    {"java.lang.ref.ReferenceQueue", NULL, IDLE_THROUGH},
    {"org.apache.tomcat.util.threads.TaskQueue", NULL, IDLE_THROUGH},
    {"org.eclipse.jetty.util.BlockingArrayQueue", NULL, IDLE_THROUGH},
    /* readers */
    {"sun.rmi.transport.tcp.TCPTransport", NULL, IDLE_POLLS},
    {"sun.rmi.transport.tcp.TCPTransport$ConnectionHandler", NULL, IDLE_POLLS},
    {"javax.management.remote.rmi.RMIConnector$RMINotifClient", NULL, IDLE_POLLS},
    {"org.apache.tomcat.util.net.NioEndpoint$Poller", NULL, IDLE_POLLS},
    {"jdk.internal.net.http.Http1AsyncReceiver", NULL, IDLE_POLLS},
    {"com.sun.jmx.remote.internal.ClientNotifForwarder$NotifFetcher", NULL, IDLE_POLLS},
};

static bool is_class(const char *pattern, const char *class_name) {
    size_t len = strlen(pattern);
    if (pattern[len - 1] != '*') return strcmp(pattern, class_name) == 0;
    return strncmp(pattern, class_name, len - 1) == 0;
}

unsigned idle_part_of(const char *class_name, const char *method) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_class(rows[i].class_name, class_name) &&
            (!rows[i].method || strcmp(rows[i].method, method) == 0))
            return rows[i].part;
    return 0;
}

/* Parks begin a stack; what no row has decides that it is not idle, unless a reader is below. */
void idle_add(struct idle_stack *stack, unsigned part) {
    if (part & IDLE_POLLS) stack->idle = true;
    if (stack->decided) return;
    if (part & IDLE_PARK) stack->parked = true;
    else if (part & IDLE_WAITS && stack->parked) stack->idle = stack->decided = true;
    else if (!(part & IDLE_THROUGH && stack->parked)) stack->decided = true;
}
