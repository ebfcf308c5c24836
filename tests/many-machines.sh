#!/usr/bin/env bash
# Counts leaves on several machines, as docs/scale.md does: on three hosts with ssh, which are network namespaces of this
# machine, by GNU parallel; and as a job array of Slurm on three node daemons. A worker is killed in mid-run. Without
# root, or without the Debian packages below and a way to install them, it says so and does nothing.
# Usage: tests/many-machines.sh [PROGRAM]
set -euo pipefail

packages=(parallel rsync openssh-server openssh-client iproute2 slurmctld slurmd slurm-client munge)
skip() { echo "skipped: $1"; exit 0; }
# Whether every program that is used is there.
complete() {
  local name
  for name in parallel rsync sshd ssh ip slurmctld slurmd sbatch munged; do command -v "$name" || return 1; done
} > /dev/null
[[ $(id -u) == 0 ]] || skip "expected root for network namespaces"
if ! complete; then
  command -v apt-get > /dev/null || skip "expected ${packages[*]}"
  export DEBIAN_FRONTEND=noninteractive
  { timeout 120 apt-get update && timeout 300 apt-get install -y --no-install-recommends "${packages[@]}"; } \
    > /dev/null 2>&1 < /dev/null || true
  complete || skip "expected ${packages[*]}, and could not install them"
fi
ip netns add petteia-try 2> /dev/null || skip "expected network namespaces"
ip netns del petteia-try

program=$(realpath "${1:-target/release/petteia}")
work=$(mktemp -d /tmp/petteia-many.XXXXXX)
cd "$work"
hosts=(1 2 3)
net=10.213.77

clean_up() {
  set +e
  scancel --quiet --user=root 2>/dev/null
  for file in "$work"/*.pid; do [ -e "$file" ] && kill "$(cat "$file")" 2>/dev/null; done
  for i in "${hosts[@]}"; do
    ip netns pids "petteia$i" 2>/dev/null | xargs -r kill -9
    ip netns del "petteia$i" 2>/dev/null
  done
  ip link del petteia-br 2>/dev/null
  sleep 0.3
  rm -rf "$work"
}
trap clean_up EXIT

# The count of Reversi to 9 plies (OEIS A124004 has 3005288 as the tenth term).
expected='perft 9 nodes 3005288'
"$program" split reversi --plies 4 > units.jsonl
# Each file costs several connections, so there are few.
split --number l/9 units.jsonl units.

echo "== three hosts over ssh"
ip link add petteia-br type bridge
ip addr add "$net.254/24" dev petteia-br
ip link set petteia-br up
ssh-keygen -q -t ed25519 -N '' -f key
ssh-keygen -q -t ed25519 -N '' -f host_key
cp key.pub authorized_keys
mkdir -p /run/sshd home
logins=()
for i in "${hosts[@]}"; do
  ip netns add "petteia$i"
  ip link add "petteia-v$i" type veth peer name eth0 netns "petteia$i"
  ip link set "petteia-v$i" master petteia-br up
  ip -n "petteia$i" addr add "$net.$i/24" dev eth0
  ip -n "petteia$i" link set eth0 up
  # A home of its own keeps the start-up files of this machine's shell out.
  ip netns exec "petteia$i" "$(command -v sshd)" -f /dev/null -h "$work/host_key" -o ListenAddress="$net.$i" \
    -o AuthorizedKeysFile="$work/authorized_keys" -o StrictModes=no -o SetEnv="HOME=$work/home" \
    -o UsePAM=no -o UseDNS=no -o PidFile=none -o PermitRootLogin=yes > /dev/null 2>&1
  logins+=(--sshlogin "1/$net.$i")
done
export PARALLEL_SSH="ssh -i $work/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o ConnectTimeout=3"
missing() { for file in units.??; do [[ -e $file.out ]] || echo "$file"; done; }
# The job log says on which host each file was counted. The wait makes sure that the second host dies in the middle of
# its work. A host that dies between the end of a command and the fetch of its file leaves the file missing.
count() {
  local files
  for _ in 1 2 3 4 5; do
    mapfile -t files < <(missing)
    [[ ${#files[@]} -gt 0 ]] || return 0
    parallel --will-cite --retries 9 --joblog +log "${logins[@]}" --workdir ... --transferfile {} --return {}.out \
      --cleanup "sleep 0.2; $program map --perft 5 {} > {}.part && mv {}.part {}.out" ::: "${files[@]}" || true
  done
  [[ -z $(missing) ]]
}
count 2> parallel.err &
sleep 3
# A process that ends by itself meanwhile is no fault.
ip netns pids petteia2 | xargs -r kill -9 || true
wait %% || { cat parallel.err; exit 1; }
cat units.??.out > counts.jsonl
found=$("$program" sum counts.jsonl)
[[ $found == "$expected units "* ]] || { echo "expected $expected, found $found"; exit 1; }
echo "$found; hosts: $(grep -v ^Seq log | cut -f 2 | sort | uniq -c | tr -s ' \n' ' ')"
cat units.aa.out >> counts.jsonl
! "$program" sum counts.jsonl 2> double.err || { echo "a double unit was counted"; exit 1; }

echo "== three nodes of Slurm"
id munge > /dev/null
install -d -o munge -m 755 munge
dd if=/dev/urandom of=munge/key bs=64 count=1 status=none
chown munge munge/key
chmod 400 munge/key
chmod 755 "$work"
runuser -u munge -- "$(command -v munged)" --socket="$work/munge/socket" --key-file="$work/munge/key" \
  --pid-file="$work/munge/munged.pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" --force > /dev/null 2>&1
cp munge/munged.pid munged.pid
name=$(hostname -s)
cat > slurm.conf << EOF
ClusterName=petteia
SlurmctldHost=$name(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
SlurmctldPort=18817
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=30
NodeName=node1 NodeHostname=$name NodeAddr=127.0.0.1 Port=18821 CPUs=1
NodeName=node2 NodeHostname=$name NodeAddr=127.0.0.1 Port=18822 CPUs=1
NodeName=node3 NodeHostname=$name NodeAddr=127.0.0.1 Port=18823 CPUs=1
PartitionName=all Nodes=node[1-3] Default=YES State=UP
EOF
export SLURM_CONF=$work/slurm.conf
mkdir -p state spool.node1 spool.node2 spool.node3 counts
slurmctld > /dev/null 2>&1
for i in "${hosts[@]}"; do slurmd -N "node$i" > /dev/null 2>&1; done
cat > array.sh << EOF
#!/bin/sh
#SBATCH --array=1-9 --cpus-per-task=1 --requeue --output=$work/array-%a.log
sleep 0.5
split -n "l/\$SLURM_ARRAY_TASK_ID/9" "$work/units.jsonl" |
    "$program" map --perft 5 --resume "$work/counts/\$SLURM_ARRAY_TASK_ID.jsonl"
EOF
job=$(sbatch --parsable array.sh)
# A task that is broken off and started again.
for _ in $(seq 100); do [[ $(squeue --noheader --states=running --job "$job" | wc -l) -gt 1 ]] && break; sleep 0.1; done
task=$(squeue --noheader --states=running --job "$job" --format=%i | head -n 1)
scontrol requeue "$task"
for _ in $(seq 600); do
  [[ -z $(squeue --noheader --job "$job" 2> /dev/null) ]] && break
  # Slurm would wait two minutes before it starts the task again.
  scontrol update JobId="$task" StartTime=now 2> /dev/null || true
  sleep 0.2
done
found=$("$program" sum counts/*.jsonl)
[[ $found == "$expected units "* ]] || { echo "expected $expected, found $found"; exit 1; }
echo "$found; task $task was started again"
