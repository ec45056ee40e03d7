/** Methods that are called a known number of times. */
public class Traced {
    static int fast(int i) {
        return i * 31 + 1;
    }

    static void slow() throws Exception {
        Thread.sleep(2);
    }

    static void a() throws Exception {
        slow();
    }

    static void b() throws Exception {
        slow();
    }

    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (int i = 0; i < 2000; i++) sum += fast(i);
        for (int i = 0; i < 20; i++) {
            a();
            if (i % 2 == 0) b();
        }
        System.gc();
        System.out.println(sum);
    }
}
