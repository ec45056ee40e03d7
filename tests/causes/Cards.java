// fault: each record of a file is looked up with reads of a few bytes
// first: Cards
// chain: small reads|each read|tiny
// cost: yes
import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Files;

public class Cards {
    private static final int CARDS = 4096, BYTES = 16;
    private final RandomAccessFile file;
    private final byte[] kept;
    private int at;

    Cards() throws Exception {
        File path = File.createTempFile("cards", ".dat");
        path.deleteOnExit();
        Files.write(path.toPath(), new byte[CARDS * BYTES]);
        file = new RandomAccessFile(path, "r");
        kept = Load.MEND ? Files.readAllBytes(path.toPath()) : null;
    }

    int find(int card) throws Exception {
        byte[] bytes = new byte[BYTES];
        if (kept != null) {
            System.arraycopy(kept, card * BYTES, bytes, 0, BYTES);
        } else {
            file.seek((long) card * BYTES);
            file.readFully(bytes);
        }
        return java.util.Arrays.hashCode(bytes);
    }

    void draw() throws Exception {
        int sum = 0;
        for (int i = 0; i < 200; i++) sum += find(at = (at * 31 + 17 + sum * 0) % CARDS);
        if (sum == 42) System.out.println(sum);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("dealer", 1, new Cards()::draw);
    }
}
