// fault: direct buffers are kept
// first: [Dd]irect
// java: -Xmx512m
// seconds: 35
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

public class Pixels {
    private static final Deque<ByteBuffer> TILES = new ArrayDeque<>();

    static void render() throws Exception {
        ByteBuffer tile = ByteBuffer.allocateDirect(64 << 10);
        for (int i = 0; i < tile.capacity(); i += 512) tile.put(i, (byte) i);
        TILES.add(tile);
        if (Load.MEND && TILES.size() > 100) TILES.poll();
        Thread.sleep(5);
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("renderer", 1, Pixels::render);
    }
}
