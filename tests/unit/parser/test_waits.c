/* Which stacks are idle: those of threads that wait for work. */
#include "parser/waits.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* "Class.method" from the top, by commas. */
static bool is_idle(const char *frames) {
    struct waits_stack stack = {0};
    char copy[2000], *rest = copy;
    ck_assert_uint_lt(strlen(frames), sizeof copy);
    strcpy(copy, frames);
    for (char *frame; (frame = strsep(&rest, ","));) {
        char *dot = strrchr(frame, '.');
        *dot = 0;
        waits_add(&stack, waits_row(frame, dot + 1));
    }
    return waits_idle(&stack);
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

/* ==== What is waited for ==================================================================== */

static struct waits_stack of(const char *frames) {
    struct waits_stack stack = {0};
    char copy[2000], *rest = copy;
    ck_assert_uint_lt(strlen(frames), sizeof copy);
    strcpy(copy, frames);
    for (char *frame; (frame = strsep(&rest, ",")) && !waits_done(&stack);) {
        char *dot = strrchr(frame, '.');
        *dot = 0;
        waits_add(&stack, waits_row(frame, dot + 1));
    }
    return stack;
}

START_TEST(a_stack_says_what_its_thread_waits_for) {
    static const struct {
        const char *frames;
        enum waits_for what;
        const char *name;
        bool turn;
    } rows[] = {
        {PARK "java.util.concurrent.FutureTask.awaitDone,java.util.concurrent.FutureTask.get,a.B.c",
         WAITS_OTHER, "for a future"},
        {PARK "java.util.concurrent.CompletableFuture$Signaller.block,"
              "java.util.concurrent.ForkJoinPool.managedBlock,a.B.c",
         WAITS_OTHER, "for a future"},
        {PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire,"
              "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireSharedInterruptibly,"
              "java.util.concurrent.CountDownLatch.await,a.B.c",
         WAITS_OTHER, "at a latch"},
        {PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire,"
              "java.util.concurrent.locks.ReentrantLock$Sync.lock,a.B.c",
         WAITS_LOCK, "for a ReentrantLock", true},
        {AWAIT "java.util.concurrent.Semaphore.acquire,a.B.c", WAITS_OTHER,
         "for a permit (Semaphore)", true},
        {PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire,"
              "java.util.concurrent.LinkedBlockingQueue.take,a.B.c",
         WAITS_LOCK, "for an item in a queue", true},
        {PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire,a.Own.lock",
         WAITS_LOCK, NULL, true},
        {PARK "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire,"
              "java.util.concurrent.ThreadPoolExecutor.getTask",
         WAITS_LOCK, NULL, true},
        {AWAIT "java.util.concurrent.CyclicBarrier.dowait,a.B.c", WAITS_OTHER, "at a barrier"},
        {"sun.nio.ch.FileDispatcherImpl.lock0,sun.nio.ch.FileDispatcherImpl.lock,"
         "sun.nio.ch.FileChannelImpl.lock,java.nio.channels.FileChannel.lock,a.B.c",
         WAITS_LOCK, "for the lock of a file", true},
        {"sun.nio.ch.UnixFileDispatcherImpl.lock0,sun.nio.ch.UnixFileDispatcherImpl.lock,"
         "sun.nio.ch.FileChannelImpl.lock,a.B.c",
         WAITS_LOCK, "for the lock of a file", true},
        {"sun.nio.ch.Net.poll,sun.nio.ch.DatagramChannelImpl.park,"
         "sun.nio.ch.DatagramSocketAdaptor.receive,a.B.c",
         WAITS_REPLY, NULL},
        {AWAIT "java.util.concurrent.LinkedBlockingQueue.put,a.B.c", WAITS_OTHER,
         "for room in a queue"},
        {AWAIT "java.util.concurrent.LinkedBlockingQueue.take,a.B.c", WAITS_QUEUE,
         "for an item in a queue", true},
        {AWAIT "java.util.concurrent.LinkedBlockingQueue.take,"
               "java.util.concurrent.ThreadPoolExecutor.getTask",
         WAITS_IDLE, "worker pool"},
        {AWAIT "a.Own.await", WAITS_OTHER, NULL},
        {"java.lang.Thread.sleep0,java.lang.Thread.sleep,a.B.c", WAITS_TIMER, NULL},
        {"java.lang.Thread.sleep,java.util.concurrent.TimeUnit.sleep,a.B.c", WAITS_TIMER, NULL},
        {"java.lang.Thread.sleep,akka.actor.LightArrayRevolverScheduler$$anon$3.waitNanos",
         WAITS_IDLE, "timer (Akka)"},
        {"java.lang.Object.wait0,java.lang.Object.wait,java.util.TimerThread.mainLoop", WAITS_IDLE,
         "timer"},
        {"java.lang.Object.wait,java.lang.Thread.join,a.B.c", WAITS_OTHER, "for a thread's end"},
        {"java.lang.Object.wait,a.B.c", WAITS_OTHER, NULL},
        {"sun.nio.ch.EPoll.wait,sun.nio.ch.EPollSelectorImpl.doSelect,"
         "sun.nio.ch.SelectorImpl.lockAndDoSelect,io.netty.channel.nio.NioEventLoop.select",
         WAITS_IDLE, "event loop"},
        {"sun.nio.ch.Net.poll,sun.nio.ch.NioSocketImpl.park,sun.nio.ch.NioSocketImpl.implAccept,"
         "java.net.ServerSocket.accept",
         WAITS_IDLE, "for connections"},
        {"sun.nio.ch.Net.poll,sun.nio.ch.NioSocketImpl.park,sun.nio.ch.NioSocketImpl.implRead,"
         "sun.nio.ch.NioSocketImpl$1.read,a.B.c",
         WAITS_REPLY, NULL},
        {"sun.nio.ch.ServerSocketChannelImpl.accept0,sun.nio.ch.ServerSocketChannelImpl.accept",
         WAITS_IDLE, "for connections"},
        {"io.netty.channel.epoll.Native.epollWait0,io.netty.channel.epoll.Native.epollWait",
         WAITS_IDLE, "event loop (Netty)"},
        {"java.net.SocketInputStream.read,org.db.Wire.read", WAITS_REPLY, NULL},
        {"java.net.SocketInputStream.read", WAITS_REPLY, NULL},
        {"a.B.compute,java.util.concurrent.FutureTask.run", WAITS_NOT, NULL},
        {"java.util.concurrent.FutureTask.awaitDone", WAITS_NOT, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct waits_stack stack = of(rows[i].frames);
        ck_assert_msg(stack.what == rows[i].what, "%s: %d", rows[i].frames, (int)stack.what);
        ck_assert_msg(!rows[i].name == !stack.name, "%s: %s", rows[i].frames, stack.name);
        if (stack.name) ck_assert_str_eq(stack.name, rows[i].name);
        ck_assert(!stack.own);
        if (stack.what != WAITS_IDLE)
            ck_assert_msg(stack.turn == rows[i].turn, "%s", rows[i].frames);
    }
}
END_TEST

static struct waits_stack stack_of(const char *const *frames) {
    struct waits_stack stack = {0};
    for (; *frames; frames += 2) waits_add(&stack, waits_row(frames[0], frames[1]));
    return stack;
}

#define SELECTS                                                             \
    "sun.nio.ch.EPoll", "wait", "sun.nio.ch.EPollSelectorImpl", "doSelect", \
        "sun.nio.ch.SelectorImpl", "lockAndDoSelect", "sun.nio.ch.SelectorImpl", "select"
#define POLLS "sun.nio.ch.Net", "poll", "sun.nio.ch.SelChImpl", "park"

START_TEST(who_asks_a_peer_by_a_selector_waits_for_a_reply_and_a_loop_for_work) {
    static const char *const asks[] = {SELECTS, "com.sun.jndi.dns.DnsClient", "blockingReceive",
                                       NULL},
                             *const loops[] = {SELECTS, "app.Loop", "run", NULL},
                             *const receives[] = {POLLS,
                                                  "sun.nio.ch.DatagramChannelImpl",
                                                  "blockingReceive",
                                                  "app.Client",
                                                  "ask",
                                                  NULL},
                             *const accepts[] = {POLLS,    "sun.nio.ch.ServerSocketChannelImpl",
                                                 "accept", "app.Server",
                                                 "run",    NULL};
    const struct waits_stack loop = stack_of(loops);
    ck_assert_int_eq(stack_of(asks).what, WAITS_REPLY);
    ck_assert_int_eq(loop.what, WAITS_IDLE);
    ck_assert_str_eq(waits_words(&loop), "event loop");
    ck_assert_int_eq(stack_of(receives).what, WAITS_REPLY);
    ck_assert_int_eq(stack_of(accepts).what, WAITS_IDLE);
}
END_TEST

START_TEST(a_lock_to_read_is_had_together_with_others) {
    static const char locks[] = "java.util.concurrent.locks.";
    static const struct {
        const char *frame;
        bool shared;
    } rows[] = {{"ReentrantReadWriteLock$ReadLock.lock", true},
                {"ReentrantReadWriteLock$WriteLock.lock", false},
                {"ReentrantReadWriteLock$FairSync.lock", false},
                {"StampedLock.acquireRead", true},
                {"StampedLock.acquireWrite", false},
                {"ReentrantLock.lock", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char frames[300];
        snprintf(frames, sizeof frames, PARK "%sAbstractQueuedSynchronizer.acquire,%s%s,a.B.c",
                 locks, locks, rows[i].frame);
        const struct waits_stack stack = of(frames);
        ck_assert_int_eq(stack.what, WAITS_LOCK);
        ck_assert_msg(stack.shared == rows[i].shared, "%s", rows[i].frame);
    }
}
END_TEST

START_TEST(functions_that_only_wait_are_known_whatever_version_they_are_of) {
    ck_assert(waits_only("", "pthread_cond_wait@@GLIBC_2.3.2"));
    ck_assert(waits_only("", "poll"));
    ck_assert(waits_only("java.lang.Object", "wait"));
    ck_assert(waits_only("jdk.internal.misc.Unsafe", "park"));
    ck_assert(waits_only("java.lang.Thread", "sleep0"));
    ck_assert(!waits_only("", "polls"));
    ck_assert(!waits_only("", "pol"));
    ck_assert(!waits_only("", "memcpy"));
    ck_assert(!waits_only("java.lang.Thread", "run"));
    ck_assert(!waits_only("java.util.concurrent.ThreadPoolExecutor", "getTask"));
}
END_TEST

/* ==== --classify ============================================================================ */

START_TEST(a_users_lines_name_stacks_by_the_first_frame_that_fits) {
    struct text why = {0};
    ck_assert(waits_classify_text("# ours\n\n  app.Replica.* , replica wait\r\n"
                                  "app.Worker.next, idle worker\napp.*, all else",
                                  &why));
    struct waits_stack replica = of(AWAIT "app.Replica.ask,app.Worker.next");
    ck_assert_str_eq(replica.name, "replica wait");
    ck_assert(replica.own && replica.what == WAITS_OTHER && !waits_idle(&replica));
    struct waits_stack idle = of(AWAIT "lib.Queue.next,app.Worker.next");
    ck_assert_str_eq(idle.name, "idle worker");
    ck_assert(waits_idle(&idle));
    struct waits_stack other = of("app.Main.run");
    ck_assert_str_eq(other.name, "all else");
    struct waits_stack none = of(AWAIT "java.util.concurrent.CyclicBarrier.await,lib.Main.run");
    ck_assert_str_eq(none.name, "at a barrier");
    ck_assert(!none.own);
    ck_assert(waits_classify_text("", &why));
    text_free(&why);
}
END_TEST

START_TEST(what_is_known_without_them_is_no_line_of_the_users) {
    static const char *const frames[][2] = {{"java.lang.Object", "wait"},
                                            {"java.lang.Thread", "sleep"},
                                            {"jdk.internal.misc.Unsafe", "park"},
                                            {"sun.nio.ch.EPoll", "wait"},
                                            {"java.util.concurrent.ThreadPoolExecutor", "getTask"},
                                            {"java.util.concurrent.ForkJoinPool", "awaitWork"},
                                            {"app.Main", "run"}};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
        ck_assert_uint_eq(waits_of_user(waits_row(frames[i][0], frames[i][1])), 0);
}
END_TEST

START_TEST(a_line_that_is_wrong_is_named_by_its_number) {
    static const struct {
        const char *lines, *says;
    } rows[] = {
        {"no comma", "line 1: expected a pattern"},
        {"a.B, c\n\n# x\n, name", "line 4: expected a pattern"},
        {"a.B,\n", "line 1: expected a pattern"},
        {"a.B,   \n", "line 1: expected a pattern"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text why = {0};
        ck_assert(!waits_classify_text(rows[i].lines, &why));
        ck_assert_msg(strncmp(text_str(&why), rows[i].says, strlen(rows[i].says)) == 0, "%s",
                      text_str(&why));
        text_free(&why);
    }
    struct waits_stack none = of("a.B");
    ck_assert(!none.name); /* nothing was taken */
}
END_TEST

START_TEST(patterns_and_names_are_bounded) {
    struct text lines = {0}, why = {0};
    for (int i = 0; i < 501; i++) text_add_char(&lines, 'a');
    text_add(&lines, ",n");
    ck_assert(!waits_classify_text(text_str(&lines), &why));
    text_clear(&lines);
    for (int i = 0; i < 500; i++) text_add_char(&lines, 'a');
    text_add(&lines, ",n");
    ck_assert(waits_classify_text(text_str(&lines), &why));
    text_clear(&lines);
    for (int i = 0; i < 1000; i++) text_add(&lines, "a,n\n");
    ck_assert(waits_classify_text(text_str(&lines), &why));
    text_add(&lines, "a,n\n");
    text_clear(&why);
    ck_assert(!waits_classify_text(text_str(&lines), &why));
    ck_assert_str_eq(text_str(&why), "line 1001: there can be 1000 lines at most");
    ck_assert(waits_classify_text("", &why));
    text_free(&lines);
    text_free(&why);
}
END_TEST

START_TEST(a_file_that_cannot_be_read_is_said) {
    struct text why = {0};
    ck_assert(!waits_classify("/nowhere/at/all", &why));
    ck_assert_str_eq(text_str(&why), "No such file or directory");
    text_clear(&why);
    ck_assert(!waits_classify("/", &why)); /* which is opened all the same */
    ck_assert_str_eq(text_str(&why), "Is a directory");
    text_clear(&why);
    ck_assert(!waits_classify("/dev/zero", &why)); /* without an end */
    ck_assert_str_eq(text_str(&why), "it has more than 1 MB");
    text_free(&why);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("waits");
    TCase *tcase = tcase_create("waits");
    tcase_add_test(tcase, threads_that_wait_for_work_are_idle_on_any_jdk_and_in_any_server);
    tcase_add_test(tcase, readers_that_wait_for_the_next_request_are_idle);
    tcase_add_test(tcase, what_a_request_reads_and_all_that_is_written_is_not_idle);
    tcase_add_test(tcase, threads_that_wait_for_the_lock_of_their_queue_are_not);
    tcase_add_test(tcase, tasks_of_a_pool_that_wait_for_a_lock_are_not);
    tcase_add_test(tcase, a_stack_says_what_its_thread_waits_for);
    tcase_add_test(tcase, a_lock_to_read_is_had_together_with_others);
    tcase_add_test(tcase, who_asks_a_peer_by_a_selector_waits_for_a_reply_and_a_loop_for_work);
    tcase_add_test(tcase, functions_that_only_wait_are_known_whatever_version_they_are_of);
    tcase_add_test(tcase, a_users_lines_name_stacks_by_the_first_frame_that_fits);
    tcase_add_test(tcase, what_is_known_without_them_is_no_line_of_the_users);
    tcase_add_test(tcase, a_line_that_is_wrong_is_named_by_its_number);
    tcase_add_test(tcase, patterns_and_names_are_bounded);
    tcase_add_test(tcase, a_file_that_cannot_be_read_is_said);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
