// fault: what is always needed nearly fills the heap
// first: heap|live
// chain: GC|collect
// fault-java: -Xmx150m
// java: -XX:+UseG1GC
import java.util.HashMap;
import java.util.Map;

public class Tight {
    private static final Map<Integer, byte[]> cache = new HashMap<>();
    static volatile int sink;

    static void answer(int i) {
        byte[] answer = new byte[3000];
        byte[] known = cache.get(i % cache.size());
        System.arraycopy(known, 0, answer, 0, known.length);
        sink = answer[17];
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 62_000; i++) cache.put(i, new byte[2000]);
        Load.repeat("web", 2, () -> {
            for (int i = 0; i < 50; i++) answer(i * 977);
        });
    }
}
