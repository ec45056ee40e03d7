import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a service has around what it does, all of it healthy: a log with a thread of its own, jobs by
 *  the clock, metrics, a port that nobody calls, and pools of which most threads wait for work. */
public final class Around {
    private static final BlockingQueue<String> LINES = new LinkedBlockingQueue<>(10_000);
    private static final LongAdder BYTES = new LongAdder();
    static volatile Object latest;

    public static ThreadFactory named(String pool) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, pool + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    public static ExecutorService pool(String name, int threads) {
        return Executors.newFixedThreadPool(threads, named(name));
    }

    public static void log(String line) {
        LINES.offer(line);
    }

    public static void start() throws Exception {
        named("log-writer").newThread(() -> {
            try {
                while (true) BYTES.add(LINES.take().length());
            } catch (InterruptedException e) {
                // the program ends
            }
        }).start();
        ScheduledExecutorService jobs = Executors.newScheduledThreadPool(2, named("jobs"));
        jobs.scheduleAtFixedRate(() -> log("metrics " + BYTES.sum()), 1, 1, TimeUnit.SECONDS);
        jobs.scheduleAtFixedRate(() -> latest = new byte[20_000], 100, 100, TimeUnit.MILLISECONDS);
        ServerSocket admin = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        named("admin-acceptor").newThread(() -> {
            try {
                while (true) admin.accept();
            } catch (java.io.IOException e) {
                // the program ends
            }
        }).start();
        ExecutorService mail = pool("mail", 6);
        for (int i = 0; i < 12; i++) mail.submit(() -> log("started"));
    }

    /** What a request takes of the processor besides what a program is about. */
    public static int compute(int seed, int rounds) {
        int sum = seed;
        for (int i = 0; i < rounds; i++) sum = sum * 31 + (sum >>> 7) + i;
        return sum;
    }
}
