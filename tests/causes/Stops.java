// fault: a loop that counts by an int cannot be stopped in the middle, while others make garbage
// first: TimeToSafepoint
// chain: in all
// java: -Xmx200m -XX:+UseParallelGC -XX:-UseCountedLoopSafepoints -XX:LoopStripMiningIter=0
public class Stops {
    private static final int[] CELLS = new int[1 << 20];
    static volatile int sum;
    static volatile Object latest;

    static int scan() {
        int all = 0;
        for (int i = 0; i < 120_000_000; i++) all += CELLS[i & CELLS.length - 1] ^ i;
        return all;
    }

    public static void main(String[] args) throws Exception {
        Thread scanner = new Thread(() -> {
            while (Load.goesOn()) {
                if (Load.MEND) for (int i = 0; i < 200_000; i++) sum += i;
                else sum = scan();
            }
        }, "scanner");
        scanner.setDaemon(true);
        scanner.start();
        Load.repeat("page", 3, () -> {
            for (int i = 0; i < 1000; i++) latest = new byte[1000];
        });
    }
}
