import type { ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { packPods } from '@switchyard/contracts/cluster/pack-pods';
import type { PodRow, UsageRow } from '@switchyard/contracts/cluster/rows';
import type { KeptPod } from './project-pod.ts';

/** Rows on one line: a browser parses a line in a few milliseconds. */
export const ROWS_PER_LINE = 500;
/** Usages are short. */
export const USAGES_PER_LINE = ROWS_PER_LINE * 4;
/** So many pods are told packed; fewer come as rows, which are easier to read and no larger. */
export const PACK_FROM = 50;

/** A line of the stream, encoded once for however many browsers: a string would be copied for each of them. */
export function encodeLine(update: ClusterUpdate): Buffer {
  return Buffer.from(`${JSON.stringify(update)}\n`);
}

/** Pods as a line carries them. */
export function podsPart(
  pods: readonly KeptPod[],
  usageOf: (uid: string) => UsageRow | undefined,
): Pick<ClusterUpdate, 'pods' | 'packedPods'> {
  if (pods.length === 0) return {};
  return pods.length < PACK_FROM ? { pods: pods.map(withoutIds) } : { packedPods: packPods(pods, usageOf) };
}

function withoutIds({ initContainers: _initContainers, ...pod }: KeptPod): PodRow {
  return { ...pod, containers: pod.containers.map(({ containerID: _containerID, ...container }) => container) };
}
