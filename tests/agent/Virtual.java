/** Virtual threads that burn, with names and without, on as many carriers as there are, beside a platform
 *  thread. Each yields now and then, so that carriers change. Needs JDK 21. Arguments: until when. */
public class Virtual {
    static volatile boolean stop;
    static volatile long sink;

    static long burn(long x) {
        for (int i = 0; i < 2_000_000; i++) x = x * 6364136223846793005L + 1442695040888963407L;
        return x;
    }

    static void work() {
        long x = 1;
        while (!stop) {
            x = burn(x);
            Thread.yield();
        }
        sink = x;
    }

    public static void main(String[] args) throws Exception {
        // by reflection: compiled for older ones, too
        Object named = Thread.class.getMethod("ofVirtual").invoke(null);
        Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
        builder.getMethod("name", String.class, long.class).invoke(named, "green-", 0L);
        Object unnamed = Thread.class.getMethod("ofVirtual").invoke(null);
        var start = builder.getMethod("start", Runnable.class);
        Thread[] threads = new Thread[6];
        for (int i = 0; i < 6; i++)
            threads[i] = (Thread) start.invoke(i < 4 ? named : unnamed, (Runnable) Virtual::work);
        Thread platform = new Thread(Virtual::work, "platform");
        platform.start();
        StringBuilder ids = new StringBuilder();
        for (Thread t : threads) ids.append(' ').append(t.getId());
        Until.over(args[0]);
        stop = true;
        for (Thread t : threads) t.join();
        platform.join();
        System.out.println("ids" + ids);
    }
}
