import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Two threads that burn unequally, and say how much CPU time they had: "NAME NANOSECONDS" a line.
 *  Arguments: seconds of CPU time of the first; the second has half of it. */
public class Times {
    static volatile long sink;

    public static void main(String[] args) throws Exception {
        long most = Long.parseLong(args[0]) * 1_000_000_000L;
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            long wanted = most / (i + 1);
            threads[i] = new Thread(() -> {
                ThreadMXBean clock = ManagementFactory.getThreadMXBean();
                while (clock.getCurrentThreadCpuTime() < wanted)
                    for (int k = 0; k < 100_000; k++) sink = sink * 31 + k;
                synchronized (Times.class) {
                    System.out.println(Thread.currentThread().getName() + " " + clock.getCurrentThreadCpuTime());
                }
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, "burner-" + i);
            threads[i].setDaemon(true);
            threads[i].start();
        }
        for (Thread t : threads)
            while (t.getState() != Thread.State.TIMED_WAITING) Thread.sleep(10);
    }
}
