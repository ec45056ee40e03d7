// fault: callers give up after 30 ms and cancel, but the work goes on: the pool is full of what nobody wants
// first: WaitingForThreads
// chain: time-out .*pricing-.*Hasty.simulate
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class Hasty {
    private static final ExecutorService PRICING = Around.pool("pricing", 2);

    static double simulate() {
        double price = 1;
        for (int path = 0; path < 400; path++) {
            if (Load.MEND && Thread.currentThread().isInterrupted()) return price;
            for (int day = 0; day < 20_000; day++) price = Math.sqrt(price * 1.01 + day);
        }
        return price;
    }

    static void offer() throws Exception {
        Future<Double> price = PRICING.submit(Hasty::simulate);
        try {
            price.get(30, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            price.cancel(true);
        }
        Thread.sleep(20);
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("web", 6, Hasty::offer);
    }
}
