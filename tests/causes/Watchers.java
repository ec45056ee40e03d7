// fault: each session has a thread that never ends
// first: [Tt]hreads
// chain: Watchers
import java.util.concurrent.locks.LockSupport;

public class Watchers {
    static void watch(int number) {
        Thread thread = new Thread(() -> {
            while (true) LockSupport.park();
        }, "watcher-" + number);
        thread.setDaemon(true);
        thread.start();
        if (Load.MEND) thread.interrupt();
    }

    public static void main(String[] args) throws Exception {
        int[] number = new int[1];
        Load.repeat("session", 1, () -> {
            watch(number[0]++);
            Thread.sleep(15);
        });
    }
}
