// fault: a library that collects metrics takes a good part of the CPU, in bursts
// first: org.beacon
// chain: burst|times|at a time
import org.beacon.Beacon;

public class Scraped {
    static int work(int seed) {
        int sum = seed;
        for (int i = 0; i < 40_000; i++) sum = sum * 31 + (sum >>> 5) + i;
        return sum;
    }

    static void scrape() throws Exception {
        if (!Load.MEND) Beacon.scrape();
        Thread.sleep(2500);
    }

    public static void main(String[] args) throws Exception {
        Load.start("scraper", 1, Scraped::scrape);
        int[] sum = {0};
        Load.repeat("worker", 2, () -> {
            sum[0] += work(3);
            Thread.sleep(1);
        });
    }
}
