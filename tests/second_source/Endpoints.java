import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;

/** A server whose endpoints each spend their time on one known thing, in two threads. It prints how
 * often each was called, how long it took, and the CPU time that it used, in ns. */
public class Endpoints {
    @Name("test.Request")
    static class Request extends Event {
        String endpoint;
        int status;
    }

    interface Work {
        void run() throws Exception;
    }

    static final Object lock = new Object();
    static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    static final Map<String, long[]> truth = new TreeMap<>();
    static volatile double sink;
    static volatile boolean over;

    static void spin(long ns) {
        long end = threads.getCurrentThreadCpuTime() + ns;
        double x = 1;
        while (threads.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 10_000; i++) x = Math.sqrt(x + i);
        }
        sink = x;
    }

    static void park(long ns) {
        long end = System.nanoTime() + ns;
        for (long left = ns; left > 0; left = end - System.nanoTime()) LockSupport.parkNanos(left);
    }

    static void serve(String endpoint, Work work) throws Exception {
        Request request = new Request();
        long cpu = threads.getCurrentThreadCpuTime(), start = System.nanoTime();
        request.begin();
        work.run();
        request.endpoint = endpoint;
        request.status = 200;
        request.commit();
        long took = System.nanoTime() - start, used = threads.getCurrentThreadCpuTime() - cpu;
        synchronized (truth) {
            long[] sums = truth.computeIfAbsent(endpoint, e -> new long[3]);
            sums[0]++;
            sums[1] += took;
            sums[2] += used;
        }
    }

    /** Has the lock nearly all the time. */
    static void hold() {
        try {
            while (!over) {
                synchronized (lock) {
                    Thread.sleep(60);
                }
                Thread.sleep(5);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void loop() {
        try {
            for (int i = 0; i < 8; i++) {
                serve("/cpu", () -> spin(100_000_000));
                serve("/park", () -> park(80_000_000));
                serve("/sleep", () -> Thread.sleep(50));
                serve("/locked", () -> {
                    synchronized (lock) {
                        sink++;
                    }
                });
                serve("/outer", () -> serve("/inner", () -> Thread.sleep(40)));
            }
            serve("/gc", System::gc);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread holder = new Thread(Endpoints::hold, "holder"), second = new Thread(Endpoints::loop, "second");
        holder.start();
        second.start();
        loop();
        second.join();
        over = true;
        holder.join();
        for (Map.Entry<String, long[]> e : truth.entrySet()) {
            long[] sums = e.getValue();
            System.out.println(e.getKey() + " " + sums[0] + " " + sums[1] + " " + sums[2]);
        }
    }
}
