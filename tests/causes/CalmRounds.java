// healthy: workers that meet at a barrier, and have as much to do each
import java.util.concurrent.CyclicBarrier;

public class CalmRounds {
    static volatile double sink;

    static void relax(int steps) {
        double sum = 0;
        for (int i = 0; i < steps; i++) sum += Math.sin(i) * sum + i;
        sink = sum;
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Load.repeat("grid", 2, () -> {
            relax(2_000_000);
            if (Load.goesOn()) barrier.await(1, java.util.concurrent.TimeUnit.SECONDS);
        });
    }
}
