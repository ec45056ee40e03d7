// healthy: a service with pools, a log, jobs and a database that answers at once
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.Map;

public class CalmShop {
    static volatile int sum;
    private static final Map<Integer, String> CACHE = new ConcurrentHashMap<>();

    static int page(int number, Load.Line database) {
        try {
            String name = CACHE.computeIfAbsent(number % 100, n -> "item " + n);
            int price = Load.ask(database.get());
            synchronized (CACHE) {
                price++;
            }
            Around.log("page " + number);
            return Around.compute(price, 30_000) + name.length();
        } catch (java.io.IOException e) {
            return 0;
        }
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        ExecutorService http = Around.pool("http", 16), more = Around.pool("more", 8);
        Load.Line database = new Load.Line(3);
        Load.repeat("acceptor", 2, () -> {
            int number = sum & 255;
            CompletableFuture.supplyAsync(() -> page(number, database), http).thenAcceptAsync(x -> sum += x, more);
            Thread.sleep(4);
        });
    }
}
