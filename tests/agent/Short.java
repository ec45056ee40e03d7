import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that live for a tenth of a millisecond, one after the other, each of which reads at its end
 *  how much CPU time it had. Arguments: until when. */
public class Short {
    static volatile long sink;
    static final AtomicLong had = new AtomicLong();

    static void work() {
        long x = 1;
        for (int i = 0; i < 150_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        sink += x;
    }

    public static void main(String[] args) throws Exception {
        Thread waits = new Thread(() -> {
            try {
                Until.over(args[0]);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, "waits");
        waits.start();
        long count = 0;
        ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (; waits.isAlive(); count++) {
            Thread thread = new Thread(() -> {
                work();
                had.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
            }, "short");
            thread.start();
            thread.join();
        }
        System.out.println("short " + count + " " + had.get());
    }
}
