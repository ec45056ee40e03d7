/** Two threads that burn in native methods: one in a chain of C functions that is known, one in code
 *  whose frame pointer is none; or one that is Java's for a while. Arguments: the library, until when, visited. */
public class NativeChain {
    static native void chain(long ms);

    static native void wild(long ms);

    static native void visited();

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        if (args.length > 2) visited();
        long ms = 3_600_000; // they end with the program
        Thread chain = new Thread(() -> chain(ms), "chain"), wild = new Thread(() -> wild(ms), "wild");
        for (Thread thread : new Thread[] {chain, wild}) {
            thread.setDaemon(true);
            thread.start();
        }
        Until.over(args[1]);
        System.out.println("done");
    }
}
