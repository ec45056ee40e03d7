// fault: a part that fails does not count the latch down, and who waits for it does so until the time-out
// first: latch|Latch
// chain: time-out ended .* after 250 ms
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Latch {
    private static final ExecutorService PARTS = Executors.newFixedThreadPool(4);

    static void part(int number, CountDownLatch latch) {
        try {
            if (number == 2) throw new IllegalArgumentException("no seat");
            if (!Load.MEND) latch.countDown();
        } catch (IllegalArgumentException e) {
            // the answer goes without it
        } finally {
            if (Load.MEND) latch.countDown();
        }
    }

    static void checkIn() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            int number = i;
            PARTS.execute(() -> part(number, latch));
        }
        latch.await(250, TimeUnit.MILLISECONDS);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("desk", 6, Latch::checkIn);
    }
}
