// fault: numbers for sessions come from one source of randomness that all share, a byte at a time
// first: Keys.session|SecureRandom|java.security|sun.security
// chain: Keys
import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;

public class Keys {
    static volatile int sum;
    private static final SecureRandom RANDOM = new SecureRandom();

    static String session() {
        StringBuilder key = new StringBuilder();
        byte[] one = new byte[1];
        for (int i = 0; i < 64; i++) {
            if (Load.MEND) ThreadLocalRandom.current().nextBytes(one);
            else RANDOM.nextBytes(one);
            key.append(one[0] & 15);
        }
        return key.toString();
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("http", 6, () -> sum += session().length() + Around.compute(3, 10_000));
    }
}
