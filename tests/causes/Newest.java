// fault: the texts of two dates are parsed for each comparison of a sort
// first: java.time|Newest.Entry.when
// chain: Newest.Entry.when.*called from Newest.Inbox.latest
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public class Newest {
    static volatile Object shown;

    static final class Entry {
        private final String stamp;
        private final LocalDateTime parsed;

        Entry(int i) {
            parsed = LocalDateTime.of(2024, 1, 1, 0, 0).plusSeconds(i * 7919L % 100_000);
            stamp = parsed.toString();
        }

        LocalDateTime when() {
            return Load.MEND ? parsed : LocalDateTime.parse(stamp);
        }
    }

    static final class Inbox {
        private final List<Entry> entries = new ArrayList<>();

        Inbox() {
            for (int i = 1; i < 400; i++) entries.add(new Entry(61 * i));
        }

        List<Entry> latest(int most) {
            List<Entry> sorted = new ArrayList<>(entries);
            sorted.sort(Comparator.comparing(Entry::when).reversed());
            return sorted.subList(0, most);
        }
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Inbox inbox = new Inbox();
        Load.repeat("http", 4, () -> {
            shown = inbox.latest(20).get(0);
            Around.compute(5, 50_000);
            Thread.sleep(1);
        });
    }
}
