import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

/** Something for each figure of the matrix: computes, sleeps, contends, allocates, in spans if it is told. */
class Figures {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static volatile double sink;
    static Object[] kept = new Object[4096];

    static void compute(long ms) {
        for (long end = System.nanoTime() + ms * 1_000_000; System.nanoTime() < end; ) sink += Math.sin(sink);
    }

    static void traced() throws Exception {
        compute(4);
        Thread.sleep(2);
    }

    static void contend() throws Exception {
        synchronized (monitor) {
            traced();
        }
        lock.lock();
        try {
            compute(2);
        } finally {
            lock.unlock();
        }
    }

    static void round(int i, boolean spans) throws Exception {
        long span = spans ? one.profiler.Span.start() : 0;
        contend();
        byte[] bytes = new byte[20_000];
        kept[i % kept.length] = i % 8 == 0 ? bytes : null;
        ByteBuffer.allocateDirect(4096);
        if (spans) one.profiler.Span.end(span, i % 2 == 0 ? "even" : "odd");
    }

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000;
        boolean spans = args.length > 1;
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; System.nanoTime() < end; i++) round(i, spans);
                } catch (Exception e) {
                    throw new RuntimeException(e);
                }
            }, "worker-" + t);
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
    }
}
