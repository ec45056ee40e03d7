import java.util.HashMap;
import java.util.Map;

/** A service that never forgets a session: each is kept by its number in REGISTRY.sessions, with its
 * buffer, while what else a request needs is garbage at once. Ends when there are 1,200 sessions and
 * 16 seconds are over. */
public class Hoard {
    static final Registry REGISTRY = new Registry();
    static volatile Object sink;

    static class Registry {
        final Map<Integer, Session> sessions = new HashMap<>();
    }

    static class Session {
        final byte[] buffer = new byte[20_000];
    }

    static void request(int number) {
        REGISTRY.sessions.put(number, new Session());
        for (int i = 0; i < 20; i++) {
            sink = new byte[10_000];
        }
    }

    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        for (int number = 0; number < 1_200 || System.nanoTime() - start < 16_000_000_000L; number++) {
            request(number);
            Thread.sleep(10);
        }
    }
}
