// healthy: thousands of exceptions a second that cost next to nothing, as they have no stack
public class CalmThrower {
    static final class Done extends Exception {
        Done() {
            super("done", null, false, false);
        }
    }

    static volatile double sink;

    static void scan(int i) throws Done {
        double x = 0;
        for (int k = 0; k < 9000 + i; k++) x += Math.sqrt(k) * x + 1;
        sink = x;
        throw new Done();
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("scanner", 1, () -> {
            for (int i = 0; i < 100; i++) {
                try {
                    scan(i);
                } catch (Done e) {
                    sink++;
                }
            }
        });
    }
}
