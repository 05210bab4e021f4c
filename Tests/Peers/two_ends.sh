#!/bin/sh
# SPDX-License-Identifier: MIT
# A device away from home and the server at home: each a network namespace with a /run of its own, joined by a cable with
# public addresses. Needs root. It prints the two processes to enter with nsenter, and ends both when its standard input ends.
#
#     two_ends.sh FOLDER
set -eu
folder=$1

place() {
    # A private /run has the sockets of this end's WireGuard devices.
    exec unshare --net --mount --pid --fork --kill-child sh -eu -c '
        mount -t tmpfs run /run
        mount -t proc proc /proc
        mkdir -p /run/wireguard /run/satchel-tunnel
        chown nobody /run/wireguard /run/satchel-tunnel
        ip link set lo up
        while ! ip link show cable >/dev/null 2>&1; do sleep 0.05; done
        ip address add "198.51.100.$2/24" dev cable
        ip link set cable up
        echo ready > "$3/$1.ready"
        exec sleep 100000
    ' place "$1" "$2" "$folder" </dev/null >"$folder/$1.log" 2>&1
}

place home 1 &
first=$!
place away 2 &
second=$!
home= away=
# With the first process of a namespace everything in it ends.
trap 'kill -KILL $home $away $first $second 2>/dev/null || true' EXIT INT TERM
child() { while ! pgrep -P "$1" >/dev/null; do sleep 0.05; done; pgrep -P "$1" | head -1; }
home=$(child $first)
away=$(child $second)
ip link add name cable netns "$home" type veth peer name cable netns "$away"
while [ ! -f "$folder/home.ready" ] || [ ! -f "$folder/away.ready" ]; do sleep 0.05; done
# The tests take what follows the first word.
echo "ends $home $away"
cat >/dev/null
