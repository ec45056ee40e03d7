package workload;

import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;

/**
 * Makes a recording of three chunks: each dump of a running recording begins a new chunk.
 * Each phase has a thread and a method of its own, and ends with a marker that has its number.
 */
public class Chunks {
    @Name("test.Marker")
    static class Marker extends Event {
        int phase;
        String text;
    }

    private static volatile long sink;

    static long phaseOne(long h) {
        for (int i = 0; i < 100_000; i++) h = (h ^ i) * 31;
        return h;
    }

    static long phaseTwo(long h) {
        for (int i = 0; i < 100_000; i++) h = (h + i) * 37;
        return h;
    }

    static long phaseThree(long h) {
        for (int i = 0; i < 100_000; i++) h = (h - i) * 41;
        return h;
    }

    private static void work(int phase) {
        long end = System.nanoTime() + 900_000_000L;
        long h = phase;
        while (System.nanoTime() < end) {
            h = phase == 1 ? phaseOne(h) : phase == 2 ? phaseTwo(h) : phaseThree(h);
        }
        sink = h;
        Marker marker = new Marker();
        marker.phase = phase;
        marker.text = "end of phase " + phase;
        marker.commit();
    }

    public static void main(String[] args) throws Exception {
        Recording recording = FlightRecorder.getFlightRecorder().getRecordings().get(0);
        for (int i = 1; i <= 3; i++) {
            int phase = i;
            Thread thread = new Thread(() -> work(phase), "phase-" + phase);
            thread.start();
            thread.join();
            if (phase < 3) {
                Path file = Path.of("part.jfr");
                recording.dump(file);
                Files.delete(file);
            }
        }
    }
}
