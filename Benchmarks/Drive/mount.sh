#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The mounted folder beside bindfs, sshfs and rclone, in turn on one machine: Benchmarks/Drive/mount.sh BIN [MIB [FILES]]
# Prints a row for each job and peer, in seconds, and compares the bytes. It needs root (it empties the kernel's caches),
# the packages fuse3 bindfs sshfs rclone openssh-server, and BIN with satchel, satchel-drive, satchel-hub, satchel-files.
# A peer that is not here is left out with a sentence.
set -euo pipefail
bin=$(cd "$1" && pwd) mib=${2:-1024} count=${3:-10000}
work=$(mktemp -d "${TMPDIR:-/tmp}/satchel-mount-XXXXXX")
port=${SATCHEL_BENCH_PORT:-9540}
pids=()
end() {
    for folder in satchel bindfs sshfs rclone; do fusermount3 -uzq "$work/$folder" 2>/dev/null || true; done
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap end EXIT
cd "$work"
umask 077
mkdir source contents satchel bindfs sshfs rclone
head -c "${mib}M" /dev/urandom >source/film
mkdir source/many
for ((i = 0; i < count; i++)); do printf '%s' "$i" >"source/many/$i"; done

satchel() { XDG_STATE_HOME=$work/state "$bin/satchel" --wallet "$work/wallet" --passphrase-file "$work/word" "$@"; }
printf 'a word for the bench\n' | tee word password root >/dev/null
"$bin/satchel-hub" init --directory hub --currency EUR --url "http://127.0.0.1:$port" --passphrase-file root >/dev/null
printf '\n[files]\nurl = "http://127.0.0.1:%s"\nmember_gib = 100\n' "$((port + 1))" >>hub/hub.toml
"$bin/satchel-hub" serve --directory hub --port "$port" --files-socket files.sock >hub.log 2>&1 & pids+=($!)
"$bin/satchel-files" serve --directory contents --hub-socket files.sock --port "$((port + 1))" >files.log 2>&1 & pids+=($!)
for log in hub.log files.log; do until grep -q '^ready' $log; do sleep 0.05; done; done
satchel init >/dev/null
satchel join "$("$bin/satchel-hub" link --directory hub --url "http://127.0.0.1:$port")" --yes >/dev/null
satchel register alice --password-file password >/dev/null
satchel drive login --password-file password >/dev/null
satchel drive put source/film source/many >/dev/null
satchel drive mount "$work/satchel" >/dev/null

bindfs=no sshfs=no rclone=no
command -v bindfs >/dev/null && bindfs --no-allow-other source bindfs && bindfs=yes || echo "bindfs is not here"
if command -v sshfs >/dev/null && [[ -x /usr/sbin/sshd ]]; then
    ssh-keygen -q -t ed25519 -N '' -f key && cp key.pub authorized
    mkdir -p /run/sshd
    /usr/sbin/sshd -f /dev/null -p "$((port + 2))" -o HostKey="$work/key" -o AuthorizedKeysFile="$work/authorized" \
        -o StrictModes=no -o PidFile="$work/sshd.pid" -o Subsystem="sftp internal-sftp" && pids+=("$(sleep 1; cat sshd.pid)")
    sshfs -p "$((port + 2))" -o IdentityFile="$work/key",StrictHostKeyChecking=no,UserKnownHostsFile=/dev/null \
        "127.0.0.1:$work/source" sshfs && sshfs=yes
else
    echo "sshfs or sshd is not here"
fi
if command -v rclone >/dev/null && [[ $sshfs == yes ]]; then
    rclone mount ":sftp,host=127.0.0.1,port=$((port + 2)),key_file=$work/key:$work/source" rclone --vfs-cache-mode full \
        --cache-dir "$work/rclone-cache" --config /dev/null >rclone.log 2>&1 & pids+=($!)
    for _ in $(seq 100); do mountpoint -q rclone && rclone=yes && break || sleep 0.1; done
else
    echo "rclone or its server is not here"
fi

peers=(satchel)
for peer in bindfs sshfs rclone; do [[ ${!peer} == no ]] || peers+=("$peer"); done
forget() { sync; echo 3 >/proc/sys/vm/drop_caches; }
# Seconds of a command, with three digits.
timed() { local from=${EPOCHREALTIME/,/.}; "$@" >/dev/null; awk -v a="$from" -v b="${EPOCHREALTIME/,/.}" 'BEGIN { printf "%.3f", b - a }'; }
row() { printf '%-34s %-8s %8s s\n' "$1" "$2" "$3"; }
list() { ls -l "$1"; }
small() { (cd "$1" && for ((i = 0; i < 1000; i++)); do cat "$i"; done); }
for peer in "${peers[@]}"; do forget; row "cold $mib MiB" "$peer" "$(timed cat "$peer/film")"; done
for peer in "${peers[@]}"; do forget; row "cached $mib MiB" "$peer" "$(timed cat "$peer/film")"; done
for peer in "${peers[@]}"; do forget; row "ls -l of $count" "$peer" "$(timed list "$peer/many")"; done
for peer in "${peers[@]}"; do forget; row "cold 1000 small files" "$peer" "$(timed small "$peer/many")"; done
for peer in "${peers[@]}"; do cmp "$peer/film" source/film && echo "$peer: the bytes are the same"; done
satchel drive unmount >/dev/null
from=${EPOCHREALTIME/,/.}
kill "${pids[0]}" "${pids[1]}"
satchel drive mount "$work/satchel" >/dev/null && ls "$work/satchel/many" >/dev/null
awk -v a="$from" -v b="${EPOCHREALTIME/,/.}" -v n="$count" 'BEGIN { printf "mounted and listed without a network, %d names: %.3f s\n", n, b - a }'
