import java.io.File;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.openjdk.jmc.common.IDisplayable;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCMethod;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.IRange;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.TypedCollectionResult;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.jdk.latency.MethodProfilingRule.MethodProfilingWindowResult;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit;

/**
 * What JDK Mission Control reads in recordings, one fact a line, columns separated by tabs:
 *
 * <pre>
 * file   PATH                                   the next lines are about this recording
 * error  SENTENCE                               it could not be loaded
 * event  TYPE COUNT
 * page   COUNT METHOD FRAMETYPE                 a row of the page Method Profiling
 * method SELF TOTAL METHOD                      jdk.ExecutionSample on top of, and anywhere on, the stack
 * nostack COUNT                                 those without one
 * rule   RULE SEVERITY SCORE SUMMARY KEY=VALUE...
 * </pre>
 *
 * METHOD is class.name and the descriptor of the JVM. SCORE is empty where the rule gives none. Ratios
 * and scores are plain numbers with all their digits, points in time nanoseconds since 1970.
 *
 * Usage: Report [--rules|--counts] FILE...   without an option both
 */
public class Report {
    public static void main(String[] args) {
        boolean counts = true, rules = true;
        int first = 0;
        if (args.length > 0 && args[0].startsWith("--")) {
            counts = args[0].equals("--counts");
            rules = args[0].equals("--rules");
            first = 1;
        }
        for (int i = first; i < args.length; i++) {
            line("file", args[i]);
            try {
                IItemCollection items = JfrLoaderToolkit.loadEvents(new File(args[i]));
                if (counts) {
                    events(items);
                    hotMethods(items);
                }
                if (rules) rules(items);
            } catch (Exception e) {
                line("error", e.toString());
            }
        }
    }

    private static void line(Object... columns) {
        StringBuilder out = new StringBuilder();
        for (Object column : columns) {
            if (out.length() > 0) out.append('\t');
            out.append(escaped(String.valueOf(column)));
        }
        System.out.println(out);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static void events(IItemCollection items) {
        Map<String, Long> counts = new TreeMap<>();
        for (IItemIterable some : items)
            counts.merge(some.getType().getIdentifier(), some.getItemCount(), Long::sum);
        counts.forEach((type, count) -> {
            if (count > 0) line("event", type, count);
        });
    }

    private static String name(IMCType type) {
        return type == null ? "" : type.getFullName();
    }

    private static String name(IMCMethod method) {
        if (method == null) return "";
        return name(method.getType()) + "." + method.getMethodName() + method.getFormalDescriptor();
    }

    /** The page Method Profiling has a row for each method and type of the frame on top. */
    private static void hotMethods(IItemCollection items) {
        Map<String, Long> rows = new TreeMap<>();
        Map<String, long[]> methods = new TreeMap<>();
        long without = 0;
        for (IItemIterable some : items) {
            if (!some.getType().getIdentifier().equals(JdkTypeIDs.EXECUTION_SAMPLE)) continue;
            IMemberAccessor<IMCStackTrace, IItem> stack =
                JfrAttributes.EVENT_STACKTRACE.getAccessor(some.getType());
            for (IItem sample : some) {
                IMCStackTrace trace = stack == null ? null : stack.getMember(sample);
                if (trace == null || trace.getFrames().isEmpty()) {
                    without++;
                    continue;
                }
                IMCFrame top = trace.getFrames().get(0);
                String row = escaped(name(top.getMethod())) + "\t" + escaped(top.getType().getName());
                rows.merge(row, 1L, Long::sum);
                Set<String> seen = new HashSet<>();
                for (IMCFrame frame : trace.getFrames()) {
                    String method = name(frame.getMethod());
                    if (seen.add(method)) methods.computeIfAbsent(method, x -> new long[2])[1]++;
                }
                methods.get(name(top.getMethod()))[0]++;
            }
        }
        rows.forEach((row, count) -> System.out.println("page\t" + count + "\t" + row));
        methods.forEach((method, counts) -> line("method", counts[0], counts[1], method));
        line("nostack", without);
    }

    private static void rules(IItemCollection items) {
        Map<IRule, Future<IResult>> results =
            RulesToolkit.evaluateParallel(RuleRegistry.getRules(), items, null, 1);
        Map<String, IRule> order = new TreeMap<>();
        results.keySet().forEach(rule -> order.put(rule.getId(), rule));
        for (IRule rule : order.values()) {
            try {
                rule(rule, results.get(rule).get());
            } catch (Exception e) {
                line("rule", rule.getId(), "ERROR", "", e);
            }
        }
    }

    private static void rule(IRule rule, IResult result) {
        IQuantity score = result.getResult(TypedResult.SCORE);
        StringBuilder values = new StringBuilder();
        if (rule.getResults() != null)
            for (TypedResult<?> type : rule.getResults()) value(result, type, values);
        String summary = ResultToolkit.populateMessage(result, result.getSummary(), false);
        System.out.println("rule\t" + rule.getId() + "\t" + result.getSeverity().name() + "\t"
            + (score == null ? "" : score.doubleValue()) + "\t" + escaped(String.valueOf(summary)) + values);
    }

    private static void value(IResult result, TypedResult<?> type, StringBuilder out) {
        if (type.getIdentifier().equals(TypedResult.SCORE.getIdentifier())) return;
        if (type instanceof TypedCollectionResult) {
            Collection<?> all = result.getResult((TypedCollectionResult<?>) type);
            if (all != null)
                for (Object one : all) append(out, type.getIdentifier(), one);
        } else {
            append(out, type.getIdentifier(), result.getResult(type));
        }
    }

    private static void append(StringBuilder out, String key, Object value) {
        if (value != null) out.append('\t').append(escaped(key + "=" + text(value)));
    }

    private static String text(Object value) {
        if (value instanceof IMCMethod) return name((IMCMethod) value);
        if (value instanceof IQuantity) return number((IQuantity) value);
        if (value instanceof IRange) {
            IRange<?> range = (IRange<?>) value;
            return text(range.getStart()) + ".." + text(range.getEnd());
        }
        if (value instanceof IMCStackTrace) {
            StringBuilder frames = new StringBuilder();
            for (IMCFrame frame : ((IMCStackTrace) value).getFrames()) {
                if (frames.length() > 0) frames.append(';');
                frames.append(name(frame.getMethod()));
            }
            return frames.toString();
        }
        if (value instanceof MethodProfilingWindowResult) {
            MethodProfilingWindowResult window = (MethodProfilingWindowResult) value;
            return name(window.getMethod()) + " " + number(window.getRatioOfAllPossibleSamples()) + " "
                + number(window.getRatioOfActualSamples()) + " " + text(window.getWindow());
        }
        if (value instanceof IDisplayable) return ((IDisplayable) value).displayUsing(IDisplayable.EXACT);
        String said = value.toString(); // without the address of those that have no text of their own
        String nothing = "@" + Integer.toHexString(System.identityHashCode(value));
        return said.endsWith(nothing) ? value.getClass().getSimpleName() : said;
    }

    private static String number(IQuantity quantity) {
        if (quantity == null) return "";
        if (quantity.getType() == UnitLookup.TIMESTAMP)
            return Long.toString(quantity.clampedLongValueIn(UnitLookup.EPOCH_NS));
        if (quantity.getType() == UnitLookup.PERCENTAGE)
            return Double.toString(quantity.doubleValueIn(UnitLookup.PERCENT_UNITY));
        return quantity.persistableString();
    }
}
