// fault: of virtual threads that wait for answers each fortieth computes for long, on the carriers of all
// first: CarriersTaken
// chain: Thumbs.scale
// needs: 25
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;

public class Thumbs {
    private static volatile int sink;

    static int row(int from) {
        int x = from;
        for (int i = 0; i < 500_000; i++) x = x * 31 + (x >>> 7) + i;
        return x;
    }

    static void scale(int image) {
        for (int i = 0; i < (Load.MEND ? 1 : 400); i++) sink += row(image);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
        Semaphore open = new Semaphore(200);
        for (int n = 0; Load.goesOn(); n++) {
            int image = n;
            open.acquire();
            tasks.execute(() -> {
                try {
                    if (image % 40 == 0) scale(image);
                    else Thread.sleep(25);
                    Load.did();
                } catch (InterruptedException e) {
                    // the program ends
                } finally {
                    open.release();
                }
            });
        }
        Load.say();
        System.exit(0);
    }
}
