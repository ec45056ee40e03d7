// needs: 21
// healthy: a thousand virtual threads that wait for answers, and compute a little
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

public class CalmCarriers {
    static volatile double sink;

    public static void main(String[] args) throws Exception {
        Semaphore open = new Semaphore(200);
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            while (Load.goesOn()) {
                open.acquire();
                all.submit(() -> {
                    try {
                        Thread.sleep(40);
                        double x = 0;
                        for (int i = 0; i < 20_000; i++) x += Math.sqrt(i + x);
                        sink = x;
                        Load.did();
                    } catch (InterruptedException e) {
                        // it ends
                    } finally {
                        open.release();
                    }
                });
            }
        }
        Load.say();
        System.exit(0);
    }
}
