// fault: answers are compressed as well as can be, which native code does
// first: [Dd]eflat|Zips.compress
// chain: Zips.compress
// cost: yes
import java.util.concurrent.ExecutorService;
import java.util.zip.Deflater;

public class Zips {
    static volatile int sum;
    private static final byte[] PAGE = new byte[60_000];

    static int compress(byte[] page) {
        Deflater deflater = new Deflater(Load.MEND ? Deflater.BEST_SPEED : Deflater.BEST_COMPRESSION);
        deflater.setInput(page);
        deflater.finish();
        int size = deflater.deflate(new byte[page.length + 1000]);
        deflater.end();
        return size;
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        for (int i = 0; i < PAGE.length; i++) PAGE[i] = (byte) (Around.compute(i, 3) & 7);
        ExecutorService http = Around.pool("http", 4);
        Load.repeat("client", 3, () -> sum += http.submit(() -> compress(PAGE) + Around.compute(3, 200_000)).get());
    }
}
