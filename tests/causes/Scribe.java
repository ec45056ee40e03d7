// fault: a file is written byte by byte
// first: Scribe
// chain: small writes|each write|tiny
// cost: yes
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;

public class Scribe {
    private final OutputStream out;
    private long state = 7;

    Scribe() throws Exception {
        File file = File.createTempFile("scribe", ".txt");
        file.deleteOnExit();
        OutputStream plain = new FileOutputStream(file);
        out = Load.MEND ? new BufferedOutputStream(plain, 1 << 16) : plain;
    }

    private byte[] line() {
        byte[] line = new byte[40];
        for (int i = 0; i < line.length; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            line[i] = (byte) ('a' + Math.floorMod(state >> 33, 26L));
        }
        return line;
    }

    void write() throws Exception {
        for (byte letter : line()) out.write(letter);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("scribe", 1, new Scribe()::write);
    }
}
