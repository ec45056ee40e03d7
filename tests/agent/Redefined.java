/** Is redefined by Redefine: the same class with all lines further down. */
public class Redefined {
    static long burn(long x) {
        for (int i = 0; i < 300_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }
}
