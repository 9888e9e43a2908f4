import type { ObjectMeta } from '@switchyard/kubernetes/objects';

/** Usage in whole nanocores and whole bytes of unreclaimable memory (the working set). */
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
  /** For a node. */
  usage?: Usage;
  /** For a pod. */
  containers?: { name: string; usage: Usage }[];
}

/** Source of `metrics.k8s.io`. Pods are in no particular order; unmeasured ones are omitted. */
export interface MetricsSource {
  nodes(): Iterable<Measurement>;
  pods(): Iterable<Measurement>;
}

/** Usage in metrics-server's format. */
export function usageQuantities({ nanocores, memoryBytes }: Usage): { cpu: string; memory: string } {
  const cpu = Math.round(nanocores);
  return { cpu: cpu === 0 ? '0' : `${cpu}n`, memory: `${Math.round(memoryBytes / 1024)}Ki` };
}
