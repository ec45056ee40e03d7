/* What changes in a rule shows here, and nothing more: these are what the rules gave, read through
 * once; the limits are held by own_rules_cases.h, what they judge by tests/causes. Figures of rules
 * over the recordings of test_own_rules.c, in the order of its cases: of the one that fires the
 * rule, and of the one that does not. */
#pragma once

static const char *const figures[][2] = {
    {"WARNING 99.04 judged, throttled_percent=84.3333, throttled=506, periods=600, "
     "waited_ns=69000000000, 0..60000 ms, costs 84.33, weighs 84.33",
     "OK 0.83 judged, throttled_percent=0.166667, throttled=1, periods=600, waited_ns=1000, "
     "0..60000 ms, costs 0.1667, weighs 0.1667"},
    {"INFO 51.67 judged, worst_percent=94, used_percent=94, limit_bytes=1000000000, failed=0, "
     "4000..4000 ms",
     "OK 8.33 judged, worst_percent=30, used_percent=30, limit_bytes=1000000000, failed=0, 0..0 "
     "ms"},
    {"WARNING 100.00 judged, worst_percent=200, limit_bytes=1000000000, heap_bytes=2000000000, "
     "failed=0",
     "OK nan no-limit"},
    {"INFO 25.09 judged, pinned_percent=1.02083, longest_ns=49000000, count=100, "
     "total_ns=4900000000, reason=monitor, site=app.Main.run, 1000..1049 ms, costs 1.021, weighs "
     "1.021",
     "OK 24.48 judged, pinned_percent=0.979167, longest_ns=47000000, count=100, "
     "total_ns=4700000000, reason=monitor, site=app.Main.run, 1000..1047 ms, costs 0.9792, weighs "
     "0.9792"},
    {"WARNING 75.03 judged, pinned_percent=20.0208, longest_ns=961000000, count=100, "
     "total_ns=96100000000, reason=monitor, site=app.Main.run, 1000..1961 ms, costs 20.02, weighs "
     "20.02",
     "OK 0.10 judged, pinned_percent=0.00416667, longest_ns=5000000, count=1, total_ns=5000000, "
     "reason=monitor, site=app.Main.run, 1000..1005 ms, costs 0.004167, weighs 0.004167"},
    {"WARNING 75.00 judged, dumps=1, threads=left, right, 1000..1000 ms",
     "OK 0.00 judged, dumps=0"},
    {"INFO 57.86 judged, per_minute_bytes=120000000, first_bytes=100000000, last_bytes=218000000, "
     "0..59000 ms",
     "OK 0.00 judged, per_minute_bytes=0, first_bytes=100000000, last_bytes=100059000, 0..59000 "
     "ms"},
    {"WARNING 81.00 judged, used_percent=95, used_bytes=950, limit_bytes=1000, buffers=3, "
     "1000..1000 ms",
     "OK 17.86 judged, used_percent=50, used_bytes=500, limit_bytes=1000, buffers=3, 1000..1000 "
     "ms"},
    {"INFO 31.25 judged, more=58, first=10, last=68, 0..29000 ms",
     "OK 0.00 judged, more=0, first=50, last=50, 0..29000 ms"},
    {"INFO 30.30 judged, longest_ns=80000000, count=2, total_ns=81000000, p99_ns=80000000, "
     "1000..1080 ms, costs 0.0675, weighs 0.0675",
     "OK 1.00 judged, longest_ns=2000000, count=2, total_ns=3000000, p99_ns=2000000, 1000..1002 "
     "ms, costs 0.0025, weighs 0.0025"},
    {"WARNING 79.37 judged, idle_percent=89.375, collections=3, gc_threads=8, used_percent=10.625",
     "OK 7.29 judged, idle_percent=17.5, collections=3, gc_threads=8, used_percent=82.5"},
    {"WARNING 79.37 judged, idle_percent=89.375, collections=3, gc_threads=8, used_percent=10.625",
     "OK 0.00 judged, idle_percent=89.375, collections=2, gc_threads=8, used_percent=10.625"},
    {"INFO 64.58 judged, share_percent=100, single=4, all=4, gc_threads=8",
     "OK 0.00 judged, share_percent=0, single=0, all=4, gc_threads=8"},
    {"INFO 50.32 judged, cpu_percent=5", "OK 0.00 judged, cpu_percent=0"},
    {"INFO 63.94 judged, threads=12, class=app.Lock, waits=12, total_ns=13200000000, 1110..2210 ms",
     "OK 6.25 judged, threads=1, class=app.Lock, waits=12, total_ns=6000000000, 1000..1500 ms"},
    {"INFO 63.94 judged, threads=12, class=app.Lock, waits=12, total_ns=12000000000, 1110..2110 ms",
     "OK 0.00 judged, threads=12, class=app.Lock, waits=12, total_ns=11988000000, 1110..2109 ms"},
    {"INFO 33.62 judged, worst_in_10_s=200, class=java.net.ConnectException, site=app.Client.call, "
     "message=refused, 1000..4980 ms",
     "OK 5.00 judged, worst_in_10_s=20, class=java.net.ConnectException, site=app.Client.call, "
     "message=refused, 1000..1380 ms"},
    {"INFO 34.62 judged, longest_ns=300000000, where=db.example, count=1, total_ns=300000000, "
     "site=app.Client.call, 1000..1300 ms, costs 100, weighs 100",
     "OK nan none"},
    {"INFO 53.97 judged, share_percent=10, samples=10, site=app.Client.call, "
     "through=java.net.Inet6AddressImpl.lookupAllHostAddr, costs 100, weighs 100",
     "OK 0.00 judged, share_percent=0, samples=0"},
    {"INFO 33.62 judged, objects=20000, class=app.Handle",
     "OK 22.50 judged, objects=9000, class=app.Handle"},
    {"WARNING 83.89 judged, worst_percent=12, whole_percent=10, pauses=100, total_ns=12000000000, "
     "differs=1, 1000..61000 ms, costs 10, weighs 10",
     "OK 5.00 judged, worst_percent=1, whole_percent=0.833333, pauses=100, total_ns=1000000000, "
     "differs=1, 1000..61000 ms, costs 0.8333, weighs 0.8333"},
    {"INFO 34.62 judged, longest_ns=1500000000, p99_ns=1500000000, cause=G1, 1000..2500 ms",
     "OK 3.75 judged, longest_ns=150000000, p99_ns=150000000, cause=G1, 1000..1150 ms"},
    {"INFO 63.94 judged, worst_percent=40, 1000..11000 ms",
     "OK 5.00 judged, worst_percent=4, 1000..11000 ms"},
    {"WARNING 83.89 judged, worst_percent=12, whole_percent=10, pauses=100, total_ns=12000000000, "
     "differs=1, 1000..61000 ms, costs 10, weighs 10",
     "OK 5.00 judged, worst_percent=1, whole_percent=0.833333, pauses=100, total_ns=1000000000, "
     "differs=1, 1000..61000 ms, costs 0.8333, weighs 0.8333"},
    {"WARNING 83.89 judged, worst_percent=12, whole_percent=10, pauses=100, total_ns=12000000000, "
     "differs=1, 1000..61000 ms, costs 10, weighs 10",
     "OK 0.01 judged, worst_percent=0.00166667, whole_percent=0.000833333, pauses=1, "
     "total_ns=1000000, differs=1, 1000..61000 ms, costs 0.0008333, weighs 0.0008333"},
    {"INFO 34.62 judged, longest_ns=1500000000, p99_ns=1500000000, cause=x, 1000..2500 ms",
     "OK 3.75 judged, longest_ns=150000000, p99_ns=150000000, cause=x, 1000..1150 ms"},
    {"INFO 63.94 judged, worst_percent=40, 1000..11000 ms",
     "OK 5.00 judged, worst_percent=4, 1000..11000 ms"},
    {"INFO nan judged, count=1, total_ns=500000000, longest_ns=500000000, cause=Allocation "
     "Failure, 1000..1500 ms, costs 0.4167, weighs 0.4167",
     "OK nan none, count=0"},
    {"WARNING nan judged, mode_failures=1, serial=0, evacuations=0, 1500..1500 ms",
     "OK nan none, mode_failures=0, serial=0, evacuations=0"},
    {"INFO 74.00 judged, share_percent=60, count=6, collections=10, paused_ns=30000000, "
     "costs 0.025, weighs 0.025",
     "OK 0.00 judged, share_percent=33.3333, count=2, collections=6, paused_ns=10000000, "
     "costs 0.008333, weighs 0.008333"},
    {"INFO 59.77 judged, share_percent=40, count=4, collections=10, paused_ns=20000000, costs "
     "0.01667, weighs 0.01667",
     "OK 0.00 judged, share_percent=0, count=0, collections=6, paused_ns=0, costs 0, weighs 0"},
    {"INFO 25.00 judged, count=1, paused_ns=5000000, costs 0.004167, weighs 0.004167",
     "OK 0.00 judged, count=0, paused_ns=0, costs 0, weighs 0"},
    {"INFO nan too-many, gc_threads=8, processors=4", "OK nan fits, gc_threads=8, processors=8"},
    {"WARNING 97.67 judged, share_percent=27.2727, above=3, all=11, target_ns=100000000",
     "OK 12.38 judged, share_percent=0.990099, above=1, all=101, target_ns=100000000"},
    {"INFO nan judged, used_percent=35, collections=3",
     "OK nan judged, used_percent=260, collections=3"},
    {"INFO nan judged, used_percent=35, collections=3",
     "OK nan judged, used_percent=35, collections=2"},
    {"INFO 29.44 judged, stalled_percent=1.5, stalls=20, total_ns=1800000000, longest_ns=90000000, "
     "stalls_per_minute=10, 1000..1090 ms, costs 1.5, weighs 1.5",
     "OK 0.10 judged, stalled_percent=0.00416667, stalls=1, total_ns=5000000, longest_ns=5000000, "
     "stalls_per_minute=0.5, 1000..1005 ms, costs 0.004167, weighs 0.004167"},
    {"WARNING 75.00 judged, count=1, 1000..1000 ms", "NA nan not-recorded"},
    {"INFO 74.00 judged, per_minute_percent=60, per_minute_bytes=60000000, first_bytes=100000000, "
     "last_bytes=136000000, unproven=1, 2000..38000 ms",
     "OK 0.00 steady, per_minute_percent=0, per_minute_bytes=0, first_bytes=100000000, "
     "last_bytes=100018000, 2000..38000 ms"},
    {"INFO 71.53 judged, share_percent=8250, freed_per_second_bytes=165000000, live_bytes=2000000, "
     "weighs 2.083",
     "OK 0.00 judged, share_percent=8250, freed_per_second_bytes=165000000, live_bytes=2000000"},
    {"INFO 26.19 judged, per_second_bytes=333333333, share_percent=100, name=byte[], "
     "site=app.Main.copy, all_per_second_bytes=333333333",
     "OK 0.00 judged, per_second_bytes=3333, share_percent=100, name=byte[], site=app.Main.copy, "
     "all_per_second_bytes=3333"},
    {"INFO 26.19 judged, per_second_bytes=333333333, share_percent=100, name=main, "
     "site=app.Main.copy, all_per_second_bytes=333333333",
     "OK 0.00 judged, per_second_bytes=3333, share_percent=100, name=main, site=app.Main.copy, "
     "all_per_second_bytes=3333"},
    {"INFO 56.70 judged, share_percent=50, per_second_bytes=37500000, site=app.Main.sum",
     "OK 0.00 judged, share_percent=0, per_second_bytes=0"},
    {"INFO 25.00 judged, count=1, total_ns=90000000, 1000..1090 ms, costs 0.075, weighs 0.075",
     "NA nan not-recorded"},
    {"INFO 25.84 judged, used_percent=99, used_bytes=990, total_bytes=1000",
     "OK 0.00 judged, used_percent=90, used_bytes=900, total_bytes=1000"},
    {"INFO nan off, heap_bytes=8000000000", "OK nan fits, heap_bytes=40000000000"},
    {"INFO 26.81 judged, count=12, class=app.Plugin", "OK 0.00 judged, count=0, class=app.Plugin"},
    {"INFO 25.00 judged, share_percent=1.25, longest_ns=1500000000, count=1, class=app.Main, "
     "1000..2500 ms, costs 1.25, weighs 1.25",
     "OK 0.03 judged, share_percent=0.00833333, longest_ns=1000000, count=10, class=app.Main, "
     "1000..1001 ms, costs 0.008333, weighs 0.008333"},
    {"INFO 56.70 judged, longest_ns=3000000000, where=/data, count=1, total_ns=3000000000, "
     "p99_ns=3000000000, most_where=/data, most_count=1, most_ns=3000000000, 1000..4000 ms, costs "
     "100, weighs 100",
     "OK 3.75 judged, longest_ns=300000000, where=/data, count=1, total_ns=300000000, "
     "p99_ns=300000000, most_where=/data, most_count=1, most_ns=300000000, 1000..1300 ms, costs "
     "100, weighs 100"},
    {"WARNING 98.40 judged, longest_ns=9000000000, where=/data, count=1, total_ns=9000000000, "
     "p99_ns=9000000000, most_where=/data, most_count=1, most_ns=9000000000, 1000..10000 ms, costs "
     "100, weighs 100",
     "OK 1.12 judged, longest_ns=90000000, where=/data, count=1, total_ns=90000000, "
     "p99_ns=90000000, most_where=/data, most_count=1, most_ns=90000000, 1000..1090 ms, costs 100, "
     "weighs 100"},
    {"INFO 64.58 judged, longest_ns=500000000, where=/data, count=1, total_ns=500000000, "
     "p99_ns=500000000, most_where=/data, most_count=1, most_ns=500000000, 1000..1500 ms, costs "
     "100, weighs 100",
     "OK 1.51 judged, longest_ns=5000000, where=/data, count=1, total_ns=5000000, p99_ns=5000000, "
     "most_where=/data, most_count=1, most_ns=5000000, 1000..1005 ms, costs 100, weighs 100"},
    {"INFO 38.77 judged, longest_ns=900000000, where=db.example:5432, site=app.Client.call, "
     "count=1, total_ns=900000000, p99_ns=900000000, most_where=db.example:5432, "
     "most_site=app.Client.call, most_count=1, most_ns=900000000, 1000..1900 ms, costs 100, weighs "
     "100",
     "OK nan none"},
    {"INFO 41.25 judged, worst_per_second=3000, mean_per_second=3000, 1000..2000 ms",
     "OK 0.75 judged, worst_per_second=30, 1000..2000 ms"},
    {"INFO 48.00 judged, worst_per_minute=40, all=40, class=java.lang.NoSuchFieldError, "
     "1000..40000 ms",
     "OK 0.00 judged, worst_per_minute=0, all=0"},
    {"INFO 29.98 judged, blocked_percent=25, total_ns=30000000000, waits=30, class=app.Lock, "
     "class_ns=30000000000, threads=1, threads_on_average=0.25, 1000..2000 ms, costs 100, weighs "
     "100",
     "OK 3.12 judged, blocked_percent=2.5, total_ns=3000000000, waits=3, class=app.Lock, "
     "class_ns=3000000000, threads=1, threads_on_average=0.025, 1000..2000 ms, costs 100, weighs "
     "100"},
    {"INFO 27.46 judged, worst_percent=90, 1000..11000 ms",
     "OK 13.78 judged, worst_percent=40, 1000..5000 ms"},
    {"INFO 74.00 judged, worst_percent=70, 1000..6000 ms",
     "OK 12.50 judged, worst_percent=10, 1000..5000 ms"},
    {"INFO 52.52 judged, per_second=30000, 1000..1000 ms",
     "OK 8.61 judged, per_second=3000, 1000..1000 ms"},
    {"INFO 31.29 judged, count=400", "OK 17.78 judged, count=200"},
    {"INFO 25.00 judged, count=1, 1000..1000 ms", "NA nan not-recorded"},
    {"INFO 64.58 judged, run=5, class=app.Handle", "OK 0.00 judged, run=0"},
    {"WARNING 99.69 judged, worst_percent=30, whole_percent=25, total_ns=30000000000, differs=1, "
     "operation=FindDeadlocks, operations=100, "
     "1000..61000 ms, costs 25, weighs 25",
     "OK 0.00 judged, worst_percent=0, whole_percent=0, total_ns=0, differs=0, costs 0, weighs 0"},
    {"WARNING 99.69 judged, worst_percent=30, whole_percent=25, total_ns=30000000000, differs=1, "
     "operation=FindDeadlocks, operations=100, "
     "1000..61000 ms, costs 25, weighs 25",
     "OK 0.00 judged, worst_percent=0, whole_percent=0, total_ns=0, differs=0, costs 0, weighs 0"},
    {"INFO 56.70 judged, longest_ns=1500000000, operation=FindDeadlocks, count=1, 1000..2500 ms",
     "OK 0.50 judged, longest_ns=20000000, operation=FindDeadlocks, count=1, 4000..4020 ms"},
    {"INFO 63.94 judged, used_percent=90, segment=profiled methods, 1000..1000 ms",
     "OK 15.62 judged, used_percent=50, segment=profiled methods, 1000..1000 ms"},
    {"WARNING 100.00 died, reason=Crash, 1000..1000 ms",
     "OK nan asked, reason=Asked, 1000..1000 ms"},
    {"WARNING 100.00 died, reason=VM Error, 1000..1000 ms",
     "OK nan ended, reason=Shutdown requested from Java, 1000..1000 ms"},
    {"INFO nan lost, samples=7", "OK nan whole"},
    {"WARNING nan found, names=DB PASSWORD", "OK nan none"},
    {"WARNING nan found, names=app.secret", "OK nan none"},
    {"WARNING nan open, port=9", "OK nan safe, port=9"},
    {"INFO nan some, agents=1, names=spy.jar", "OK nan none, agents=0"},
    {"INFO nan some, agents=3, names=one.jar, two.jar, libjdwp.so",
     "OK nan some, agents=2, names=one.jar, libjdwp.so"},
    {"INFO nan used, options=IgnoreUnrecognizedVMOptions", "OK nan none"},
    {"WARNING nan weak, subjects=SHA256withRSA, count=1", "OK nan good, count=0"},
    {"INFO 25.00 judged, classes=5, class=app.E", "OK 0.00 judged, classes=0"},
    {"WARNING nan off, options=-Xverify:none", "OK nan on"},
    {"INFO nan twice, options=-XX:MaxHeapSize=2g", "OK nan none"},
    {"WARNING nan gone, options=-XX:+UseConcMarkSweepGC (removed in JDK 15)", "OK nan none"},
    {"INFO nan early, version=OpenJDK 64-Bit Server VM (25-ea+12) for linux-amd64 JRE (25-ea+12)",
     "OK nan released, version=OpenJDK 64-Bit Server VM (17.0.1+12) for linux-amd64 JRE "
     "(17.0.1+12)"},
    {"WARNING nan old", "OK nan fixed"},
    {"INFO nan off", "OK nan on"},
    {"INFO nan one, pid=1", "OK nan another, pid=11"},
    {"WARNING nan found, names=-Ddb.password", "OK nan none"},
    {"WARNING nan found, names=-Durl", "OK nan none"},
    {"INFO nan zero, events=jdk.ThreadPark", "OK nan fits"},
    {"INFO 49.63 judged, longest_ns=900000000, where=db.example, count=1, total_ns=900000000, "
     "p99_ns=900000000, most_where=db.example, most_count=1, most_ns=900000000, 1000..1900 ms, "
     "costs 100, weighs 100",
     "OK 8.18 judged, longest_ns=90000000, where=db.example, count=1, total_ns=90000000, "
     "p99_ns=90000000, most_where=db.example, most_count=1, most_ns=90000000, 1000..1090 ms, costs "
     "100, weighs 100"},
    {"INFO 64.58 judged, share_percent=100, bytes=1258291200",
     "OK 0.00 judged, share_percent=100, bytes=1258291000"},
    {"INFO 38.77 judged, share_percent=90", "OK 5.86 judged, share_percent=10"},
    {"INFO 43.10 judged, per_minute_bytes=15000000, first_bytes=100000000, last_bytes=109500000, "
     "2000..40000 ms",
     "OK 0.00 judged, per_minute_bytes=0, first_bytes=100000000, last_bytes=100019000, 2000..40000 "
     "ms"},
    {"WARNING 80.37 judged, more=599, loader=app.Space, first=1, last=600, 0..60000 ms",
     "OK 0.00 judged, more=0, loader=app.Space, first=600, last=600, 0..60000 ms"},
    {"INFO 74.00 judged, share_percent=85.7143, count=6, collections=7, paused_ns=30000000, costs "
     "0.02917, weighs 0.02917",
     "OK 0.00 judged, share_percent=80, count=4, collections=5, paused_ns=20000000, costs 0.02083, "
     "weighs 0.02083"},
    {"WARNING 94.09 judged, more=2050, first=1900, last=3950, 18000..59000 ms",
     "OK 0.00 judged, more=0, first=1180, last=1590, 18000..59000 ms"},
    {"WARNING 90.71 judged, per_minute_bytes=120000000, first_bytes=10000000, "
     "last_bytes=200000000, buffers=20, 0..95000 ms",
     "OK 0.00 judged, per_minute_bytes=0, first_bytes=10000000, last_bytes=11900000, buffers=20, "
     "0..95000 ms"},
    {"INFO 25.86 judged, per_second=60, count=3540", "OK 20.00 judged, per_second=40, count=2360"},
    {"WARNING 75.00 judged, count=1", "NA nan not-recorded"},
    {"OK nan judged, collections=1", "OK nan judged, collections=1"},
    {"OK nan judged, share_percent=100, class=byte[], bytes=9000",
     "OK nan judged, share_percent=100, class=app.Row, bytes=1"},
    {"NA nan too-few, processors=4", "NA nan too-few, processors=4"},
    {"INFO 34.13 judged, total_ns=150000000, count=5",
     "OK 8.61 judged, total_ns=30000000, count=1"},
    {"INFO 25.00 judged, per_second=10000, 1000..1000 ms",
     "OK 25.00 judged, per_second=9999.75, 1000..1000 ms"},
    {"INFO 25.00 judged, count=300", "OK 13.78 judged, count=150"},
    {"INFO 25.00 judged, throttled_percent=5, throttled=10, periods=200, waited_ns=11, 2000..3000 "
     "ms, costs 5, weighs 5",
     "OK 22.50 judged, throttled_percent=4.5, throttled=9, periods=200, waited_ns=11, 0..1000 ms, "
     "costs 4.5, weighs 4.5"},
    {"INFO 25.00 judged, throttled_percent=5, throttled=50, periods=1000, waited_ns=5000000000, "
     "costs 5, weighs 5",
     "OK 0.00 judged, throttled_percent=0, throttled=0, periods=1000, costs 0, weighs 0"},
    {"INFO 25.00 judged, throttled_percent=5, throttled=50, periods=1000, waited_ns=5000000000, "
     "costs 5, weighs 5",
     "OK nan no-limit"},
    {"INFO 25.00 judged, worst_percent=80, 20000..30000 ms",
     "OK 22.94 judged, worst_percent=72, 1000..5000 ms"},
    {"INFO 29.80 judged, worst_percent=100, 0..4000 ms",
     "OK 0.00 judged, worst_percent=0, 0..4000 ms"},
    {"INFO 25.00 judged, worst_percent=20, 11000..21000 ms",
     "OK 0.00 judged, worst_percent=0, 1000..5000 ms"},
    {"INFO 25.00 judged, used_percent=95, used_bytes=950, total_bytes=1000",
     "OK 0.00 judged, used_percent=94.9, used_bytes=949, total_bytes=1000"},
    {"INFO 25.84 judged, used_percent=99, used_bytes=990, total_bytes=1000",
     "OK 0.00 judged, used_percent=99, used_bytes=990, total_bytes=1000"},
    {"INFO nan off, heap_bytes=34359738367", "OK nan fits, heap_bytes=34359738368"},
    {"INFO nan off, heap_bytes=1", "OK nan fits, heap_bytes=1"},
    {"INFO nan off, heap_bytes=1", "OK nan fits, heap_bytes=1"},
    {"INFO nan off, heap_bytes=1", "OK nan fits, heap_bytes=1"},
    {"INFO 25.00 judged, worst_percent=90, used_percent=90, limit_bytes=1000, failed=3, 0..0 ms",
     "OK 24.97 judged, worst_percent=89.9, used_percent=89.9, limit_bytes=1000, failed=4, 0..0 ms"},
    {"WARNING 75.00 judged, worst_percent=100, used_percent=100, limit_bytes=1, failed=0, 0..0 ms",
     "OK nan no-limit"},
    {"INFO 40.24 judged, per_minute_bytes=60000000, first_bytes=100000000, last_bytes=130000000, "
     "0..30000 ms",
     "NA nan not-recorded"},
    {"INFO 32.86 judged, per_minute_bytes=40000000, first_bytes=100000000, last_bytes=120000000, "
     "0..30000 ms",
     "NA nan not-recorded"},
    {"INFO 30.30 judged, per_minute_bytes=33554440, first_bytes=100000000, last_bytes=116777220, "
     "0..30000 ms",
     "OK 0.00 judged, per_minute_bytes=0, first_bytes=100000000, last_bytes=116777216, 0..30000 "
     "ms"},
    {"INFO 40.24 judged, per_minute_bytes=60000000, first_bytes=100000000, last_bytes=130000000, "
     "0..30000 ms",
     "OK 0.00 judged, per_minute_bytes=0, first_bytes=100000000, last_bytes=100000000, 0..30000 "
     "ms"},
    {"INFO 25.00 judged, used_percent=70, used_bytes=700, limit_bytes=1000, buffers=3, 1000..1000 "
     "ms",
     "OK 24.96 judged, used_percent=69.9, used_bytes=699, limit_bytes=1000, buffers=3, 1000..1000 "
     "ms"},
    {"INFO 25.00 judged, used_percent=70, used_bytes=700, limit_bytes=1000, buffers=3, 1000..1000 "
     "ms",
     "NA nan not-recorded, 1000..1000 ms"},
    {"INFO 25.00 judged, more=20, first=10, last=30, 0..20000 ms",
     "OK 23.75 judged, more=19, first=10, last=29, 0..19000 ms"},
    {"INFO 25.00 judged, per_second=50, count=100", "OK 24.50 judged, per_second=49, count=98"},
    {"INFO 25.00 judged, per_second=50, count=50", "NA nan too-few"},
    {"INFO 60.70 judged, share_percent=4162.5, freed_per_second_bytes=8325000, live_bytes=200000, "
     "weighs 2.083",
     "OK nan too-few"},
    {"INFO nan serial, gc_threads=1, processors=4", "OK nan fits, gc_threads=1, processors=4"},
    {"INFO nan serial, gc_threads=1, processors=4", "OK nan fits, gc_threads=9, processors=3"},
    {"INFO nan one, gc_threads=1, processors=2", "OK nan fits, gc_threads=1, processors=1"},
    {"INFO nan one, gc_threads=1, processors=2", "OK nan fits, gc_threads=2, processors=2"},
    {"INFO nan one-processor, gc_threads=1, processors=1",
     "OK nan fits, gc_threads=1, processors=2"},
    {"INFO nan too-many, gc_threads=4, processors=3", "OK nan fits, gc_threads=4, processors=4"},
    {"WARNING 97.67 judged, share_percent=27.2727, above=3, all=11, target_ns=100000000",
     "OK 0.00 judged, share_percent=20, above=2, all=10, target_ns=100000000"},
    {"INFO 25.00 judged, share_percent=2, above=3, all=150, target_ns=100000000",
     "OK 24.83 judged, share_percent=1.98675, above=3, all=151, target_ns=100000000"},
    {"INFO nan judged, used_percent=99, collections=3", "OK nan short, collections=0"},
    {"INFO nan judged, used_percent=99, collections=3",
     "OK nan judged, used_percent=100, collections=3"},
    {"INFO nan judged, used_percent=89, collections=3",
     "OK nan judged, used_percent=91, collections=3"},
    {"INFO 25.82 judged, idle_percent=60.25, collections=3, gc_threads=8, used_percent=39.75",
     "OK 24.90 judged, idle_percent=59.75, collections=3, gc_threads=8, used_percent=40.25"},
    {"WARNING 83.89 judged, idle_percent=95, collections=3, gc_threads=2, used_percent=5",
     "OK nan short"},
    {"INFO 25.00 judged, share_percent=20, single=1, all=5, gc_threads=8",
     "OK 0.00 judged, share_percent=0, single=0, all=5, gc_threads=8"},
    {"INFO 25.00 judged, share_percent=20, single=1, all=5, gc_threads=8",
     "OK 0.00 judged, share_percent=0, single=0, all=5, gc_threads=8"},
    {"INFO 25.00 judged, share_percent=20, single=1, all=5, gc_threads=8",
     "OK 0.00 judged, share_percent=0, single=0, all=4, gc_threads=8"},
    {"INFO 64.58 judged, share_percent=100, single=1, all=1, gc_threads=4", "OK nan short"},
    {"INFO 25.00 judged, longest_ns=50000000, count=2, total_ns=51000000, p99_ns=50000000, "
     "1000..1050 ms, costs 0.0425, weighs 0.0425",
     "OK 24.50 judged, longest_ns=49000000, count=2, total_ns=50000000, p99_ns=49000000, "
     "1000..1049 ms, costs 0.04167, weighs 0.04167"},
    {"INFO 25.00 judged, longest_ns=1000000000, operation=FindDeadlocks, count=2, 1000..2000 ms",
     "OK 24.98 judged, longest_ns=999000000, operation=FindDeadlocks, count=1, 4000..4999 ms"},
    {"INFO 25.00 judged, total_ns=100000000, count=2",
     "OK 24.80 judged, total_ns=99000000, count=2"},
    {"INFO 25.00 judged, worst_per_second=1000, mean_per_second=1000, 1000..2000 ms",
     "OK 24.98 judged, worst_per_second=999, mean_per_second=999, 1000..2000 ms"},
    {"INFO 56.99 judged, worst_per_second=5555.56, mean_per_second=5555.56, 1000..1900 ms",
     "NA nan not-known, mean_per_second=5561.73"},
    {"INFO 25.91 judged, worst_per_second=1100, mean_per_second=400, 3000..4000 ms",
     "NA nan not-known"},
    {"INFO 25.00 judged, worst_per_minute=30, all=30, class=java.lang.NoSuchFieldError, "
     "1000..59000 ms",
     "OK 24.17 judged, worst_per_minute=29, all=30, class=java.lang.NoSuchFieldError, 1000..59800 "
     "ms"},
    {"INFO 25.00 judged, worst_in_10_s=100, class=java.net.ConnectException, site=app.Client.call, "
     "message=refused, 1000..10999 ms",
     "OK 24.75 judged, worst_in_10_s=99, class=java.net.ConnectException, site=app.Client.call, "
     "message=refused, 1000..10996 ms"},
    {"INFO 25.00 judged, objects=10000, class=app.Handle",
     "OK 25.00 judged, objects=9999, class=app.Handle"},
    {"INFO 73.65 judged, run=13, class=app.B", "OK 0.00 judged, run=0"},
    {"INFO 38.54 judged, share_percent=5.26316, samples=5, site=app.Client.call, "
     "through=java.net.Inet6AddressImpl.lookupAllHostAddr, costs 100, weighs "
     "100",
     "OK 0.00 judged, share_percent=28.5714, samples=4"},
    {"INFO 25.00 judged, longest_ns=1000000000, p99_ns=1000000000, cause=G1, 1000..2000 ms",
     "OK 24.98 judged, longest_ns=999000000, p99_ns=999000000, cause=G1, 1000..1999 ms"},
    {"INFO 25.00 judged, longest_ns=1000000000, p99_ns=1000000000, cause=Why, 1000..2000 ms",
     "OK 0.12 judged, longest_ns=5000000, p99_ns=5000000, cause=G1, 1000..1005 ms"},
    {"INFO 25.00 judged, worst_percent=20, 1000..11000 ms",
     "OK 24.88 judged, worst_percent=19.9, 1000..11000 ms"},
    {"WARNING 75.00 judged, worst_percent=50, 1000..11000 ms",
     "OK 12.50 judged, worst_percent=10, 1000..11000 ms"},
    {"INFO 25.00 judged, worst_percent=5, whole_percent=4.16667, pauses=100, total_ns=5000000000, "
     "differs=1, 1000..61000 ms, costs 4.167, weighs 4.167",
     "OK 24.50 judged, worst_percent=4.9, whole_percent=4.08333, pauses=100, total_ns=4900000000, "
     "differs=1, 1000..61000 ms, costs 4.083, weighs 4.083"},
    {"WARNING 83.89 judged, worst_percent=12, whole_percent=10, pauses=100, total_ns=12000000000, "
     "differs=1, 1000..61000 ms, costs 10, weighs 10",
     "OK 20.00 judged, worst_percent=4, whole_percent=3.33333, pauses=100, total_ns=4000000000, "
     "differs=1, 1000..61000 ms, costs 3.333, weighs 3.333"},
    {"INFO 74.00 judged, worst_percent=12, whole_percent=10, pauses=100, total_ns=12000000000, "
     "differs=1, 1000..61000 ms, costs 10, weighs 10",
     "OK 0.33 judged, worst_percent=0.0666667, whole_percent=0.0333333, pauses=1, "
     "total_ns=40000000, differs=1, 1000..61000 ms, costs 0.03333, weighs 0.03333"},
    {"WARNING 83.89 judged, worst_percent=12, whole_percent=10, pauses=100, total_ns=12000000000, "
     "differs=1, class=byte[], site=app.Main.copy, site_percent=54.5455, 1000..61000 ms, costs 10, "
     "weighs 10",
     "OK 0.33 judged, worst_percent=0.0666667, whole_percent=0.0333333, pauses=1, "
     "total_ns=40000000, differs=1, 1000..61000 ms, costs 0.03333, weighs 0.03333"},
    {"INFO nan judged, count=3, total_ns=1700000000, longest_ns=600000000, cause=x, 3000..3600 ms, "
     "costs 1.417, weighs 1.417",
     "OK nan none, count=0"},
    {"INFO nan judged, count=1, total_ns=500000000, longest_ns=500000000, cause=Ergonomics, "
     "1000..1500 ms, costs 0.4167, weighs 0.4167",
     "OK nan none, count=0"},
    {"WARNING nan judged, mode_failures=0, serial=1, evacuations=0",
     "OK nan none, mode_failures=0, serial=0, evacuations=0"},
    {"INFO nan judged, mode_failures=0, serial=0, evacuations=4",
     "OK nan none, mode_failures=0, serial=0, evacuations=0"},
    {"INFO 56.70 judged, threads=10, class=app.Lock, waits=10, total_ns=13000000000, 1090..2390 ms",
     "OK 0.00 judged, threads=9, class=app.Lock, waits=9, total_ns=12600000000, 1080..2480 ms"},
    {"INFO 25.00 judged, threads=4, class=app.Lock, waits=10, total_ns=12700000000, 4999..5099 ms",
     "OK 18.75 judged, threads=3, class=app.Lock, waits=10, total_ns=12700000000, 1000..5000 ms"},
    {"WARNING 75.00 judged, threads=16, class=app.Lock, waits=32, total_ns=32000000000, 1150..2150 "
     "ms",
     "OK 0.00 judged, threads=16, class=app.Lock, waits=16, total_ns=11200000000, 1150..1850 ms"},
    {"INFO 74.00 judged, threads=16, class=app.Lock, waits=31, total_ns=31000000000, 1150..2150 ms",
     "OK 0.00 judged, threads=16, class=app.Lock, waits=16, total_ns=11200000000, 1150..1850 ms"},
    {"WARNING 87.50 judged, dumps=2, threads=a, b, 2000..2000 ms", "OK 0.00 judged, dumps=0"},
    {"WARNING 75.00 judged, dumps=1, threads=a, b, c, d, 2000..2000 ms", "OK 0.00 judged, dumps=0"},
    {"INFO 25.02 judged, blocked_percent=20.0167, total_ns=24020000000, waits=22, class=app.Lock, "
     "class_ns=24000000000, owner=owner, site=app.Main.enter, threads=2, "
     "threads_on_average=0.200167, 2000..3400 ms, costs 100, weighs 100",
     "OK 24.99 judged, blocked_percent=19.9917, total_ns=23990000000, waits=20, class=app.Lock, "
     "class_ns=23990000000, owner=two, site=app.Main.enter, threads=2, "
     "threads_on_average=0.199917, 20000..21399 ms, costs 100, weighs 100"},
    {"INFO 25.00 judged, share_percent=20, count=5, collections=25, paused_ns=35000000, costs "
     "0.02917, weighs 0.02917",
     "OK 24.04 judged, share_percent=19.2308, count=5, collections=26, paused_ns=35000000, costs "
     "0.02917, weighs 0.02917"},
    {"INFO 74.00 judged, share_percent=50, count=5, collections=10, paused_ns=35000000, "
     "class=byte[], site=app.Main.big, mean_bytes=3000, costs 0.0375, weighs 0.0375",
     "OK 0.00 judged, share_percent=100, count=4, collections=4, paused_ns=28000000, costs "
     "0.02333, weighs 0.02333"},
    {"INFO 25.13 judged, per_second_bytes=316666666, share_percent=80.8511, name=a.A, site=a.M.m, "
     "all_per_second_bytes=391666666",
     "NA nan not-recorded"},
    {"INFO 25.00 judged, per_second_bytes=314572800, share_percent=100, name=byte[], "
     "site=app.Main.copy, all_per_second_bytes=314572800",
     "OK 25.00 judged, per_second_bytes=314572791, share_percent=100, name=byte[], "
     "site=app.Main.copy, all_per_second_bytes=314572791"},
    {"INFO 30.67 judged, per_second_bytes=408333333, share_percent=63.2258, name=one, site=a.M.m, "
     "all_per_second_bytes=645833333",
     "OK 0.00 judged, per_second_bytes=500, share_percent=60, name=two, site=app.Main.copy, "
     "all_per_second_bytes=833"},
    {"INFO 25.00 judged, share_percent=20, per_second_bytes=33554432, site=app.Main.sum",
     "OK 0.00 judged, share_percent=100, per_second_bytes=33554431, site=app.Main.sum"},
    {"WARNING 82.67 judged, share_percent=100, per_second_bytes=133333333, site=app.Main.b",
     "OK 0.00 judged, share_percent=0, per_second_bytes=0"},
    {"INFO 25.00 judged, share_percent=20, bytes=1258291200",
     "OK 25.00 judged, share_percent=20, bytes=1258291200"},
    {"OK nan judged, share_percent=34.7826, class=a.C, bytes=800", "NA nan not-recorded"},
    {"INFO 25.00 judged, share_percent=50", "OK 24.98 judged, share_percent=49.9499"},
    {"INFO 41.55 judged, share_percent=100", "OK nan used"},
    {"INFO 25.00 judged, count=10, class=app.Plugin", "OK 22.50 judged, count=9, class=app.Plugin"},
    {"INFO 25.00 judged, count=10, class=app.Plugin", "OK 0.00 judged, count=0"},
    {"INFO 25.00 judged, share_percent=0.834167, longest_ns=1001000000, count=1, class=app.Main, "
     "1000..2001 ms, costs 0.8342, weighs 0.8342",
     "OK 2.50 judged, share_percent=0.833333, longest_ns=1000000000, count=1, class=app.Main, "
     "1000..2000 ms, costs 0.8333, weighs 0.8333"},
    {"INFO 25.00 judged, share_percent=10, longest_ns=800000000, count=15, class=app.Main, "
     "1000..1800 ms, costs 10, weighs 10",
     "OK 23.63 judged, share_percent=9.33333, longest_ns=800000000, count=30, class=app.Main, "
     "1000..1800 ms, costs 9.333, weighs 9.333"},
    {"INFO 41.55 judged, count=2, total_ns=140000000, 1000..1140 ms, costs 0.1167, weighs 0.1167",
     "NA nan not-recorded"},
    {"WARNING 75.00 judged, count=1, total_ns=12000000000, 1000..13000 ms, costs 10, weighs 10",
     "NA nan not-recorded"},
    {"WARNING 100.00 judged, count=2, thread=main, call=app.Cart.add, file=/tmp/1.hprof, again=2, "
     "1000..1090 ms",
     "OK 0.00 judged, count=0"},
    {"WARNING 100.00 judged, worst_percent=50, whole_percent=25, total_ns=30000000000, differs=1, "
     "operation=HeapDumper, operations=1, 1000..61000 ms, costs 25, weighs 25",
     "OK 0.00 judged, worst_percent=0, whole_percent=0, total_ns=0, differs=0, costs 0, weighs 0"},
    {"INFO nan zero, events=jdk.ThreadPark, jdk.JavaMonitorEnter", "OK nan fits"},
    {"INFO 25.00 judged, cpu_percent=2", "OK 24.38 judged, cpu_percent=1.95"},
    {"WARNING nan found, names=DB PASSWORD, DBPASSWORD, SECRET", "OK nan none"},
    {"INFO nan plain, port=9", "OK nan none"},
    {"INFO nan some, agents=2, names=libx.so, liby.so", "OK nan none, agents=0"},
    {"INFO nan some, agents=3, names=a.jar, libx.so, libx.so", "NA nan not-recorded"},
    {"INFO nan weak, subjects=SHA1withRSA, SHA256withDSA, SHA256withRSA, count=3",
     "OK nan good, count=0"},
    {"WARNING nan weak, subjects=MD5withRSA, count=1", "OK nan good, count=0"},
    {"WARNING nan weak, subjects=x, count=1", "OK nan good, count=0"},
    {"INFO nan weak, subjects=x, count=1", "OK nan good, count=0"},
    {"WARNING nan weak, subjects=x, count=1", "OK nan good, count=0"},
    {"WARNING nan weak, subjects=MD2, MD2, MD2, MD2, MD2, count=7", "OK nan good, count=0"},
    {"INFO 25.00 judged, longest_ns=2000000000, where=/data, count=3, total_ns=5000000000, "
     "p99_ns=2000000000, most_where=/log, most_count=2, most_ns=3000000000, 1000..3000 ms, costs "
     "60, weighs 60",
     "OK 24.99 judged, longest_ns=1999000000, where=/data, count=1, total_ns=1999000000, "
     "p99_ns=1999000000, most_where=/data, most_count=1, most_ns=1999000000, 1000..2999 ms, costs "
     "100, weighs 100"},
    {"INFO 25.00 judged, longest_ns=300000000, where=/data, site=app.M.load, count=21, "
     "total_ns=6002000000, p99_ns=300000000, most_where=/data, most_site=app.M.load, "
     "most_count=20, most_ns=6000000000, 1000..1300 ms, costs 99.97, weighs 99.97",
     "OK 5.00 judged, longest_ns=400000000, where=/data, site=app.M.load, count=19, "
     "total_ns=7600000000, p99_ns=400000000, most_where=/data, most_site=app.M.load, "
     "most_count=19, most_ns=7600000000, 1000..1400 ms, costs 100, weighs 100"},
    {"INFO 25.00 judged, longest_ns=100000000, where=/data, count=3, total_ns=300000000, "
     "p99_ns=100000000, most_where=/data, most_count=3, most_ns=300000000, 1000..1100 ms, costs "
     "100, weighs 100",
     "OK 24.80 judged, longest_ns=99000000, where=/data, count=3, total_ns=297000000, "
     "p99_ns=99000000, most_where=/data, most_count=3, most_ns=297000000, 1000..1099 ms, costs "
     "100, weighs 100"},
    {"INFO 25.00 judged, longest_ns=500000000, where=db.example:5432, site=app.Client.call, "
     "count=2, total_ns=600000000, p99_ns=500000000, most_where=db.example:5432, "
     "most_site=app.Client.call, most_count=1, most_ns=500000000, 1000..1500 ms, costs 83.33, "
     "weighs 83.33",
     "OK 24.96 judged, longest_ns=499000000, where=db.example:0, site=app.Client.call, count=1, "
     "total_ns=499000000, p99_ns=499000000, most_where=db.example:0, most_site=app.Client.call, "
     "most_count=1, most_ns=499000000, 1000..1499 ms, costs 100, weighs 100"},
    {"WARNING 99.71 judged, longest_ns=9000000000, where=db.example, count=1, total_ns=9000000000, "
     "p99_ns=9000000000, most_where=db.example, most_count=1, most_ns=9000000000, 1000..10000 ms, "
     "costs 100, weighs 100",
     "OK 0.82 judged, longest_ns=9000000, where=localhost, count=1, total_ns=9000000, "
     "p99_ns=9000000, most_where=localhost, most_count=1, most_ns=9000000, 1000..1009 ms, costs "
     "100, weighs 100"},
    {"INFO 74.00 judged, longest_ns=9000000000, where=localhost, count=1, total_ns=9000000000, "
     "p99_ns=9000000000, most_where=localhost, most_count=1, most_ns=9000000000, 1000..10000 ms, "
     "costs 100, weighs 100",
     "OK 0.82 judged, longest_ns=9000000, where=127.0.0.1, count=1, total_ns=9000000, "
     "p99_ns=9000000, most_where=127.0.0.1, most_count=1, most_ns=9000000, 1000..1009 ms, costs "
     "100, weighs 100"},
    {"INFO 74.00 judged, longest_ns=9000000000, where=::1, count=1, total_ns=9000000000, "
     "p99_ns=9000000000, most_where=::1, most_count=1, most_ns=9000000000, 1000..10000 ms, costs "
     "100, weighs 100",
     "OK 0.82 judged, longest_ns=9000000, where=0:0:0:0:0:0:0:1, count=1, total_ns=9000000, "
     "p99_ns=9000000, most_where=0:0:0:0:0:0:0:1, most_count=1, most_ns=9000000, 1000..1009 ms, "
     "costs 100, weighs 100"},
    {"INFO 25.00 judged, classes=5, class=app.A", "OK 20.79 judged, classes=4, class=app.A"},
    {"INFO 25.00 judged, worst_percent=5, whole_percent=2.5, total_ns=3000000000, differs=1, "
     "1000..61000 ms, costs 2.5, weighs 2.5",
     "OK 24.50 judged, worst_percent=4.9, whole_percent=2.45, total_ns=2940000000, differs=1, "
     "1000..61000 ms, costs 2.45, weighs 2.45"},
    {"WARNING nan lost, bytes=65536, times=3, 1000..3000 ms", "OK nan whole"},
    {"INFO nan weak, subjects=x, count=1", "OK nan good, count=0"},
    {"INFO nan off, heap_bytes=1", "OK nan fits"},
    {"INFO nan lost, bytes=65535, times=2, 1000..3000 ms", "OK nan whole"},
    {"INFO 25.00 judged, at_limit_percent=25, limit=0.5, used=0.63",
     "OK 20.00 judged, at_limit_percent=20, limit=0.5, used=0.592"},
    {"WARNING 75.00 judged, at_limit_percent=75, limit=0.5, used=1.01", "OK nan no-limit"},
    {"INFO 74.00 judged, at_limit_percent=75, limit=1, used=1.01", "OK nan no-limit"},
    {"WARNING 75.00 judged, at_limit_percent=75, limit=0.5, used=1.01", "OK nan no-limit"},
    {"INFO 30.66 judged, per_minute_bytes=12582912, first_bytes=8388608, last_bytes=16777216, "
     "buffers=6, 10000..50000 ms",
     "OK 0.00 judged, per_minute_bytes=0, first_bytes=8388608, last_bytes=16777212, buffers=6, "
     "10000..50000 ms"},
    {"WARNING 85.57 judged, at_limit_percent=100, limit=0.5, used=0.45",
     "OK 0.00 judged, at_limit_percent=0, limit=0.5, used=0.4496"},
    {"INFO 25.00 judged, unloaded_per_second=20, loaded=1640, site=app.Script.compile, "
     "18000..59000 ms",
     "OK 0.00 judged, unloaded_per_second=0, loaded=1681, 18000..59000 ms"},
    {"WARNING 75.00 judged, unloaded_per_second=200, loaded=8200, 18000..59000 ms",
     "OK 23.75 judged, unloaded_per_second=19, loaded=779, 18000..59000 ms"},
    {"INFO 74.85 judged, unloaded_per_second=199, loaded=8159, 18000..59000 ms",
     "OK 0.00 judged, unloaded_per_second=0, loaded=0, 18000..59000 ms"},
    {"INFO 51.74 judged, per_minute_bytes=21451127, first_bytes=100000000, last_bytes=113500000, "
     "2000..40000 ms",
     "OK 0.00 judged, per_minute_bytes=0, first_bytes=100000000, last_bytes=109900000, "
     "2000..40000 ms"},
    {"WARNING 75.00 judged, longest_ns=240000000, count=50, total_ns=12000000000, "
     "p99_ns=240000000, 0..240 ms, costs 10, weighs 10",
     "OK 24.50 judged, longest_ns=49000000, count=50, total_ns=2450000000, p99_ns=49000000, 0..49 "
     "ms, costs 2.042, weighs 2.042"},
    {"INFO 52.72 judged, longest_ns=239000000, count=50, total_ns=11950000000, p99_ns=239000000, "
     "0..239 ms, costs 9.958, weighs 9.958",
     "NA nan not-recorded"},
    {"WARNING 75.00 judged, longest_ns=1000000000, where=db.example, count=2, total_ns=2000000000, "
     "site=app.Client.call, 1000..2000 ms, costs 100, weighs 100",
     "NA nan not-recorded"},
    {"INFO 74.00 judged, longest_ns=1000000000, where=db.example, count=5, total_ns=5000000000, "
     "site=app.Client.call, 1000..2000 ms, costs 100, weighs 100",
     "NA nan not-recorded"},
    {"INFO 25.00 judged, per_second=100, count=12000, method=app.Row.cell, because=null check, "
     "0..119990 ms",
     "OK 25.00 judged, per_second=99.9917, count=11999, method=app.Row.cell, because=null check, "
     "0..119980 ms"},
    {"INFO 25.00 judged, per_second=100, count=12000, method=app.Row.cell, because=null check, "
     "0..75996 ms",
     "OK 0.00 judged, per_second=100, count=12000, method=app.Row.cell, because=null check, "
     "0..47996 ms"},
    {"WARNING 78.80 judged, used_percent=28, option=-XX:TieredStopAtLevel=1", "OK nan none"},
    {"INFO 36.39 judged, used_percent=8, option=-XX:CompilationMode=quick-only",
     "OK 20.00 judged, used_percent=4, option=-XX:CompilationMode=quick-only"},
    {"INFO 55.43 judged, per_second=500, count=29500, costs 5, weighs 5", "NA nan too-few"},
    {"INFO 74.00 judged, per_minute_percent=480, per_minute_bytes=240000000, first_bytes=50000000, "
     "last_bytes=410000000, class=byte[], unproven=1, allocated_in=app.Desk.take, 2000..92000 ms",
     "OK 0.00 steady, per_minute_percent=0, per_minute_bytes=0, first_bytes=50000000, "
     "last_bytes=50000000, 2000..92000 ms"},
};
