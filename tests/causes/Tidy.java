// fault: the collector is asked to run again and again
// first: System.gc|SystemGc
// chain: tidy
import java.util.HashMap;
import java.util.Map;

public class Tidy {
    static void tidy() throws Exception {
        System.gc();
        Thread.sleep(Load.MEND ? 100_000 : 150);
    }

    public static void main(String[] args) throws Exception {
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < 600_000; i++) map.put(i, "value " + i);
        Load.start("housekeeping", 1, Tidy::tidy);
        Load.repeat("web", 2, () -> {
            int sum = 0;
            for (int i = 0; i < 1000; i++) sum += map.get(i * 37).length();
            if (sum == 1) System.out.println();
        });
    }
}
