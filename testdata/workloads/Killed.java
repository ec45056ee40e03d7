package workload;

import java.nio.file.Path;
import java.nio.file.Files;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Computes until it is killed; writes a numbered event every 100 ms. Begins a new chunk after
 * number 15 if told so.
 *
 * Usage: Killed ROTATE(true or false)
 */
public class Killed {
    @Name("test.Beat")
    @StackTrace(false)
    static class Beat extends Event {
        int number;
    }

    private static volatile long sink;

    static long burn(long nanos) {
        long end = System.nanoTime() + nanos;
        long h = sink;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 10_000; i++) h = (h ^ i) * 0x100000001B3L;
        }
        return h;
    }

    public static void main(String[] args) throws Exception {
        boolean rotate = Boolean.parseBoolean(args[0]);
        for (int number = 1; ; number++) {
            sink += burn(100_000_000L);
            Beat beat = new Beat();
            beat.number = number;
            beat.commit();
            if (rotate && number == 15) {
                Path file = Path.of("part.jfr");
                FlightRecorder.getFlightRecorder().getRecordings().get(0).dump(file);
                Files.delete(file);
            }
        }
    }
}
