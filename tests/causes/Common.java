// fault: all that asks others in the common pool, which has as many threads as there are processors
// first: [Cc]ommonPool|common pool
// chain: fetch|localhost
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;

public class Common {
    static volatile int sum;
    private final Load.Line rates = new Load.Line(15);
    private final ExecutorService own = Around.pool("fetch", 40);

    Common() throws Exception {}

    int fetch() {
        try {
            return Load.ask(rates.get());
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void page() {
        List<CompletableFuture<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 5; i++)
            parts.add(CompletableFuture.supplyAsync(this::fetch, Load.MEND ? own : ForkJoinPool.commonPool()).thenApply(x -> Around.compute(x, 5_000)));
        for (CompletableFuture<Integer> part : parts) sum += part.join();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("http", 8, new Common()::page);
    }
}
