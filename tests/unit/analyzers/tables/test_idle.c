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
        AWAIT "java.util.concurrent.ArrayBlockingQueue.poll,"
              "kafka.network.RequestChannel.receiveRequest,kafka.server.KafkaRequestHandler.run",
        AWAIT "java.util.concurrent.LinkedBlockingQueue.take,"
              "kafka.controller.ControllerEventManager$ControllerEventThread.doWork",
        PARK
        "datadog.jctools.queues.MpscBlockingConsumerArrayQueue.parkUntilNext,"
        "datadog.jctools.queues.MpscBlockingConsumerArrayQueue.poll,datadog.trace.agent.common."
        "writer.TraceProcessingWorker$TraceSerializingHandler.consumeFromPrimaryQueue",
        PARK "datadog.jctools.queues.MpscBlockingConsumerArrayQueue.take,datadog.trace.agent.core."
             "datastreams.DefaultDataStreamsMonitoring$InboxProcessor.run",
        AWAIT "java.util.concurrent.DelayQueue.take,datadog.trace.util.AgentTaskScheduler$Worker."
              "run",
        PARK "akka.dispatch.affinity.AffinityPool$IdleStrategy.idle",
        PARK "org.apache.pekko.dispatch.affinity.AffinityPool$IdleStrategy.idle",
        PARK "java.util.concurrent.ForkJoinPool.awaitWork,jdk.internal.misc.CarrierThread.run",
        "java.lang.VirtualThread.park,java.lang.System$2.parkVirtualThread,"
        "java.util.concurrent.locks.LockSupport.park,sun.nio.ch.Poller.poll,"
        "sun.nio.ch.Poller.subPollerLoop",
        PARK "java.util.concurrent.LinkedTransferQueue.take,sun.nio.ch.Poller.updateLoop",
        AWAIT "java.util.concurrent.DelayQueue.take,javax.swing.TimerQueue.run",
        AWAIT "java.awt.EventQueue.getNextEvent,java.awt.EventDispatchThread.pumpEvents",
    };
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
        ck_assert_msg(is_idle(stacks[i]), "%s", stacks[i]);
}
END_TEST

#define BUFFERED "java.io.BufferedInputStream.fill,java.io.BufferedInputStream.read,"

START_TEST(readers_that_wait_for_the_next_request_are_idle) {
    static const char *const stacks[] = {
        "java.net.SocketInputStream.read," BUFFERED "java.io.FilterInputStream.read,"
        "sun.rmi.transport.tcp.TCPTransport.handleMessages",
        "java.net.Socket$SocketInputStream.read," BUFFERED
        "sun.rmi.transport.tcp.TCPTransport$ConnectionHandler.run0",
        "sun.nio.ch.NioSocketImpl.implRead,sun.nio.ch.NioSocketImpl.read,"
        "sun.nio.ch.NioSocketImpl$1.read,java.net.Socket$SocketInputStream.read," BUFFERED
        "sun.rmi.transport.tcp.TCPTransport.handleMessages",
        "java.net.SocketInputStream.read," BUFFERED "java.io.DataInputStream.readByte,"
        "sun.rmi.transport.StreamRemoteCall.executeCall,sun.rmi.server.UnicastRef.invoke,"
        "jdk.jmx.remote.internal.rmi.PRef.invoke,"
        "javax.management.remote.rmi.RMIConnectionImpl_Stub.fetchNotifications,"
        "javax.management.remote.rmi.RMIConnector$RMINotifClient.fetchNotifs",
        "java.net.SocketInputStream.read,sun.security.ssl.AppInputStream.read,"
        "org.apache.coyote.http11.InternalInputBuffer.fill,"
        "org.apache.coyote.http11.InternalInputBuffer.parseRequestLine",
        "sun.nio.ch.SocketChannelImpl.read,java.nio.channels.Channels.read,"
        "sun.nio.ch.ChannelInputStream.read,com.sun.jmx.remote.internal.ClientNotifForwarder$"
        "NotifFetcher.run",
    };
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
        ck_assert_msg(is_idle(stacks[i]), "%s", stacks[i]);
}
END_TEST

/* A call that a server handles reads from what it calls; answers are written. */
START_TEST(what_a_request_reads_and_all_that_is_written_is_not_idle) {
    static const char *const stacks[] = {
        "java.net.SocketInputStream.read,org.db.Wire.read,app.Orders.find,"
        "sun.rmi.transport.tcp.TCPTransport.handleMessages",
        "java.net.SocketOutputStream.write,java.io.BufferedOutputStream.flush,"
        "sun.rmi.transport.tcp.TCPTransport.handleMessages",
        BUFFERED "sun.rmi.transport.tcp.TCPTransport.handleMessages",
        BUFFERED "java.net.SocketInputStream.read,sun.rmi.transport.tcp.TCPTransport.handle",
        "java.io.FileInputStream.read,sun.rmi.transport.tcp.TCPTransport.handleMessages",
        PARK "sun.rmi.transport.tcp.TCPTransport.handleMessages",
        "java.net.SocketInputStream.read,java.util.concurrent.LinkedBlockingQueue.take,"
        "sun.rmi.transport.tcp.TCPTransport.handleMessages",
        "java.net.SocketInputStream.read,java.util.concurrent.ThreadPoolExecutor.getTask",
        "java.net.SocketInputStream.read,"
        "org.apache.coyote.http11.InternalInputBuffer.fill,"
        "org.apache.coyote.http11.InternalInputBuffer.parseHeaders",
        "java.net.SocketInputStream.read",
    };
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
        ck_assert_msg(!is_idle(stacks[i]), "%s", stacks[i]);
}
END_TEST

START_TEST(threads_that_wait_for_the_lock_of_their_queue_are_not) {
    static const char *const stacks[] = {
        PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireInterruptibly,"
             "java.util.concurrent.locks.ReentrantLock.lockInterruptibly,"
             "java.util.concurrent.ArrayBlockingQueue.poll,"
             "kafka.network.RequestChannel.receiveRequest",
        PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire,"
             "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await,"
             "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.take,"
             "java.util.concurrent.ThreadPoolExecutor.getTask",
        PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.parkAndCheckInterrupt,"
             "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireQueued,"
             "java.util.concurrent.locks.ReentrantLock.lock,"
             "java.util.concurrent.LinkedBlockingQueue.take,"
             "java.util.concurrent.ThreadPoolExecutor.getTask",
    };
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
        ck_assert_msg(!is_idle(stacks[i]), "%s", stacks[i]);
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
    tcase_add_test(tcase, readers_that_wait_for_the_next_request_are_idle);
    tcase_add_test(tcase, what_a_request_reads_and_all_that_is_written_is_not_idle);
    tcase_add_test(tcase, threads_that_wait_for_the_lock_of_their_queue_are_not);
    tcase_add_test(tcase, tasks_of_a_pool_that_wait_for_a_lock_are_not);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
