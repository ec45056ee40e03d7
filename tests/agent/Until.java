import java.io.File;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

/** When a workload ends, and what its threads had of the processors until then. */
public class Until {
    /** "end": when standard input ends, so that whoever started it decides; a number: so many seconds. */
    static void over(String how) throws Exception {
        if (how.equals("end")) {
            while (System.in.read() >= 0) { }
        } else {
            Thread.sleep(Integer.parseInt(how) * 1000L);
        }
    }

    /** Until a line comes on standard input. */
    static void told() throws Exception {
        for (int c = System.in.read(); c >= 0 && c != '\n'; c = System.in.read()) { }
    }

    /** Prints "cpu NANOSECONDS NAME" for each name of threads that live, as the kernel knows them (of
     *  a long name the beginning). */
    static void printCpu() throws Exception {
        Map<String, Long> all = new HashMap<>();
        for (File task : new File("/proc/self/task").listFiles()) {
            try {
                String name = Files.readAllLines(new File(task, "comm").toPath()).get(0);
                String times = Files.readAllLines(new File(task, "schedstat").toPath()).get(0);
                all.merge(name, Long.parseLong(times.split(" ")[0]), Long::sum);
            } catch (java.io.IOException e) {
                continue; // it ended
            }
        }
        all.forEach((name, ns) -> System.out.println("cpu " + ns + " " + name));
    }
}
