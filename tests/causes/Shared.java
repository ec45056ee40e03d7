// fault: another process has the lock of a file most of the time, for which this one waits
// first: Shared
// chain: waited for the lock of a file
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class Shared {
    private static FileChannel counters;

    static synchronized void update() throws Exception {
        try (FileLock lock = counters.lock()) {
            counters.write(ByteBuffer.wrap(new byte[]{(byte) Around.compute(3, 5000)}), 0);
        }
    }

    static void count() throws Exception {
        update();
        Thread.sleep(20);
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            FileChannel same = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
            while (Load.goesOn()) {
                try (FileLock lock = same.lock()) {
                    Thread.sleep(60);
                }
                Thread.sleep(1);
            }
            System.exit(0);
        }
        Path path = Files.createTempFile("counters", ".bin");
        path.toFile().deleteOnExit();
        counters = FileChannel.open(path, StandardOpenOption.WRITE);
        if (!Load.MEND)
            new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xmx20m", "-Dseconds=" + Long.getLong("seconds", 15), "-cp",
                System.getProperty("java.class.path"), "Shared", path.toString()).inheritIO().start();
        Around.start();
        Load.repeat("counter", 5, Shared::count);
    }
}
