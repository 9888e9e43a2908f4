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

/** A pod's severity is asked at each sort of thousands, and is another only when its row is. */
const SEVERITIES = new WeakMap<PodRow, number>();

function severityOf(pod: PodRow): number {
  const known = SEVERITIES.get(pod);
  if (known !== undefined) return known;
  const severity = podSeverity(pod);
  SEVERITIES.set(pod, severity);
  return severity;
}

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
      return severityOf(pod);
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

interface Keyed<Pod> {
  view: Pod;
  /** What it is sorted by; null: not known. */
  key: string | number | null;
}

/** Compares by a column: what is not known is last whichever way, and no two pods are equal. */
export function comparePods<Pod extends SortablePod>(
  sort: PodSort,
  sessionsOf: (pod: Pod) => number,
): (one: Pod, other: Pod) => number {
  const keyed = (view: Pod): Keyed<Pod> => ({ view, key: sortValue(sort.id, view, sessionsOf(view)) });
  return (one, other) => compareKeyed(sort, keyed(one), keyed(other));
}

function compareKeyed<Pod extends SortablePod>({ id, desc }: PodSort, one: Keyed<Pod>, other: Keyed<Pod>): number {
  if (one.key === null || other.key === null) {
    return Number(one.key === null) - Number(other.key === null) || byStatusAndName(id, one.view.pod, other.view.pod);
  }
  return (desc ? -1 : 1) * compare(one.key, other.key) || byStatusAndName(id, one.view.pod, other.view.pod);
}

/**
 * Sorts thousands of pods again and again. What a pod is sorted by is worked out once for each, and the order of the last time is where it begins: the sort of
 * this language is done with an ordered list in one pass, so that the cost follows what has changed.
 */
export class PodSorter<Pod extends SortablePod> {
  #places = new Map<string, number>();

  /** All of them in order, as a new array. */
  sort(pods: readonly Pod[], sort: PodSort, sessionsOf: (pod: Pod) => number): Pod[] {
    const known: Keyed<Pod>[] = [];
    const added: Keyed<Pod>[] = [];
    for (const view of pods) {
      const keyed = { view, key: sortValue(sort.id, view, sessionsOf(view)) };
      const place = this.#places.get(view.pod.uid);
      if (place === undefined) added.push(keyed);
      else known[place] = keyed;
    }
    // Without the places of those that are gone.
    const ordered = known.filter(() => true);
    for (const keyed of added) ordered.push(keyed);
    ordered.sort((one, other) => compareKeyed(sort, one, other));
    this.#places = new Map(ordered.map(({ view }, place) => [view.pod.uid, place]));
    return ordered.map(({ view }) => view);
  }
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
