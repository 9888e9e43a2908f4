import type { ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { packPods } from '@switchyard/contracts/cluster/pack-pods';
import type { PodRow, UsageRow } from '@switchyard/contracts/cluster/rows';
import type { CachedPod } from './project-pod.ts';

/** Maximum rows per line; a browser parses one line in a few milliseconds. */
export const ROWS_PER_LINE = 500;
/** Maximum usages per line; they are short. */
export const USAGES_PER_LINE = ROWS_PER_LINE * 4;
/** From this many pods on, a line is packed; fewer are sent as rows, which are easier to read and no larger. */
export const PACK_FROM = 50;

/** Encodes a line of the stream once for all browsers. A buffer, because a string would be copied for each of them. */
export function encodeLine(update: ClusterUpdate): Buffer {
  return Buffer.from(`${JSON.stringify(update)}\n`);
}

/** Encodes pods for a line. */
export function podsPart(
  pods: readonly CachedPod[],
  usageOf: (uid: string) => UsageRow | undefined,
): Pick<ClusterUpdate, 'pods' | 'packedPods'> {
  if (pods.length === 0) return {};
  return pods.length < PACK_FROM ? { pods: pods.map(withoutIds) } : { packedPods: packPods(pods, usageOf) };
}

function withoutIds({ initContainers: _initContainers, ...pod }: CachedPod): PodRow {
  return { ...pod, containers: pod.containers.map(({ containerID: _containerID, ...container }) => container) };
}
