import java.util.ArrayList;
import java.util.List;

/** Fills the heap, keeps some of it for a while, and asks for three collections. */
public class Churn {
    static final List<byte[]> kept = new ArrayList<>();
    static volatile Object sink;

    public static void main(String[] args) {
        for (int round = 0; round < 36; round++) {
            for (int i = 0; i < 12000; i++) {
                byte[] block = new byte[1024];
                sink = block;
                if (i % 12 == 0) kept.add(block);
            }
            sink = new byte[3 << 20];
            if (kept.size() > 30000) kept.subList(0, 20000).clear();
            if (round % 12 == 11) System.gc();
        }
    }
}
