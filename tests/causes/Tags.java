// fault: each text that is read is interned, and there are very many different ones
// first: http-|intern
// chain: Tags.(read|own)|intern
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

public class Tags {
    static volatile int sum;
    private static final Map<String, String> OWN = new ConcurrentHashMap<>();

    static String own(String tag) {
        return Load.MEND ? OWN.computeIfAbsent(tag, t -> t) : tag.intern();
    }

    static int read() {
        int length = 0;
        for (int i = 0; i < 600; i++) length += own("tag-" + ThreadLocalRandom.current().nextInt(400_000)).length();
        return length;
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("http", 3, () -> {
            sum += read();
            Thread.sleep(2);
        });
    }
}
