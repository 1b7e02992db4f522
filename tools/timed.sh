#!/bin/sh
# Runs a command and keeps how long it took, in seconds of the clock and of processors: timed.sh KIND COMMAND ...
# The tests print these lines of build/times.tsv before their own (tests/times.py).
kind=$1
shift
mkdir -p build
began=$(date +%s)
"$@"
status=$?
ended=$(date +%s)
# The second line of `times` is what the children took: "1m2.5s 0m3.1s". In a pipe it would tell of another shell.
times > "build/times.$$"
used=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int($1 * 60 + $2 + $3 * 60 + $4 + 0.5) }' "build/times.$$")
rm "build/times.$$"
# What was there already took no time.
[ "$ended" -gt "$began" ] && printf '%s\t%s\t%s\n' "$kind" $((ended - began)) "$used" >> build/times.tsv
exit $status
