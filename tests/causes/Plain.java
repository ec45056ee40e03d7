// fault: the JVM was started with an option that switches the compiler off
// first: [Ii]nterpret
// chain: Xint|compiler
// fault-java: -Xint
public class Plain {
    static volatile int sink;

    static int sort(int[] numbers) {
        java.util.Arrays.sort(numbers);
        return numbers[numbers.length / 2];
    }

    public static void main(String[] args) throws Exception {
        Load.repeat("sorter", 2, () -> {
            int[] numbers = new java.util.Random(7).ints(5000).toArray();
            sink = sort(numbers);
        });
    }
}
