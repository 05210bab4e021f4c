#!/bin/sh
# SPDX-License-Identifier: MIT
# Two neighbours in a network of their own: each a network namespace with a bus and an avahi-daemon of its own, joined by a
# cable. Needs root. It prints the two processes to enter with nsenter, and ends both when its standard input ends.
#
#     two_networks.sh FOLDER
set -eu
folder=$1

place() {
    # A private /run hides the machine's own bus.
    exec unshare --net --mount --uts --pid --fork --kill-child sh -eu -c '
        mount -t tmpfs run /run
        mount -t proc proc /proc
        mkdir -p /run/dbus /run/avahi-daemon
        hostname "satchel-$1"
        ip link set lo up
        while ! ip link show cable >/dev/null 2>&1; do sleep 0.05; done
        ip address add "10.77.0.$2/24" dev cable
        ip link set cable up
        dbus-daemon --system --fork --nopidfile
        echo ready > "$3/$1.ready"
        exec avahi-daemon --no-drop-root --no-chroot --no-rlimits 2>"$3/$1.avahi.log"
    ' place "$1" "$2" "$folder" </dev/null >"$folder/$1.log" 2>&1
}

place one 1 &
first=$!
place two 2 &
second=$!
child() { while ! pgrep -P "$1" >/dev/null; do sleep 0.05; done; pgrep -P "$1" | head -1; }
one=$(child $first)
two=$(child $second)
# unshare itself ignores a request to end; with the first process of a namespace everything in it ends.
trap 'kill -KILL $one $two 2>/dev/null || true' EXIT INT TERM
ip link add name cable netns "$one" type veth peer name cable netns "$two"
while [ ! -f "$folder/one.ready" ] || [ ! -f "$folder/two.ready" ]; do sleep 0.05; done
# The tests take what follows the first word.
echo "networks $one $two"
cat >/dev/null
