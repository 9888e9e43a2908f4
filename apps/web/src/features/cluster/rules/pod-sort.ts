import type { PodRow } from '@switchyard/contracts/cluster-rows';
import { type Codec, parameter } from '../address/codecs.ts';
import { podSeverity } from './pod-severity.ts';

/** What tables of pods are sorted by, as their columns are called. */
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

/** A pod as far as it is sorted by. */
interface SortablePod {
  pod: PodRow;
  millicores?: number | null;
  memoryBytes?: number | null;
}

/** By number, most first; the others by text, from the beginning. */
const NUMBERS: ReadonlySet<PodSortId> = new Set(['sessions', 'memory', 'cpu', 'restarts', 'age']);

/** The sort after a click on a column's head: a number begins with the most, a text with its beginning. */
export const nextPodSort = (now: PodSort, id: string): PodSort => {
  const found = POD_SORT_IDS.find((one) => one === id) ?? 'name';
  return { id: found, desc: now.id === found ? !now.desc : NUMBERS.has(found) };
};

/** The sort in an address: `?sort=-restarts`. */
export const podSortInAddress = (name: string, initial: PodSort): Codec<PodSort> => {
  const written = ({ id, desc }: PodSort) => `${desc ? '-' : ''}${id}`;
  return parameter(
    name,
    (search = '') => {
      const id = POD_SORT_IDS.find((one) => search === one || search === `-${one}`);
      return id ? { id, desc: search !== id } : initial;
    },
    (sort) => (written(sort) === written(initial) ? null : written(sort)),
  );
};

/** Null: not known. */
function sortValue(
  id: PodSortId,
  { pod, millicores, memoryBytes }: SortablePod,
  sessions: number,
): string | number | null {
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
      return pod.containers.map((one) => one.reason ?? one.state).join();
    default:
      return pod[id];
  }
}

/** Compares by a column: what is not known is last whichever way, and no two pods are equal. */
export function comparePods<Pod extends SortablePod>(
  { id, desc }: PodSort,
  sessionsOf: (pod: Pod) => number,
): (one: Pod, other: Pod) => number {
  const sign = desc ? -1 : 1;
  return (one, other) => {
    const [a, b] = [sortValue(id, one, sessionsOf(one)), sortValue(id, other, sessionsOf(other))];
    const known = Number(a === null) - Number(b === null);
    return known || (a !== null && b !== null ? sign * compare(a, b) : 0) || byStatusAndName(id, one.pod, other.pod);
  };
}

function byStatusAndName(id: PodSortId, one: PodRow, other: PodRow): number {
  // Of equally urgent ones those of the same state together, and those that were started again most often first.
  const within = id === 'status' ? compare(one.status, other.status) || other.restarts - one.restarts : 0;
  return within || compare(one.name, other.name) || compare(one.uid, other.uid);
}

/** Plain order of characters: names are machine-made, and a thousand locale comparisons at every change are felt. */
function compare<Value extends string | number>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
