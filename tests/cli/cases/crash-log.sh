# The thread that died is shown as the log has it: of JDK 8, whose time stands at the end; as a console
# shows it, of which the log has more.
{
    printf '#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n'
    printf '#  SIGSEGV (0xb) at pc=0x00007f4e, pid=8091, tid=0x00007f4e\n#\n'
    printf '# Java VM: OpenJDK 64-Bit Server VM (25.342-b07 mixed mode linux-amd64 compressed oops)\n'
    printf '# Problematic frame:\n# C  [libzip.so+0x4541]  newEntry+0xa1\n#\n'
    printf '\n---------------  T H R E A D  ---------------\n\n'
    printf 'Current thread (0x00007f4e):  JavaThread "main" [_thread_in_native, id=8092, stack(0x1,0x2)]\n\n'
    printf 'Stack: [0x1,0x2],  sp=0x1,  free space=1k\n'
    printf 'Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)\n'
    printf 'C  [libzip.so+0x4541]  newEntry+0xa1\n...<more frames>...\n\n'
    printf 'Java frames: (J=compiled Java code, j=interpreted, Vv=VM code)\n'
    printf 'J  workload.Zip.get(J)J\n'
    for i in $(seq 40); do printf 'j  workload.Killed.deep(I)I+%d\n' "$i"; done
    printf 'v  ~StubRoutines::call_stub\n\n---------------  P R O C E S S  ---------------\n\n'
    printf 'time: Fri Nov 20 22:25:50 2026\ntimezone: UTC\nelapsed time: 4 seconds (0d 0h 0m 4s)\n\n'
} >hs_err_pid8091.log
mkdir build
{ echo 'started'; head -9 hs_err_pid8091.log; } >build/out.log
mv hs_err_pid8091.log build
COLUMNS=80 "$JFRTOOL" crash build
"$JFRTOOL" crash --json build | grep -A3 'frames"\|_total'
# With a recording the last stack of that thread is the log's.
cp -r "$TESTDATA/killed-17" build
"$JFRTOOL" crash -q --json build | sed -n '/"threads"/,$p' | head -12
COLUMNS=80 "$JFRTOOL" crash -q --top 1 build | sed -n '/Last stack of/,/^$/p'
"$JFRTOOL" crash --format csv build/hs_err_pid8091.log
