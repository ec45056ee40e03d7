// fault: each of a hundred rows is a task of its own, handed to a pool and waited for
// first: UnsampledCpu
// chain: Handed.total.*hand over tasks
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

public class Handed {
    private static final ExecutorService ROWS = Around.pool("row", 4);

    static long row(int number) {
        return number * 31L ^ number >>> 3;
    }

    static void total() throws Exception {
        long sum = 0;
        List<Future<Long>> rows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            if (Load.MEND) sum += row(number);
            else rows.add(ROWS.submit(() -> row(number)));
        }
        for (Future<Long> row : rows) sum += row.get();
        if (sum == 42) throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("league", 3, Handed::total);
    }
}
