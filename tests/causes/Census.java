// fault: a watchdog counts the objects of the heap, again and again
// first: heap-watch
// chain: class histogram
// java: -Xmx600m
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;

public class Census {
    private static final List<Map<String, String>> ROWS = new ArrayList<>();

    static void watch() throws Exception {
        ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
        if (!Load.MEND)
            ManagementFactory.getPlatformMBeanServer().invoke(commands, "gcClassHistogram", new Object[] {new String[0]},
                                                              new String[] {"[Ljava.lang.String;"});
        Thread.sleep(200);
    }

    static void look() throws Exception {
        if (ROWS.get((int) (Math.random() * ROWS.size())).isEmpty()) throw new IllegalStateException();
        Thread.sleep(2);
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 200_000; i++) ROWS.add(Collections.singletonMap("key" + i, "value" + i));
        Load.start("heap-watch", 1, Census::watch);
        Load.repeat("web", 4, Census::look);
    }
}
