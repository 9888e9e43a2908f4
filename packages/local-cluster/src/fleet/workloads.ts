/** A kind of pod in a simulated fleet. */
export interface Workload {
  app: string;
  version: string;
  /** Whether it serves WhatsApp sessions, on gateway nodes. */
  gateway: boolean;
  /** Null for a bare pod. */
  ownerKind: 'ReplicaSet' | 'DaemonSet' | 'Job' | null;
  restartPolicy: 'Always' | 'Never';
  priority: number;
  priorityClassName?: string;
  /** The first is the main container; a pod has it alone, or with the next ones. */
  containers: readonly { name: string; image: string }[];
  /** Share of the pods on its kind of node. */
  share: number;
  /** Memory at rest, in mebibytes. */
  memory: { low: number; high: number };
  millicores: { low: number; high: number };
}

const proxy = { name: 'metrics-proxy', image: 'registry.example/metrics-proxy:0.9.2' };
const shipper = { name: 'log-shipper', image: 'registry.example/log-shipper:3.1.4' };
const usual = { gateway: false, ownerKind: 'ReplicaSet', restartPolicy: 'Always', priority: 0 } as const;

export const WORKLOADS: readonly Workload[] = [
  gateway('4.18.2', 0.55),
  gateway('4.18.1', 0.3),
  gateway('4.17.9', 0.15),
  {
    ...usual,
    app: 'campaign-worker',
    version: '2.6.0',
    containers: [{ name: 'worker', image: 'registry.example/campaign-worker:2.6.0' }, proxy, shipper],
    share: 0.4,
    memory: { low: 400, high: 1_400 },
    millicores: { low: 50, high: 400 },
  },
  {
    ...usual,
    app: 'public-api',
    version: '7.1.3',
    containers: [{ name: 'api', image: 'registry.example/public-api:7.1.3' }, proxy, shipper],
    share: 0.35,
    memory: { low: 300, high: 900 },
    millicores: { low: 100, high: 500 },
  },
  {
    ...usual,
    app: 'node-agent',
    version: '1.30.1',
    ownerKind: 'DaemonSet',
    priority: 2_000_001_000,
    priorityClassName: 'system-node-critical',
    containers: [{ name: 'agent', image: 'registry.example/node-agent:1.30.1' }, shipper],
    share: 0.15,
    memory: { low: 80, high: 160 },
    millicores: { low: 10, high: 60 },
  },
  {
    ...usual,
    app: 'nightly-report',
    version: '1.2.0',
    ownerKind: 'Job',
    restartPolicy: 'Never',
    containers: [{ name: 'report', image: 'registry.example/nightly-report:1.2.0' }],
    share: 0.1,
    memory: { low: 200, high: 600 },
    millicores: { low: 100, high: 900 },
  },
];

function gateway(version: string, share: number): Workload {
  return {
    ...usual,
    app: 'session-gateway',
    version,
    gateway: true,
    ownerKind: null,
    containers: [{ name: 'gateway', image: `registry.example/session-gateway:${version}` }, proxy, shipper],
    share,
    memory: { low: 700, high: 2_100 },
    millicores: { low: 20, high: 300 },
  };
}
