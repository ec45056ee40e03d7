# A JVM that cannot be reached, which a process with libjvm.so in a JDK's folder is taken for: why, and nothing
# of what would have been said had it been reached.
mkdir -p jdk/bin
cp "$(command -v sleep)" jdk/bin/libjvm.so
echo 'JAVA_VERSION="21.0.1"' >jdk/release
(exec -a sleep jdk/bin/libjvm.so 600) &
sleep=$!
trap 'kill $sleep' EXIT
until grep -q /libjvm.so "/proc/$sleep/maps"; do sleep 0.01; done
"$JFRTOOL" top --once --timeout 100ms --agent jdk/release $sleep
status=$?
echo 'JAVA_VERSION="13.0.1"' >jdk/release
"$JFRTOOL" top --once --timeout 100ms --engine jfr $sleep
exit $status
