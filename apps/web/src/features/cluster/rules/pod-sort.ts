import type { PodRow } from '@switchyard/contracts/cluster/rows';
import { type Codec, parameter } from '../address/codecs.ts';
import { podSeverity } from './pod-severity.ts';

/** Sort keys of pod tables, named like their columns. */
export const POD_SORT_IDS = [
  'sessions',
  'id',
  'name',
  'status',
  'memory',
  'cpu',
  'restarts',
  'age',
  'app',
  'namespace',
  'deployment',
  'node',
  'ready',
  'version',
  'containers',
] as const;
type PodSortId = (typeof POD_SORT_IDS)[number];

export interface PodSort {
  id: PodSortId;
  desc: boolean;
}

/** The sortable part of a pod. */
interface SortablePod {
  pod: PodRow;
  millicores?: number | null;
  memoryBytes?: number | null;
}

/** Numbers, sorted descending first; the others are texts, ascending first. */
const NUMBERS: ReadonlySet<PodSortId> = new Set(['sessions', 'memory', 'cpu', 'restarts', 'age']);

/** The sort after a click on a column's header: numbers start descending, texts ascending. */
export const nextPodSort = (now: PodSort, id: string): PodSort => {
  const found = POD_SORT_IDS.find((candidate) => candidate === id) ?? 'name';
  return { id: found, desc: now.id === found ? !now.desc : NUMBERS.has(found) };
};

/** The sort in an address: `?sort=-restarts`. */
export const podSortInAddress = (name: string, initial: PodSort): Codec<PodSort> => {
  const written = ({ id, desc }: PodSort) => `${desc ? '-' : ''}${id}`;
  return parameter(
    name,
    (search = '') => {
      const id = POD_SORT_IDS.find((candidate) => search === candidate || search === `-${candidate}`);
      return id ? { id, desc: search !== id } : initial;
    },
    (sort) => (written(sort) === written(initial) ? null : written(sort)),
  );
};

/** A sort key: all numbers or all texts. Null: unknown. */
type Key = string | number | null;

function sortValue(id: PodSortId, { pod, millicores, memoryBytes }: SortablePod, sessions: number): Key {
  switch (id) {
    case 'sessions':
      return sessions;
    case 'id':
      return pod.podId || pod.uid;
    case 'status':
      return podSeverity(pod);
    case 'memory':
      return memoryBytes ?? null;
    case 'cpu':
      return millicores ?? null;
    case 'age':
      return pod.createdAtMs > 0 ? -pod.createdAtMs : null;
    case 'deployment':
      return pod.owner || pod.instance;
    case 'node':
      return pod.nodeName;
    case 'containers':
      return pod.containers.map((container) => container.reason ?? container.state).join();
    default:
      return pod[id];
  }
}

/** Sort keys by priority: the column, then what makes no two pods equal. */
function keysOf<Pod extends SortablePod>(
  { id }: PodSort,
  sessionsOf: (pod: Pod) => number,
): [(pod: Pod) => Key, ...((pod: Pod) => Key)[]] {
  // Among equally urgent ones, the same status together, and those with the most restarts first.
  const within = [({ pod }: Pod) => pod.status, ({ pod }: Pod) => -pod.restarts];
  return [
    (view) => sortValue(id, view, sessionsOf(view)),
    ...(id === 'status' ? within : []),
    ({ pod }) => pod.name,
    ({ pod }) => pod.uid,
  ];
}

/** Compares by a column: unknown values are last in either direction, and no two pods are equal. */
export function comparePods<Pod extends SortablePod>(
  sort: PodSort,
  sessionsOf: (pod: Pod) => number,
): (a: Pod, b: Pod) => number {
  const [column, ...others] = keysOf(sort, sessionsOf);
  return (a, b) => {
    const first = compare(column(a), column(b), sort.desc);
    if (first !== 0) return first;
    for (const key of others) {
      const next = compare(key(a), key(b), false);
      if (next !== 0) return next;
    }
    return 0;
  };
}

/** Plain character order: names are machine-made, and a thousand locale comparisons at every change would be felt. */
function compare(a: Key, b: Key, desc: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (a < b ? -1 : a > b ? 1 : 0) * (desc ? -1 : 1);
}

/** Thousands of pods in the order of {@link comparePods}, as a new array. */
export function sortPods<Pod extends SortablePod>(
  pods: readonly Pod[],
  sort: PodSort,
  sessionsOf: (pod: Pod) => number,
): Pod[] {
  const ordered: Pod[] = [];
  sortByKeys(pods, keysOf(sort, sessionsOf), sort.desc, ordered);
  return ordered;
}

/**
 * Sorts by the first key, and ties by the next. Only keys are sorted, which a browser does without a callback for each
 * pair: sorting by comparing pods takes twice as long when a screen opens.
 */
function sortByKeys<Pod>(
  pods: readonly Pod[],
  [key, ...others]: readonly ((pod: Pod) => Key)[],
  desc: boolean,
  ordered: Pod[],
): void {
  if (!key) {
    for (const pod of pods) ordered.push(pod);
    return;
  }
  const byKey = new Map<Key, Pod | Pod[]>();
  for (const pod of pods) {
    const value = key(pod);
    const before = byKey.get(value);
    if (before === undefined) byKey.set(value, pod);
    else if (Array.isArray(before)) before.push(pod);
    else byKey.set(value, [before, pod]);
  }
  const unknown = byKey.get(null);
  byKey.delete(null);
  const keys = sortedKeys([...byKey.keys()]);
  if (desc) keys.reverse();
  const put = (found: Pod | Pod[] | undefined) => {
    if (Array.isArray(found)) sortByKeys(found, others, false, ordered);
    else if (found !== undefined) ordered.push(found);
  };
  for (const value of keys) put(byKey.get(value));
  put(unknown);
}

/** All keys are numbers, or none. */
const sortedKeys = (keys: Key[]): Key[] | Float64Array =>
  typeof keys[0] === 'number' ? Float64Array.from(keys as number[]).sort() : keys.sort();
