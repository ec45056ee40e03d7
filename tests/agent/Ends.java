/** Says when its main method ends, on the clock of CLOCK_MONOTONIC. */
public class Ends {
    public static void main(String[] args) {
        System.out.println(System.nanoTime());
    }
}
