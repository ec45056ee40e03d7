/* clang-format off: a table
 *
 *   ROW(class, method, part, name)
 *
 * A class or method that ends with * is all that begin so; method NULL: all of the class. The first
 * row that fits counts. Names are what is waited for, or who waits. */

/* what begins a wait */
ROW("jdk.internal.misc.Unsafe", "park", WAITS_PARK, NULL)
ROW("sun.misc.Unsafe", "park", WAITS_PARK, NULL)
ROW("java.util.concurrent.locks.LockSupport", NULL, WAITS_PARK, NULL)
ROW("java.lang.VirtualThread", NULL, WAITS_PARK, NULL)
ROW("java.lang.System$*", "parkVirtualThread", WAITS_PARK, NULL)
ROW("jdk.internal.vm.Continuation", NULL, WAITS_PARK, NULL)
ROW("java.lang.Object", "wait*", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("java.lang.Thread", "sleep*", WAITS_SLEEP, NULL)
ROW("java.util.concurrent.TimeUnit", "sleep", WAITS_SLEEP, NULL)
/* for whatever comes first: selectors, servers */
ROW("sun.nio.ch.EPoll", "wait", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.EPollArrayWrapper", "epollWait", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.EPollSelectorImpl", "doSelect", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.KQueue", "poll", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.KQueueArrayWrapper", "kevent0", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.KQueueSelectorImpl", "doSelect", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.WEPoll", "wait", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.WindowsSelectorImpl$SubSelector", "poll*", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.PollSelectorImpl", "doSelect", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.Net", "poll", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.Net", "accept", WAITS_PARK | WAITS_SAMPLED, NULL)
ROW("sun.nio.ch.ServerSocketChannelImpl", "accept*", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "for connections")
ROW("sun.nio.ch.NioSocketImpl", "accept", WAITS_WORK, "for connections")
ROW("sun.nio.ch.NioSocketImpl", "timedAccept", WAITS_WORK, "for connections")
ROW("sun.nio.ch.NioSocketImpl", "implAccept", WAITS_WORK, "for connections")
ROW("sun.nio.ch.NioSocketImpl", "park", WAITS_THROUGH | WAITS_STREAM, NULL)
ROW("java.net.PlainSocketImpl", "socketAccept", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "for connections")
ROW("java.net.DualStackPlainSocketImpl", "accept0", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "for connections")
ROW("sun.nio.fs.LinuxWatchService", "poll", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "for changes of files")
ROW("java.lang.UNIXProcess", "waitForProcessExit", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "for a process")
ROW("java.lang.ProcessHandleImpl", "waitForProcessExit0", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "for a process")
ROW("java.lang.ref.Reference", "waitForReferencePendingList",
    WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED, "for the JVM")
ROW("io.netty.channel.epoll.Native", "epollWait*", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "event loop (Netty)")
ROW("io.netty.channel.kqueue.Native", "keventWait*", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "event loop (Netty)")
ROW("io.netty.channel.uring.Native", "ioUringEnter*", WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED,
    "event loop (Netty)")
ROW("sun.nio.ch.EPollArrayWrapper", NULL, WAITS_THROUGH | WAITS_STREAM, NULL)
ROW("sun.nio.ch.KQueueArrayWrapper", NULL, WAITS_THROUGH | WAITS_STREAM, NULL)
ROW("sun.nio.ch.WindowsSelectorImpl*", NULL, WAITS_THROUGH | WAITS_STREAM, NULL)
ROW("sun.nio.ch.ServerSocketChannelImpl", NULL, WAITS_WORK | WAITS_STREAM, "for connections")
/* a lock that another has, be it that of a queue */
ROW("java.util.concurrent.locks.AbstractQueuedSynchronizer", "acquire*", WAITS_ACQUIRES, NULL)
ROW("java.util.concurrent.locks.AbstractQueuedLongSynchronizer", "acquire*", WAITS_ACQUIRES, NULL)
/* what another thread brings about */
ROW("java.util.concurrent.FutureTask", "awaitDone", WAITS_THEM, "for a future")
ROW("java.util.concurrent.FutureTask", "get", WAITS_THEM, "for a future")
ROW("java.util.concurrent.CompletableFuture", "waitingGet", WAITS_THEM, "for a future")
ROW("java.util.concurrent.CompletableFuture", "timedGet", WAITS_THEM, "for a future")
ROW("java.util.concurrent.CompletableFuture$Signaller", NULL, WAITS_THEM, "for a future")
ROW("java.util.concurrent.ForkJoinTask", NULL, WAITS_THEM, "for a fork-join task")
ROW("java.util.concurrent.CountDownLatch", "await", WAITS_THEM, "at a latch")
ROW("java.util.concurrent.CyclicBarrier", NULL, WAITS_THEM, "at a barrier")
ROW("java.util.concurrent.Phaser*", NULL, WAITS_THEM, "at a barrier (Phaser)")
ROW("java.util.concurrent.Exchanger", NULL, WAITS_THEM, "at an exchanger")
ROW("java.util.concurrent.Semaphore", NULL, WAITS_THEM | WAITS_TURN, "for a permit (Semaphore)")
ROW("java.util.concurrent.locks.ReentrantLock*", NULL, WAITS_LOCKS, "for a ReentrantLock")
ROW("java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock", NULL, WAITS_LOCKS | WAITS_SHARED,
    "for a ReentrantReadWriteLock")
ROW("java.util.concurrent.locks.ReentrantReadWriteLock*", NULL, WAITS_LOCKS,
    "for a ReentrantReadWriteLock")
ROW("java.util.concurrent.locks.StampedLock", "acquireRead", WAITS_LOCKS | WAITS_SHARED,
    "for a StampedLock")
ROW("java.util.concurrent.locks.StampedLock", NULL, WAITS_LOCKS, "for a StampedLock")
ROW("java.util.concurrent.ArrayBlockingQueue", "put", WAITS_THEM, "for room in a queue")
ROW("java.util.concurrent.LinkedBlockingQueue", "put", WAITS_THEM, "for room in a queue")
ROW("java.util.concurrent.LinkedBlockingDeque", "put*", WAITS_THEM, "for room in a queue")
ROW("java.util.concurrent.SynchronousQueue", "put", WAITS_THEM, "for a taker (SynchronousQueue)")
ROW("java.util.concurrent.ThreadPerTaskExecutor", "awaitTermination", WAITS_THEM, "for tasks")
ROW("java.util.concurrent.StructuredTaskScope*", "join*", WAITS_THEM, "for tasks")
ROW("jdk.internal.misc.ThreadFlock", "awaitAll", WAITS_THEM, "for tasks")
ROW("java.lang.Thread", "join", WAITS_THEM, "for a thread's end")
/* the JDK's pools and what waits for the JVM */
ROW("java.util.concurrent.ThreadPoolExecutor", "getTask", WAITS_WORK, "worker pool")
ROW("java.util.concurrent.ForkJoinPool", "awaitWork", WAITS_WORK, "worker pool (fork-join)")
ROW("java.util.concurrent.ForkJoinPool", "runWorker", WAITS_WORK, "worker pool (fork-join)")
ROW("java.util.concurrent.ForkJoinPool", "scan", WAITS_WORK, "worker pool (fork-join)")
ROW("java.util.concurrent.DelayScheduler", "loop", WAITS_WORK, "timer") /* JDK 25 */
ROW("java.util.concurrent.DelayScheduler", "run", WAITS_WORK, "timer")
ROW("java.lang.ref.ReferenceQueue", "remove", WAITS_WORK, "for the JVM")
ROW("java.lang.ref.ReferenceQueue", "remove0", WAITS_WORK, "for the JVM")
ROW("java.lang.ref.Reference*", "tryHandlePending", WAITS_WORK, "for the JVM") /* JDK 8 */
ROW("java.util.TimerThread", NULL, WAITS_WORK, "timer")
ROW("jdk.internal.ref.CleanerImpl", "run", WAITS_WORK, "for the JVM")
ROW("jdk.jfr.internal.PlatformRecorder", "takeNap", WAITS_WORK, "for the JVM")
ROW("jdk.jfr.internal.PlatformRecorder", "periodicTask", WAITS_WORK, "for the JVM")
ROW("jdk.jfr.internal.periodic.PeriodicEvents", NULL, WAITS_WORK, "for the JVM")
ROW("sun.nio.ch.Poller", "subPollerLoop", WAITS_WORK, "poller of virtual threads")
ROW("sun.nio.ch.Poller", "updateLoop", WAITS_WORK, "poller of virtual threads")
ROW("sun.nio.ch.Poller", "pollerLoop", WAITS_WORK, "poller of virtual threads")
ROW("java.awt.EventQueue", "getNextEvent", WAITS_WORK, "event queue (AWT)")
ROW("javax.swing.TimerQueue", "run", WAITS_WORK, "timer")
ROW("sun.nio.ch.SelectorImpl", NULL, WAITS_WORK | WAITS_STREAM, "event loop")
/* servers and schedulers */
ROW("org.apache.tomcat.util.threads.ThreadPoolExecutor", "getTask", WAITS_WORK,
    "worker pool (Tomcat)")
ROW("org.eclipse.jetty.util.thread.QueuedThreadPool", "idleJobPoll", WAITS_WORK,
    "worker pool (Jetty)")
ROW("org.eclipse.jetty.util.thread.QueuedThreadPool$Runner", "idleJobPoll", WAITS_WORK,
    "worker pool (Jetty)")
ROW("org.eclipse.jetty.util.thread.QueuedThreadPool$Runner", "run", WAITS_WORK,
    "worker pool (Jetty)")
ROW("org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread", "reservedWait",
    WAITS_WORK, "worker pool (Jetty)")
ROW("org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread", "run", WAITS_WORK,
    "worker pool (Jetty)")
ROW("org.jboss.threads.EnhancedQueueExecutor$*", NULL, WAITS_WORK, "worker pool (JBoss, Undertow)")
ROW("io.netty.util.concurrent.SingleThreadEventExecutor", "takeTask", WAITS_WORK,
    "event loop (Netty)")
ROW("io.netty.util.concurrent.GlobalEventExecutor", "takeTask", WAITS_WORK, "event loop (Netty)")
ROW("io.netty.util.HashedWheelTimer$Worker", NULL, WAITS_WORK, "timer (Netty)")
ROW("io.grpc.netty.shaded.io.netty.util.concurrent.SingleThreadEventExecutor", "takeTask",
    WAITS_WORK, "event loop (gRPC)")
ROW("io.grpc.netty.shaded.io.netty.channel.epoll.Native", "epollWait*",
    WAITS_WORK | WAITS_BEGINS | WAITS_SAMPLED, "event loop (gRPC)")
ROW("io.grpc.netty.shaded.io.netty.util.HashedWheelTimer$Worker", NULL, WAITS_WORK, "timer (gRPC)")
ROW("weblogic.work.ExecuteThread", "waitForRequest", WAITS_WORK, "worker pool (WebLogic)")
ROW("kafka.network.RequestChannel", "receiveRequest", WAITS_WORK, "request handlers (Kafka)")
ROW("kafka.controller.ControllerEventManager$ControllerEventThread", "doWork", WAITS_WORK,
    "controller (Kafka)")
ROW("org.apache.kafka.queue.KafkaEventQueue$EventHandler", NULL, WAITS_WORK, "event queue (Kafka)")
ROW("datadog.trace.util.AgentTaskScheduler$Worker", "run", WAITS_WORK, "tracer (Datadog)")
ROW("datadog.trace.agent.common.writer.TraceProcessingWorker$TraceSerializingHandler", NULL,
    WAITS_WORK, "tracer (Datadog)")
ROW("datadog.trace.agent.core.datastreams.DefaultDataStreamsMonitoring$InboxProcessor", "run",
    WAITS_WORK, "tracer (Datadog)")
ROW("akka.dispatch.affinity.AffinityPool$IdleStrategy", NULL, WAITS_WORK, "dispatcher (Akka)")
ROW("org.apache.pekko.dispatch.affinity.AffinityPool$IdleStrategy", NULL, WAITS_WORK,
    "dispatcher (Pekko)")
ROW("akka.dispatch.forkjoin.ForkJoinPool", "runWorker", WAITS_WORK, "dispatcher (Akka)")
ROW("akka.dispatch.forkjoin.ForkJoinPool", "scan", WAITS_WORK, "dispatcher (Akka)")
ROW("akka.actor.LightArrayRevolverScheduler*", NULL, WAITS_TICKS, "timer (Akka)")
ROW("org.apache.pekko.actor.LightArrayRevolverScheduler*", NULL, WAITS_TICKS, "timer (Pekko)")
ROW("scala.concurrent.forkjoin.ForkJoinPool", "runWorker", WAITS_WORK, "worker pool (Scala)")
ROW("scala.concurrent.forkjoin.ForkJoinPool", "scan", WAITS_WORK, "worker pool (Scala)")
ROW("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "park", WAITS_WORK,
    "worker pool (Kotlin)")
ROW("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "tryPark", WAITS_WORK,
    "worker pool (Kotlin)")
ROW("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "runWorker", WAITS_WORK,
    "worker pool (Kotlin)")
/* what they take their work from */
ROW("java.util.concurrent.locks.*", NULL, WAITS_THROUGH, NULL)
ROW("java.util.concurrent.LinkedBlockingQueue", NULL, WAITS_THROUGH, "for an item in a queue")
ROW("java.util.concurrent.LinkedBlockingDeque", NULL, WAITS_THROUGH, "for an item in a queue")
ROW("java.util.concurrent.ArrayBlockingQueue", NULL, WAITS_THROUGH, "for an item in a queue")
ROW("java.util.concurrent.PriorityBlockingQueue", NULL, WAITS_THROUGH, "for an item in a queue")
ROW("java.util.concurrent.DelayQueue", NULL, WAITS_THROUGH, "for an item in a queue")
ROW("java.util.concurrent.SynchronousQueue*", NULL, WAITS_THROUGH, "for an item in a queue")
ROW("java.util.concurrent.LinkedTransferQueue*", NULL, WAITS_THROUGH, "for an item in a queue")
ROW("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", NULL, WAITS_THROUGH, NULL)
ROW("java.util.concurrent.ForkJoinPool", "managedBlock", WAITS_THROUGH, NULL)
ROW("java.util.concurrent.ForkJoinPool", "unmanagedBlock", WAITS_THROUGH, NULL)
ROW("java.util.concurrent.ForkJoinPool", "compensatedBlock", WAITS_THROUGH, NULL)
ROW("java.lang.ref.ReferenceQueue", NULL, WAITS_THROUGH, NULL)
ROW("sun.nio.ch.Poller", NULL, WAITS_THROUGH, NULL)
ROW("datadog.jctools.queues.MpscBlockingConsumerArrayQueue", NULL, WAITS_THROUGH, NULL)
ROW("org.apache.tomcat.util.threads.TaskQueue", NULL, WAITS_THROUGH, NULL)
ROW("org.eclipse.jetty.util.BlockingArrayQueue", NULL, WAITS_THROUGH, NULL)
/* reads of a socket, as events and samples have them on top */
ROW("java.net.SocketInputStream", NULL, WAITS_READS, NULL)
ROW("java.net.Socket$SocketInputStream", NULL, WAITS_READS, NULL)
ROW("sun.nio.ch.NioSocketImpl*", "read", WAITS_READS, NULL)
ROW("sun.nio.ch.NioSocketImpl", "implRead", WAITS_READS, NULL)
ROW("sun.nio.ch.NioSocketImpl", "timedRead", WAITS_READS, NULL)
ROW("sun.nio.ch.NioSocketImpl", "tryRead", WAITS_READS, NULL)
ROW("sun.nio.ch.SocketChannelImpl", "read", WAITS_READS, NULL)
ROW("sun.nio.ch.SocketInputStream", "read", WAITS_READS, NULL)
ROW("sun.nio.ch.SocketDispatcher", "read*", WAITS_READS, NULL)
/* who waits for the next request, or for what is told when it happens */
ROW("sun.rmi.transport.tcp.TCPTransport", NULL, WAITS_POLLS, "for the next request (RMI)")
ROW("sun.rmi.transport.tcp.TCPTransport$ConnectionHandler", NULL, WAITS_POLLS,
    "for the next request (RMI)")
ROW("javax.management.remote.rmi.RMIConnector$RMINotifClient", NULL, WAITS_POLLS,
    "for notifications (JMX)")
ROW("org.apache.tomcat.util.net.NioEndpoint$Poller", NULL, WAITS_POLLS,
    "for the next request (Tomcat)")
ROW("jdk.internal.net.http.Http1AsyncReceiver", NULL, WAITS_POLLS, "for the next response")
ROW("com.sun.jmx.remote.internal.ClientNotifForwarder$NotifFetcher", NULL, WAITS_POLLS,
    "for notifications (JMX)")
ROW("org.apache.coyote.http11.InternalInputBuffer", "parseRequestLine", WAITS_POLLS,
    "for the next request (Tomcat)") /* keep-alive */
/* what they read through */
ROW("java.io.*", NULL, WAITS_STREAM, NULL)
ROW("java.nio.channels.*", NULL, WAITS_STREAM, NULL)
ROW("sun.nio.ch.*", NULL, WAITS_STREAM, NULL)
ROW("sun.security.ssl.*", NULL, WAITS_STREAM, NULL)
ROW("java.rmi.*", NULL, WAITS_STREAM, NULL)
ROW("sun.rmi.*", NULL, WAITS_STREAM, NULL)
ROW("com.sun.jmx.*", NULL, WAITS_STREAM, NULL)
ROW("jdk.jmx.remote.*", NULL, WAITS_STREAM, NULL)
ROW("javax.management.remote.*", NULL, WAITS_STREAM, NULL)
ROW("jdk.internal.net.http.*", NULL, WAITS_STREAM, NULL)
ROW("org.apache.tomcat.util.net.*", NULL, WAITS_STREAM, NULL)
ROW("org.apache.coyote.http11.InternalInputBuffer", "fill", WAITS_STREAM, NULL)
/* functions of the system */
ROW("", "__psynch_cvwait", WAITS_SYSTEM, NULL)
ROW("", "__psynch_mutexwait", WAITS_SYSTEM, NULL)
ROW("", "__semwait_signal", WAITS_SYSTEM, NULL)
ROW("", "semaphore_wait_trap", WAITS_SYSTEM, NULL)
ROW("", "mach_msg_trap", WAITS_SYSTEM, NULL)
ROW("", "mach_msg2_trap", WAITS_SYSTEM, NULL)
ROW("", "kevent", WAITS_SYSTEM, NULL)
ROW("", "__select", WAITS_SYSTEM, NULL)
ROW("", "poll", WAITS_SYSTEM, NULL)
ROW("", "__poll", WAITS_SYSTEM, NULL)
ROW("", "epoll_wait", WAITS_SYSTEM, NULL)
ROW("", "pthread_cond_wait", WAITS_SYSTEM, NULL)
ROW("", "futex_wait", WAITS_SYSTEM, NULL)
ROW("", "pthread_cond_timedwait", WAITS_SYSTEM, NULL)
ROW("", "__futex_abstimed_wait_common", WAITS_SYSTEM, NULL)
ROW("", "nanosleep", WAITS_SYSTEM, NULL)
ROW("", "clock_nanosleep", WAITS_SYSTEM, NULL)
ROW("", "accept", WAITS_SYSTEM, NULL)
