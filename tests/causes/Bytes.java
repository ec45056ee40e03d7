// fault: a file is written byte by byte
// first: SmallFileCalls
// chain: small writes to a file.*Bytes|Bytes.*small writes to a file
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

public class Bytes {
    static void put(OutputStream out, String row) throws IOException {
        for (int i = 0; i < row.length(); i++) out.write(row.charAt(i));
    }

    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("rows", ".csv");
        file.deleteOnExit();
        OutputStream plain = new FileOutputStream(file);
        OutputStream out = Load.MEND ? new BufferedOutputStream(plain) : plain;
        int[] row = new int[1];
        Load.repeat("export", 1, () -> put(out, row[0]++ % 1000 + ";some words of the row\n"));
    }
}
