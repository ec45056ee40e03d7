// healthy: a cache that is filled when the program starts, and stays as large as it is
// java: -Xmx256m
import java.util.LinkedHashMap;
import java.util.Map;

public class CalmCache {
    private static final Map<Integer, byte[]> CACHE = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, byte[]> eldest) {
            return size() > 20_000;
        }
    };
    private static int n;

    static int get(int key) {
        return CACHE.computeIfAbsent(key, k -> new byte[2000])[7];
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 20_000; i++) get(i);
        Load.repeat("lookup", 1, () -> {
            for (int i = 0; i < 20; i++) get(n = (n * 1103515245 + 12345) & 0x7fff);
            Thread.sleep(1);
        });
    }
}
