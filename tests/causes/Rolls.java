// fault: a log is compressed when it is full, under the lock that all want who write a line
// first: Rolls
// chain: Rolls.roll
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.zip.GZIPOutputStream;

public class Rolls {
    private final File file = File.createTempFile("roll", ".log");
    private OutputStream out;
    private long size;

    Rolls() throws Exception {
        file.deleteOnExit();
        out = new BufferedOutputStream(new FileOutputStream(file));
    }

    synchronized void add(byte[] line) throws Exception {
        out.write(line);
        size += line.length;
        if (size > 4 << 20) roll();
    }

    void roll() throws Exception {
        out.close();
        size = 0;
        File packed = new File(file.getPath() + ".gz");
        packed.deleteOnExit();
        if (!Load.MEND)
            try (OutputStream gzip = new GZIPOutputStream(new FileOutputStream(packed))) {
                Files.copy(file.toPath(), gzip);
            }
        out = new BufferedOutputStream(new FileOutputStream(file));
    }

    void serve() throws Exception {
        for (int i = 0; i < 60; i++)
            add(("12:00:" + i + " INFO request " + System.nanoTime() + " of user " + Math.random() + " took " + i + " ms\n").getBytes());
        Thread.sleep(3);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("web", 12, new Rolls()::serve);
    }
}
