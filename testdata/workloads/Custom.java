package workload;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.BooleanFlag;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Relational;
import jdk.jfr.SettingDefinition;
import jdk.jfr.SettingControl;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.TransitionFrom;
import jdk.jfr.TransitionTo;
import jdk.jfr.Unsigned;
import java.util.Set;

/** Events of our own with known values: fields of all types, and of all content types. */
public class Custom {
    @MetadataDefinition
    @Relational
    @Name("test.OrderId")
    @Label("Order")
    @Target(ElementType.FIELD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface OrderId {
    }

    public static final class Least extends SettingControl {
        private String value = "0";

        @Override
        public String combine(Set<String> values) {
            return values.iterator().next();
        }

        @Override
        public void setValue(String value) {
            this.value = value;
        }

        @Override
        public String getValue() {
            return value;
        }
    }

    /** One field of each type. */
    @Name("test.Everything")
    @Label("Everything")
    @Description("One field of each type")
    @Category({"Test", "All types"})
    static class Everything extends Event {
        boolean booleanField;
        byte byteField;
        char charField;
        short shortField;
        int intField;
        long longField;
        float floatField;
        double doubleField;
        String stringField;
        Class<?> classField;
        Thread threadField;

        @Name("least")
        @SettingDefinition
        boolean least(Least control) {
            return true;
        }
    }

    /** One field of each kind of content. */
    @Name("test.Units")
    @Label("Units")
    @Category({"Test", "Content types"})
    static class Units extends Event {
        @Timespan
        long nanos;
        @Timespan(Timespan.MICROSECONDS)
        long micros;
        @Timespan(Timespan.MILLISECONDS)
        long millis;
        @Timespan(Timespan.SECONDS)
        int seconds;
        @Timespan(Timespan.TICKS)
        long ticks;
        @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
        long epochMillis;
        @DataAmount
        long bytes;
        @DataAmount(DataAmount.BITS)
        long bits;
        @Frequency
        long hertz;
        @Frequency
        @DataAmount
        long bytesPerSecond;
        @Percentage
        float share;
        @MemoryAddress
        long address;
        @Unsigned
        int unsignedInt;
        @Unsigned
        byte unsignedByte;
        @BooleanFlag
        boolean flag;
        @TransitionFrom
        Thread from;
        @TransitionTo
        Thread to;
        @OrderId
        @Description("Links events of one order")
        long orderId;
    }

    private static final float[] FLOATS = {0f, -0f, 1.5f, -1.5f, Float.MIN_VALUE, Float.MAX_VALUE,
        Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
    private static final double[] DOUBLES = {0, -0d, 0.1, -0.1, Double.MIN_VALUE, Double.MAX_VALUE,
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    private static final long[] LONGS = {0, 1, -1, 127, 128, 16383, 16384, 1L << 48, (1L << 56) - 1,
        1L << 56, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final String[] STRINGS = {null, "", "ascii", "Latin-1: größe", "Ω日本",
        "a string that is long enough, and comes often enough, to go to the pool of strings"};
    private static final Class<?>[] CLASSES = {null, Custom.class, int.class, long[].class,
        String[][].class, Thread.State.class};

    static void everything(int n) {
        Everything event = new Everything();
        event.begin();
        long value = LONGS[n % LONGS.length];
        event.booleanField = n % 2 == 1;
        event.byteField = (byte) value;
        event.charField = (char) value;
        event.shortField = (short) value;
        event.intField = (int) value;
        event.longField = value;
        event.floatField = FLOATS[n % FLOATS.length];
        event.doubleField = DOUBLES[n % DOUBLES.length];
        event.stringField = STRINGS[n % STRINGS.length];
        event.classField = CLASSES[n % CLASSES.length];
        event.threadField = n % 3 == 0 ? null : Thread.currentThread();
        event.commit();
    }

    static void units(int n) {
        Units event = new Units();
        event.nanos = 1_500_000_000L + n;
        event.micros = 1_500_000L + n;
        event.millis = 1_500L + n;
        event.seconds = 90 + n;
        event.ticks = 1000L * n;
        event.epochMillis = 1_600_000_000_000L + n;
        event.bytes = 3_000_000L + n;
        event.bits = 8000L * n;
        event.hertz = 50 + n;
        event.bytesPerSecond = 1_000_000L * n;
        event.share = n / 36f;
        event.address = 0x7fff_0000_1000L + n;
        event.unsignedInt = -1 - n;
        event.unsignedByte = (byte) (200 + n);
        event.flag = n % 2 == 0;
        event.from = n == 0 ? null : Thread.currentThread();
        event.to = Thread.currentThread();
        event.orderId = n / 4;
        event.commit();
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            for (int n = 0; n < 36; n++) {
                everything(n);
                units(n);
            }
        }, "custom");
        thread.start();
        thread.join();
    }
}
