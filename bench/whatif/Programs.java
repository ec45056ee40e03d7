import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Programs that say how much faster they are if a method is: cut0, cut1 and cut2 are percents of the
 * work of first, second and third that is left out. What they bring is measured in the same run.
 *
 *   java Programs NAME
 */
public class Programs {
    static volatile long progress;
    static volatile int cut0, cut1, cut2;
    static volatile long sink;

    /* Some 100 ns a unit. Each method has a loop of its own, so that it is on top of the stack. */
    static final int UNIT = 45;

    static int left(int units, int cut) {
        return (int) ((long) units * UNIT * (100 - cut) / 100);
    }

    static long first(long x, int units) {
        for (int i = left(units, cut0); i > 0; i--) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
        return x;
    }

    static long second(long x, int units) {
        for (int i = left(units, cut1); i > 0; i--) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
        return x;
    }

    static long third(long x, int units) {
        for (int i = left(units, cut2); i > 0; i--) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; }
        return x;
    }

    /** The point of progress. */
    static void done(long x) { sink = x; progress++; }

    static synchronized void doneByMany(long x) { sink = x; progress++; }

    interface Body { void run() throws Exception; }

    static void start(String name, Body body) {
        Thread t = new Thread(() -> {
            try { body.run(); } catch (Exception e) { e.printStackTrace(); System.exit(1); }
        }, name);
        t.setDaemon(true);
        t.start();
    }

    static void locked(int held, int outside, int threads) throws Exception {
        Object lock = new Object();
        for (int i = 0; i < threads; i++) {
            long seed = 7 + i;
            start("worker " + i, () -> {
                for (long x = seed; ; x = second(x, outside))
                    synchronized (lock) { x = first(x, held); done(x); }
            });
        }
        Thread.sleep(Long.MAX_VALUE);
    }

    static void barrier(int slow, int fast) throws Exception {
        CyclicBarrier meet = new CyclicBarrier(2);
        start("fast", () -> { for (long x = 3; ; meet.await()) x = second(x, fast); });
        for (long x = 5; ; ) { x = first(x, slow); meet.await(); done(x); }
    }

    static void queue(int produce, int consume, int room) throws Exception {
        ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(room);
        start("producer", () -> { for (long x = 3; ; queue.put(x)) x = second(x, produce); });
        for (long x = 5; ; done(x)) x = first(x ^ queue.take(), consume);
    }

    /* Loaded again and again, and forgotten. */
    static class Odd {
        static int odd(int i) {
            if (i % 2 == 0) throw new IllegalStateException();
            return i;
        }
    }

    static class Fresh extends ClassLoader {
        Class<?> make(byte[] bytes) { return defineClass(null, bytes, 0, bytes.length); }
    }

    static void loadAndThrow() throws Exception {
        byte[] bytes = Programs.class.getResourceAsStream("Programs$Odd.class").readAllBytes();
        for (; ; ) {
            var method = new Fresh().make(bytes).getDeclaredMethod("odd", int.class);
            method.setAccessible(true);
            for (int i = 0; i < 100; i++)
                try { sink += (int) method.invoke(null, i); } catch (java.lang.reflect.InvocationTargetException e) { sink++; }
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
        case "pipe": /* one thread: 50, 30 and 20 % of its time */
            for (long x = 5; ; done(x)) x = third(second(first(x, 1000), 600), 400);
        case "off": /* the hottest method is one that nobody waits for */
            start("aside", () -> { for (long x = 7; ; sink = x) x = first(x, 1000); });
            for (long x = 5; ; done(x)) x = third(second(x, 1200), 800);
        case "queue": queue(4000, 6000, 16);
        case "lock": locked(4000, 2000, 2);
        case "storm": /* collections, classes that come and go, exceptions, threads that begin and end */
            start("garbage", () -> { for (int n = 0; ; n++) sink += new byte[n % 4000 + 100].length; });
            start("loader", Programs::loadAndThrow);
            start("starter", () -> { for (; ; ) { Thread t = new Thread(() -> sink = first(sink, 100)); t.start(); t.join(); } });
            locked(1000, 500, 2);
        case "barrier": barrier(30000, 20000);
        case "paced": /* every 2 ms, whatever is faster */
            for (long x = 5, next = System.nanoTime(); ; done(x)) {
                x = second(first(x, 3000), 2000);
                next += 2_000_000;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        case "crowd": /* eight threads, whatever the number of processors */
            for (int i = 0; i < 8; i++) {
                long seed = 7 + i;
                start("worker " + i, () -> {
                    for (long x = seed; ; doneByMany(x)) x = second(first(x, 1000), 1000);
                });
            }
            Thread.sleep(Long.MAX_VALUE);
        case "virtual": { /* JDK 21 and later: two virtual threads hand over to each other */
            ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(16);
            var starter = Thread.class.getMethod("startVirtualThread", Runnable.class);
            starter.invoke(null, (Runnable) () -> {
                try { for (long x = 3; ; queue.put(x)) x = second(x, 4000); } catch (InterruptedException e) { }
            });
            starter.invoke(null, (Runnable) () -> {
                try { for (long x = 5; ; done(x)) x = first(x ^ queue.take(), 6000); } catch (InterruptedException e) { }
            });
            Thread.sleep(Long.MAX_VALUE);
        }
        /* ---- Programs that chose no setting -------------------------------------------------- */
        case "naps": /* works, then sleeps */
            for (long x = 5; ; done(x)) { x = second(first(x, 6000), 4000); Thread.sleep(2); }
        case "reentrant": { /* as lock, of java.util.concurrent, three threads */
            ReentrantLock lock = new ReentrantLock();
            for (int i = 0; i < 3; i++) {
                long seed = 7 + i;
                start("worker " + i, () -> {
                    for (long x = seed; ; x = second(x, 3000)) {
                        lock.lock();
                        try { x = first(x, 6000); done(x); } finally { lock.unlock(); }
                    }
                });
            }
            Thread.sleep(Long.MAX_VALUE);
        }
        case "stages": { /* three in a row, the second the slowest */
            ArrayBlockingQueue<Long> a = new ArrayBlockingQueue<>(8), b = new ArrayBlockingQueue<>(8);
            start("stage 1", () -> { for (long x = 3; ; a.put(x)) x = second(x, 3000); });
            start("stage 2", () -> { for (long x = 5; ; b.put(x)) x = first(x ^ a.take(), 9000); });
            for (long x = 7; ; done(x)) x = third(x ^ b.take(), 2000);
        }
        case "turns": { /* two threads, one at a time */
            Semaphore ping = new Semaphore(1), pong = new Semaphore(0);
            start("other", () -> { for (long x = 3; ; ping.release()) { pong.acquire(); x = second(x, 5000); } });
            for (long x = 5; ; ) { ping.acquire(); x = first(x, 7000); done(x); pong.release(); }
        }
        case "uneven": barrier(12000, 9000);
        case "mostly": queue(2000, 8000, 4);
        case "seldom": /* a lock that is held for a tenth */
            locked(1000, 9000, 2);
        case "twice": /* both threads make progress, each by itself */
            start("other", () -> { for (long x = 3; ; doneByMany(x)) x = second(first(x, 2000), 1000); });
            for (long x = 5; ; doneByMany(x)) x = third(first(x, 2000), 1000);
        case "wait": { /* Object.wait and notify */
            Object monitor = new Object();
            int[] ready = {0};
            start("giver", () -> {
                for (long x = 3; ; ) {
                    x = second(x, 6000);
                    synchronized (monitor) {
                        while (ready[0] >= 4) monitor.wait();
                        ready[0]++;
                        monitor.notify();
                    }
                }
            });
            for (long x = 5; ; ) {
                synchronized (monitor) {
                    while (ready[0] == 0) monitor.wait();
                    ready[0]--;
                    monitor.notify();
                }
                x = first(x, 4000);
                done(x);
            }
        }
        case "bursts": /* much at once, then nothing */
            for (long x = 5; ; done(x)) {
                for (int i = 0; i < 20; i++) x = second(first(x, 1000), 500);
                Thread.sleep(1);
            }
        default: throw new IllegalArgumentException(args[0]);
        }
    }
}
