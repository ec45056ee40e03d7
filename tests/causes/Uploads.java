// fault: three permits for eight threads, each held through a pause
// first: permit|Semaphore
// chain: Uploads.upload
// cost: yes
import java.util.concurrent.Semaphore;

public class Uploads {
    private final Semaphore permits = new Semaphore(Load.MEND ? 8 : 3);

    String upload(int number) throws InterruptedException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 300; i++) lines.append(number * i);
        Thread.sleep(25); // as the other side asks for
        return lines.toString();
    }

    void handle() throws Exception {
        permits.acquire();
        try {
            upload(7);
        } finally {
            permits.release();
        }
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("uploader", 8, new Uploads()::handle);
    }
}
