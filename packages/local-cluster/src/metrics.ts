import type { ObjectMeta } from '@switchyard/kubernetes/objects';

/** What something uses: whole nanocores, whole bytes of memory that cannot be taken back (the working set). */
export interface Usage {
  nanocores: number;
  memoryBytes: number;
}

/** One measurement of a node or of a pod's containers. */
export interface Measurement {
  metadata: Pick<ObjectMeta, 'name' | 'namespace' | 'labels'>;
  atMs: number;
  /** The time over which CPU was counted. */
  windowMs: number;
  /** Of a node. */
  usage?: Usage;
  /** Of a pod. */
  containers?: { name: string; usage: Usage }[];
}

/** Where `metrics.k8s.io` gets its answers. Pods in no particular order; what was never measured is left out. */
export interface MetricsSource {
  nodes(): Iterable<Measurement>;
  pods(): Iterable<Measurement>;
}

/** Usage as metrics-server writes it. */
export function usageQuantities({ nanocores, memoryBytes }: Usage): { cpu: string; memory: string } {
  const cpu = Math.round(nanocores);
  return { cpu: cpu === 0 ? '0' : `${cpu}n`, memory: `${Math.round(memoryBytes / 1024)}Ki` };
}
