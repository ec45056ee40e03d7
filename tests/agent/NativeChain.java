/** Two threads that burn in native methods: one in a chain of C functions that is known, one in code
 *  whose frame pointer is none. Arguments: the library, until when. */
public class NativeChain {
    static native void chain(long ms);

    static native void wild(long ms);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
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
