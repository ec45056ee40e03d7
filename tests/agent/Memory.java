import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/** Many threads that sleep, many classes, and two threads that burn; prints what memory it has at last,
 *  in KB: "resident N". Arguments: until when, sleepers, classes. */
public class Memory {
    /** One of many: each loader makes one of it. */
    public static class Loaded {
        static long a(long x) { return x + 1; }
        static long b(long x) { return a(x) + 2; }
        static long c(long x) { return b(x) + 3; }
        static long d(long x) { return c(x) + 4; }
        static long e(long x) { return d(x) + 5; }
        static long f(long x) { return e(x) + 6; }
        static long g(long x) { return f(x) + 7; }
        static long h(long x) { return g(x) + 8; }
        public static long work(long x) { return h(x) + 9; }
    }

    static class Loader extends ClassLoader {
        final byte[] bytes;

        Loader(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Memory$Loaded")) return super.loadClass(name, resolve);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = Memory.class.getResourceAsStream("Memory$Loaded.class").readAllBytes();
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            Class<?> type = new Loader(bytes).loadClass("Memory$Loaded");
            type.getDeclaredConstructor();
            type.getMethod("work", long.class).invoke(null, 1L);
            kept.add(type);
        }
        Crowd.main(new String[] {args[0], args[1]});
        for (String line : Files.readAllLines(Paths.get("/proc/self/status")))
            if (line.startsWith("VmRSS")) System.out.println("resident " + line.replaceAll("\\D", ""));
        System.out.println("classes " + kept.size());
    }
}
