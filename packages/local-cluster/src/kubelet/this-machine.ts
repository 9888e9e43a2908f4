import { randomUUID } from 'node:crypto';
import { readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, hostname, release, totalmem } from 'node:os';
import { kubernetesTime, type Node } from '@switchyard/kubernetes/objects';
import { EMULATED_VERSION } from '../api/discovery.ts';

/** Maximum pods on the local node; memory is the limit in practice. */
const MAX_PODS = 500;

/** This machine's name as a node name: lower-case letters, digits, `-` and `.`. */
export function localNodeName(): string {
  const name = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return name.slice(0, 63) || 'local';
}

/** This machine as a node, with its real capacity. */
export function localNode(name: string, directory: string, nowMs: number): Node {
  const now = kubernetesTime(nowMs);
  const capacity = {
    cpu: String(availableParallelism()),
    'ephemeral-storage': `${diskKibibytes(directory)}Ki`,
    memory: `${Math.floor(memoryLimitBytes() / 1024)}Ki`,
    pods: String(MAX_PODS),
  };
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      uid: randomUUID(),
      resourceVersion: '',
      creationTimestamp: now,
      labels: {
        'kubernetes.io/arch': architecture,
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': process.platform,
        'node-role.kubernetes.io/control-plane': '',
      },
    },
    spec: {},
    status: {
      capacity,
      allocatable: capacity,
      conditions: conditions(now),
      addresses: [
        { type: 'InternalIP', address: '127.0.0.1' },
        { type: 'Hostname', address: name },
      ],
      nodeInfo: {
        architecture,
        bootID: readText('/proc/sys/kernel/random/boot_id'),
        containerRuntimeVersion: `process://${process.versions.node}`,
        kernelVersion: release(),
        kubeProxyVersion: '',
        kubeletVersion: EMULATED_VERSION.gitVersion,
        machineID: readText('/etc/machine-id'),
        operatingSystem: process.platform,
        osImage: /^PRETTY_NAME="?([^"\n]*)/m.exec(readText('/etc/os-release'))?.[1] ?? process.platform,
        systemUUID: '',
      },
      images: [],
    },
  };
}

/** The node's conditions with a fresh heartbeat. */
export function conditions(now: string): Node['status']['conditions'] {
  const fine = (type: string, reason: string, message: string) => ({
    type,
    status: 'False' as const,
    reason,
    message,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  return [
    fine('MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
    fine('DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    fine('PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    { ...fine('Ready', 'KubeletReady', 'kubelet is posting ready status'), status: 'True' },
  ];
}

/** The machine's memory, or the limit of our control group. */
function memoryLimitBytes(): number {
  const limit = Number(readText('/sys/fs/cgroup/memory.max'));
  return Number.isFinite(limit) && limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function diskKibibytes(directory: string): number {
  const { blocks, bsize } = statfsSync(directory);
  return Math.floor((blocks * bsize) / 1024);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
