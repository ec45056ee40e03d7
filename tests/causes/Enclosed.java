// fault: the same enclosure is compressed anew for each letter, by threads that do nothing else
// first: NativeWork
// chain: Enclosed.pack.*deflate
import java.util.Random;
import java.util.zip.Deflater;

public class Enclosed {
    static final byte[] TERMS = new byte[200_000];
    static volatile byte[] packed;

    static byte[] pack() {
        Deflater deflater = new Deflater(9);
        byte[] out = new byte[TERMS.length + 100];
        deflater.setInput(TERMS);
        deflater.finish();
        deflater.deflate(out);
        deflater.end();
        return out;
    }

    static void send() throws Exception {
        byte[] enclosure = packed;
        if (enclosure == null) enclosure = pack();
        if (Load.MEND) packed = enclosure;
        if (Load.MEND) Thread.sleep(5);
        Load.did();
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(1);
        for (int i = 0; i < TERMS.length; i++) TERMS[i] = (byte) "etaoin shrdlu".charAt(random.nextInt(13));
        Load.repeat("mailer", 3, Enclosed::send);
    }
}
