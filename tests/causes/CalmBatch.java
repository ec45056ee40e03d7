// healthy: numbers in parallel, all of the CPU used for what is wanted
import java.util.stream.IntStream;

public class CalmBatch {
    static double one(int n) {
        return Math.sin(n) * Math.sqrt(n) + two(n) + three(n);
    }

    static double two(int n) {
        double x = n;
        for (int i = 0; i < 20; i++) x = x * 0.99 + i;
        return x;
    }

    static double three(int n) {
        double x = 1;
        for (int i = 1; i < 20; i++) x += (n % i) * 0.5;
        return x;
    }

    static double sum;

    public static void main(String[] args) throws Exception {
        Load.repeat("batch", 1, () -> sum += IntStream.range(0, 400_000).parallel().mapToDouble(CalmBatch::one).sum());
    }
}
