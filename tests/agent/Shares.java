import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Burns 50, 30 and 20 % of its time in three methods: the same loop, so many turns each. What a turn
 *  costs is up to the JIT compiler, so it measures the CPU times, too, and prints the shares it found.
 *  Arguments: seconds, threads (1). */
public class Shares {
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    static volatile long sink;
    static volatile boolean stop;

    static long fifty(long x) {
        for (int i = 0; i < 500_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }

    static long thirty(long x) {
        for (int i = 0; i < 300_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }

    static long twenty(long x) {
        for (int i = 0; i < 200_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }

    static void burn() {
        long x = 1;
        long[] mine = new long[3];
        long t = THREADS.getCurrentThreadCpuTime();
        while (!stop) {
            long before = t;
            x = fifty(x);
            t = THREADS.getCurrentThreadCpuTime();
            mine[0] += t - before;
            before = t;
            x = thirty(x);
            t = THREADS.getCurrentThreadCpuTime();
            mine[1] += t - before;
            before = t;
            x = twenty(x);
            t = THREADS.getCurrentThreadCpuTime();
            mine[2] += t - before;
        }
        sink = x;
        synchronized (times) {
            for (int i = 0; i < 3; i++) times[i] += mine[i];
        }
    }

    static final long[] times = new long[3];

    public static void main(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[0]);
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(Shares::burn, "burner-" + i);
            threads[i].start();
        }
        Thread.sleep(seconds * 1000L);
        stop = true;
        for (Thread t : threads) t.join();
        double all = Math.max(1, times[0] + times[1] + times[2]);
        System.out.println("done " + times[0] / all + " " + times[1] / all + " " + times[2] / all);
    }
}
