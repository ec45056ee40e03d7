package workload;

import java.nio.file.Path;

import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Frequency;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.Unsigned;

/**
 * Values at their ends: each pair of annotations that says in what a number counts, on each type of number;
 * numbers without a sign; chars; what is no number; texts with backslashes, line breaks and NUL.
 */
public class Values {
    @Name("test.Amounts")
    @StackTrace(false)
    static class Amounts extends Event {
        @DataAmount(DataAmount.BITS) long bitsLong;
        @DataAmount(DataAmount.BITS) int bitsInt;
        @DataAmount(DataAmount.BITS) double bitsDouble;
        @DataAmount(DataAmount.BITS) float bitsFloat;
        @DataAmount long bytesLong;
        @DataAmount int bytesInt;
        @DataAmount double bytesDouble;
        @DataAmount float bytesFloat;
        @DataAmount(DataAmount.BITS) @Frequency long bitsRateLong;
        @DataAmount(DataAmount.BITS) @Frequency int bitsRateInt;
        @DataAmount(DataAmount.BITS) @Frequency double bitsRateDouble;
        @Frequency @DataAmount(DataAmount.BITS) float bitsRateFloat;
        @DataAmount @Frequency long bytesRateLong;
        @Frequency @DataAmount int bytesRateInt;
        @DataAmount @Frequency double bytesRateDouble;
        @DataAmount @Frequency float bytesRateFloat;
        @Frequency long hertzLong;
        @Frequency int hertzInt;
        @Frequency double hertzDouble;
        @Frequency float hertzFloat;
        @Percentage long percentLong;
        @Percentage int percentInt;
        @Percentage double percentDouble;
        @Percentage float percentFloat;
        @Percentage @Frequency double percentRateDouble;
        @Percentage @DataAmount double percentBytesDouble;
        @DataAmount @Percentage double bytesPercentDouble;
        @MemoryAddress @Frequency long addressRateLong;
        @DataAmount @MemoryAddress long bytesAddressLong;
        @MemoryAddress @DataAmount long addressBytesLong;
        @MemoryAddress long addressLong;
        @MemoryAddress int addressInt;
        @Timespan long spanLong;
        @Timespan(Timespan.MILLISECONDS) int spanInt;
        @Timespan @Frequency long spanRateLong;
        @Frequency @Timespan long rateSpanLong;
        @Timespan @DataAmount long spanBytesLong;
        @DataAmount @Timespan long bytesSpanLong;
        @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH) long timeLong;
    }

    @Name("test.Numbers")
    @StackTrace(false)
    static class Numbers extends Event {
        @Unsigned long unsignedLong;
        @Unsigned int unsignedInt;
        @Unsigned short unsignedShort;
        @Unsigned byte unsignedByte;
        @Unsigned @DataAmount long unsignedBytes;
        @Unsigned @DataAmount int unsignedBytesInt;
        @Unsigned @DataAmount(DataAmount.BITS) long unsignedBits;
        @Unsigned @DataAmount @Frequency long unsignedRate;
        @Unsigned @Frequency long unsignedHertz;
        @Unsigned @MemoryAddress long unsignedAddress;
        @Unsigned @Percentage long unsignedPercent;
        @Unsigned @Timespan long unsignedSpan;
        long signedLong;
        int signedInt;
        short signedShort;
        byte signedByte;
        char letter;
        boolean yes;
        boolean no;
        double real;
        float narrow;
        String text;
    }

    static void amounts(double x) {
        Amounts e = new Amounts();
        e.bitsLong = e.bytesLong = e.bitsRateLong = e.bytesRateLong = e.hertzLong = e.percentLong = (long) x;
        e.addressRateLong = e.addressBytesLong = e.bytesAddressLong = e.addressLong = (long) x;
        e.spanLong = e.spanRateLong = e.rateSpanLong = e.spanBytesLong = e.bytesSpanLong = e.timeLong = (long) x;
        e.bitsInt = e.bytesInt = e.bitsRateInt = e.bytesRateInt = e.hertzInt = e.percentInt = e.addressInt = (int) x;
        e.spanInt = (int) x;
        e.bitsDouble = e.bytesDouble = e.bitsRateDouble = e.bytesRateDouble = e.hertzDouble = x;
        e.percentDouble = e.percentRateDouble = e.percentBytesDouble = e.bytesPercentDouble = x;
        e.bitsFloat = e.bytesFloat = e.bitsRateFloat = e.bytesRateFloat = e.hertzFloat = e.percentFloat = (float) x;
        e.commit();
    }

    static void numbers(long n, char letter, double real, String text) {
        Numbers e = new Numbers();
        e.unsignedLong = e.signedLong = n;
        e.unsignedInt = e.signedInt = e.unsignedBytesInt = (int) n;
        e.unsignedShort = e.signedShort = (short) n;
        e.unsignedByte = e.signedByte = (byte) n;
        e.unsignedBytes = e.unsignedBits = e.unsignedRate = e.unsignedHertz = n;
        e.unsignedAddress = e.unsignedPercent = e.unsignedSpan = n;
        e.letter = letter;
        e.yes = true;
        e.real = real;
        e.narrow = (float) real;
        e.text = text;
        e.commit();
    }

    public static void main(String[] arguments) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("test.Amounts");
            recording.enable("test.Numbers");
            recording.start();
            for (double x : new double[] {0, 1, 12, 999, 1000, 1023, 1024, 16368, 80000, 7812345, 1e9, 4.5e12, 0.25,
                    -1, -1000, -80000})
                amounts(x);
            numbers(-16, 'x', Double.NaN, "NUL\0inside");
            numbers(-1, '\n', Double.POSITIVE_INFINITY, "C:\\new\\table");
            numbers(0, '\u20ac', Double.NEGATIVE_INFINITY, "C:\new");
            numbers(1, '\ud83d', 0, "back\\");
            numbers(Long.MAX_VALUE, 'a', -0.0, "tab\there");
            numbers(Long.MIN_VALUE, '\0', 1.5, "quote\"s and $\"marks\"");
            numbers(Long.MIN_VALUE + 1, '"', Double.MIN_VALUE, "\\n, \\x1b and \u001b");
            numbers(5, '\\', Double.MAX_VALUE, null);
            recording.stop();
            recording.dump(Path.of(arguments[0]));
        }
    }
}
