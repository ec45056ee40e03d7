/** Two threads that burn in native methods: one in a chain of C functions that is known, one in code
 *  whose frame pointer is none. Arguments: the library, seconds. */
public class NativeChain {
    static native void chain(long ms);

    static native void wild(long ms);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        long ms = Integer.parseInt(args[1]) * 1000L;
        Thread chain = new Thread(() -> chain(ms), "chain"), wild = new Thread(() -> wild(ms), "wild");
        chain.start();
        wild.start();
        chain.join();
        wild.join();
        System.out.println("done");
    }
}
