// fault: an option from a start script keeps the second compiler from compiling
// first: CompilerOption
// chain: TieredStopAtLevel=1
// fault-java: -XX:TieredStopAtLevel=1
import java.util.Random;

public class Quick {
    private static final double[] MARKS = new Random(7).doubles(4_000).toArray();
    static volatile double sum;

    static double lowest(int i) {
        return Math.min(MARKS[i], MARKS[i + 1]);
    }

    static double highest(int i) {
        return Math.max(MARKS[i], MARKS[i + 1]);
    }

    static double grade(int i) {
        return (MARKS[i] - lowest(i)) / (1 + highest(i));
    }

    static void gradeAll() {
        double all = 0;
        for (int i = 0; i + 1 < MARKS.length; i++) all += grade(i);
        sum = all;
    }

    public static void main(String[] args) throws Exception {
        Around.start();
        Load.repeat("grader", 2, Quick::gradeAll);
    }
}
