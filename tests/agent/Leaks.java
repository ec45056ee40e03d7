import java.util.ArrayList;
import java.util.List;

/** Keeps some of what it allocates and drops the rest, then collects the garbage and says "kept LONGS
 *  CHARS": bytes of each class that are alive. Arguments: until when. */
public class Leaks {
    static final List<Object> kept = new ArrayList<>();
    static volatile Object dropped;

    static void keepLongs() {
        kept.add(new long[1 << 10]); // 8 KB
    }

    static void keepChars() {
        kept.add(new char[1 << 10]); // 2 KB
    }

    static void drop() {
        for (int i = 0; i < 20; i++) dropped = new int[1 << 10];
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 8000; i++) {
            keepLongs();
            keepChars();
            drop();
        }
        dropped = null;
        System.gc();
        for (int i = 0; i < 1000; i++) drop(); // after the last collection, perhaps
        System.out.println("kept " + 8000L * (8 << 10) + " " + 8000L * (2 << 10));
        System.out.flush();
        Until.over(args[0]);
        System.out.println("done");
    }
}
