#include "analyzers/tables/idle.h"

#include <stddef.h>
#include <string.h>

/* A class or method that ends with * is all that begin so; method NULL: all of the class. The first
 * row that fits counts. */
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
    /* a lock that another has, be it that of a queue */
    {"java.util.concurrent.locks.AbstractQueuedSynchronizer", "acquire*", 0},
    {"java.util.concurrent.locks.AbstractQueuedLongSynchronizer", "acquire*", 0},
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
    {"sun.nio.ch.Poller", "subPollerLoop", IDLE_WAITS}, /* of virtual threads */
    {"sun.nio.ch.Poller", "updateLoop", IDLE_WAITS},
    {"java.awt.EventQueue", "getNextEvent", IDLE_WAITS},
    {"javax.swing.TimerQueue", "run", IDLE_WAITS},
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
    {"kafka.network.RequestChannel", "receiveRequest", IDLE_WAITS},
    {"kafka.controller.ControllerEventManager$ControllerEventThread", "doWork", IDLE_WAITS},
    {"datadog.trace.util.AgentTaskScheduler$Worker", "run", IDLE_WAITS},
    {"datadog.trace.agent.common.writer.TraceProcessingWorker$TraceSerializingHandler", NULL,
     IDLE_WAITS},
    {"datadog.trace.agent.core.datastreams.DefaultDataStreamsMonitoring$InboxProcessor", "run",
     IDLE_WAITS},
    {"akka.dispatch.affinity.AffinityPool$IdleStrategy", NULL, IDLE_WAITS},
    {"org.apache.pekko.dispatch.affinity.AffinityPool$IdleStrategy", NULL, IDLE_WAITS},
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
    {"sun.nio.ch.Poller", NULL, IDLE_THROUGH},
    {"datadog.jctools.queues.MpscBlockingConsumerArrayQueue", NULL, IDLE_THROUGH},
    {"org.apache.tomcat.util.threads.TaskQueue", NULL, IDLE_THROUGH},
    {"org.eclipse.jetty.util.BlockingArrayQueue", NULL, IDLE_THROUGH},
    /* reads of a socket, as events and samples have them on top */
    {"java.net.SocketInputStream", NULL, IDLE_READ},
    {"java.net.Socket$SocketInputStream", NULL, IDLE_READ},
    {"sun.nio.ch.NioSocketImpl*", "read", IDLE_READ},
    {"sun.nio.ch.NioSocketImpl", "implRead", IDLE_READ},
    {"sun.nio.ch.SocketChannelImpl", "read", IDLE_READ},
    {"sun.nio.ch.SocketInputStream", "read", IDLE_READ},
    /* who waits for the next request, or for what is told when it happens */
    {"sun.rmi.transport.tcp.TCPTransport", NULL, IDLE_POLLS},
    {"sun.rmi.transport.tcp.TCPTransport$ConnectionHandler", NULL, IDLE_POLLS},
    {"javax.management.remote.rmi.RMIConnector$RMINotifClient", NULL, IDLE_POLLS},
    {"org.apache.tomcat.util.net.NioEndpoint$Poller", NULL, IDLE_POLLS},
    {"jdk.internal.net.http.Http1AsyncReceiver", NULL, IDLE_POLLS},
    {"com.sun.jmx.remote.internal.ClientNotifForwarder$NotifFetcher", NULL, IDLE_POLLS},
    {"org.apache.coyote.http11.InternalInputBuffer", "parseRequestLine",
     IDLE_POLLS}, /* keep-alive */
    /* what they read through */
    {"java.io.*", NULL, IDLE_STREAM},
    {"java.nio.channels.*", NULL, IDLE_STREAM},
    {"sun.nio.ch.*", NULL, IDLE_STREAM},
    {"sun.security.ssl.*", NULL, IDLE_STREAM},
    {"java.rmi.*", NULL, IDLE_STREAM},
    {"sun.rmi.*", NULL, IDLE_STREAM},
    {"com.sun.jmx.*", NULL, IDLE_STREAM},
    {"jdk.jmx.remote.*", NULL, IDLE_STREAM},
    {"javax.management.remote.*", NULL, IDLE_STREAM},
    {"jdk.internal.net.http.*", NULL, IDLE_STREAM},
    {"org.apache.tomcat.util.net.*", NULL, IDLE_STREAM},
    {"org.apache.coyote.http11.InternalInputBuffer", "fill", IDLE_STREAM},
};

static bool fits(const char *pattern, const char *name) {
    size_t len = strlen(pattern);
    if (pattern[len - 1] != '*') return strcmp(pattern, name) == 0;
    return strncmp(pattern, name, len - 1) == 0;
}

unsigned idle_part_of(const char *class_name, const char *method) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (fits(rows[i].class_name, class_name) &&
            (!rows[i].method || fits(rows[i].method, method)))
            return rows[i].part;
    return 0;
}

/* A park or a read begins a stack; the first frame that is no part of one decides. */
void idle_add(struct idle_stack *stack, unsigned part) {
    if (stack->decided) return;
    unsigned who = (stack->parked ? IDLE_WAITS : 0) | (stack->reads ? IDLE_POLLS : 0);
    unsigned between = (stack->parked ? IDLE_THROUGH : 0) | (stack->reads ? IDLE_STREAM : 0);
    if (part & IDLE_PARK) stack->parked = true;
    else if (part & IDLE_READ) stack->reads = true;
    else if (part & who) stack->idle = stack->decided = true;
    else stack->decided = !(part & between);
}
