// fault: whole documents are written to one file under its lock, in writes too short to be recorded each
// first: Archive|lock
// chain: wrote a file.*Archive.put|Archive.put.*wrote a file
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

public class Archive {
    private static final int LARGEST = 64 << 20; // of the file, which is written over then
    private final RandomAccessFile file;
    private long at;

    Archive(Path path) throws Exception {
        file = new RandomAccessFile(path.toFile(), "rw");
    }

    synchronized void put(byte[] document) throws Exception {
        if (at > LARGEST) file.seek(at = 0);
        file.write(document);
        at += document.length;
    }

    public static void main(String[] args) throws Exception {
        Path path = Files.createTempFile("archive", ".log");
        path.toFile().deleteOnExit();
        Archive archive = new Archive(path);
        byte[] document = new byte[Load.MEND ? 400 : 4 << 20];
        Load.repeat("clerk", 12, () -> {
            archive.put(document);
            Thread.sleep(2);
        });
    }
}
