// fault: what is allowed is looked up in a set of lists, whose hash codes are computed anew for each look-up
// first: Policy.allows
// chain: hashCode.*Rights.Screen.rows|Rights.Screen.rows.*hashCode
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Rights {
    static volatile int seen;

    static final class Policy {
        private final Set<List<String>> granted = new HashSet<>();
        private final Set<String> names = new HashSet<>();

        Policy() {
            for (int i = 0; i < 500; i++) {
                granted.add(path(i));
                names.add("r" + i);
            }
        }

        static List<String> path(int i) {
            List<String> path = new ArrayList<>();
            for (int k = 0; k < 120; k++) path.add("segment-" + (i + k));
            return path;
        }

        boolean allows(List<String> path, String name) {
            return Load.MEND ? names.contains(name) : granted.contains(path);
        }
    }

    static final class Screen {
        private final Policy policy = new Policy();
        private final List<List<String>> rows = new ArrayList<>();

        Screen() {
            for (int i = 0; i < 2500; i++) rows.add(Policy.path(i));
        }

        int rows() {
            int allowed = 0, i = 0;
            for (List<String> row : rows) if (policy.allows(row, Load.MEND ? "r" + i++ : "")) allowed++;
            return allowed;
        }
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Screen screen = new Screen();
        Load.repeat("http", 4, () -> {
            seen += screen.rows() + Around.compute(4, 100_000);
            Thread.sleep(1);
        });
    }
}
