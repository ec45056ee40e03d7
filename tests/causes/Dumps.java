// fault: a watchdog takes a dump of all threads, again and again
// first: ThreadDump
// chain: watchdog
import java.util.concurrent.CountDownLatch;

public class Dumps {
    static volatile int sum;

    static int deep(int depth, CountDownLatch ready) throws InterruptedException {
        if (depth > 0) return deep(depth - 1, ready) + 1;
        ready.countDown();
        Thread.sleep(1_000_000);
        return 0;
    }

    static void watch() throws Exception {
        for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) sum += stack.length;
        Thread.sleep(Load.MEND ? 1000 : 1);
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        CountDownLatch ready = new CountDownLatch(300);
        for (int i = 0; i < 300; i++) Around.named("session-" + i).newThread(() -> {
            try {
                deep(60, ready);
            } catch (InterruptedException e) {
                // the program ends
            }
        }).start();
        ready.await();
        Load.start("watchdog", 1, Dumps::watch);
        Load.repeat("http", 2, () -> sum += Around.compute(3, 60_000));
    }
}
