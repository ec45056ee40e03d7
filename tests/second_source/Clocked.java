import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** Threads that know what CPU time they took: each says it at its end, "clocked-0 1234567890" (ns). */
public class Clocked {
    static volatile long sink;

    static void spin(long until) {
        long x = 0;
        while (System.nanoTime() < until) for (int i = 0; i < 1000; i++) x += i * 31L ^ x;
        sink = x;
    }

    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                spin(start + (3 + number) * 1_000_000_000L);
                long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                System.out.println(Thread.currentThread().getName() + " " + cpu);
            }, "clocked-" + t);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) thread.join();
        for (int i = 0; i < 3; i++) System.gc();
    }
}
