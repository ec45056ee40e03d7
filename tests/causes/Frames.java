// fault: arrays that are larger than half a region of the heap
// first: [Hh]umongous
// chain: Frames.*byte\[\]|byte\[\].*Frames
// java: -XX:+UseG1GC -Xmx160m -XX:G1HeapRegionSize=1m
public class Frames {
    private static final byte[][] RECENT = new byte[40][];
    private static int next;

    static byte[] decode(int seed) {
        byte[] frame = new byte[Load.MEND ? 300_000 : 900_000];
        for (int i = 0; i < frame.length; i += 64) frame[i] = (byte) (seed + i);
        return frame;
    }

    static void play() throws Exception {
        synchronized (RECENT) {
            next = (next + 1) % RECENT.length;
            RECENT[next] = decode(next);
        }
        Thread.sleep(1);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("player", 3, Frames::play);
    }
}
