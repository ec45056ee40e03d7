// fault: options keep the young generation at 3 MB of a heap that has 400
// first: MaxNewSize
// chain: room for
// java: -Xmx400m
// fault-java: -XX:NewSize=3m -XX:MaxNewSize=3m
import java.util.HashMap;
import java.util.Map;

public class Nursery {
    private static final Map<Integer, String> PARTS = new HashMap<>();

    static void render() {
        StringBuilder page = new StringBuilder();
        for (int i = 0; i < 150; i++) page.append(PARTS.get(i * 31 % 5000)).append(i);
        if (page.length() == 1) throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 5000; i++) PARTS.put(i, "part " + i + new String(new char[200]));
        Load.repeat("renderer", 4, Nursery::render);
    }
}
