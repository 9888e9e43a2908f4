import type { NodeType } from '@switchyard/contracts/cluster/rows';
import type { ClusterStore, PodView } from '../feed/cluster-store.ts';
import { comparePods, type PodSort, sortPods } from '../rules/pod-sort.ts';
import { matchesPod } from './list-nodes.ts';

/** Which pods are listed, and in which order. */
export interface PodSelection {
  types: ReadonlySet<NodeType>;
  search: string;
  sort: PodSort;
  /** A new function whenever any pod's sessions change. */
  sessionsOf: (podName: string) => number;
}

type Source = Pick<ClusterStore, 'pods' | 'pod' | 'node' | 'changesUntil' | 'changedPodsSince'>;

/**
 * Up to this many changed pods are inserted individually; for more, as after each measurement, a full sort is faster.
 */
const MAX_INSERTIONS = 500;

/**
 * The list of Pod Health, kept in order: by a column, then by name; unknown values last. After the first time only
 * changed pods are removed and inserted again. No index is kept beside the list: filling a map of all pods took an
 * opening screen longer than sorting them.
 */
export class PodOrder {
  readonly #source: Source;
  #selection: PodSelection | null = null;
  #position = -1;
  /** The listed views, in order, as they were when inserted. */
  #views: readonly PodView[] = [];
  #ids: readonly string[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  /** Uids of the selected pods in order, up to date; the same array while nothing in it changes. */
  ids(selection: PodSelection): readonly string[] {
    const changed = isSame(this.#selection, selection) ? this.#source.changedPodsSince(this.#position) : null;
    this.#position = this.#source.changesUntil;
    this.#selection = selection;
    if (changed?.size === 0) return this.#ids;
    const compare = comparePods<PodView>(selection.sort, ({ pod }) => selection.sessionsOf(pod.name));
    const isPlaced = changed !== null && changed.size <= MAX_INSERTIONS;
    this.#views = isPlaced ? this.#replaced(changed, selection, compare) : this.#sorted(selection);
    this.#ids = this.#views.map((view) => view.pod.uid);
    return this.#ids;
  }

  #sorted(selection: PodSelection): PodView[] {
    const selected = [...this.#source.pods()].filter((view) => this.#isSelected(view, selection));
    return sortPods(selected, selection.sort, ({ pod }) => selection.sessionsOf(pod.name));
  }

  #replaced(changed: ReadonlySet<string>, selection: PodSelection, compare: Comparison): PodView[] {
    const others = this.#views.filter((view) => !changed.has(view.pod.uid));
    const placed: PodView[] = [];
    let from = 0;
    for (const view of [...changed].flatMap((uid) => this.#source.pod(uid) ?? []).sort(compare)) {
      if (!this.#isSelected(view, selection)) continue;
      const at = indexIn(view, others, compare);
      for (; from < at; from += 1) placed.push(others[from] as PodView);
      placed.push(view);
    }
    for (; from < others.length; from += 1) placed.push(others[from] as PodView);
    return placed;
  }

  #isSelected(view: PodView, { types, search }: PodSelection): boolean {
    const type = this.#source.node(view.pod.nodeName)?.node.type;
    // A pod without a node yet belongs to neither type and is never hidden.
    return (type === undefined || types.has(type)) && matchesPod(view, search);
  }
}

type Comparison = (a: PodView, b: PodView) => number;

/** Its index in an ordered list, or where to insert it: no two pods compare as equal. */
function indexIn(view: PodView, ordered: readonly PodView[], compare: Comparison): number {
  let from = 0;
  let to = ordered.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const candidate = ordered[middle];
    if (candidate && compare(candidate, view) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function isSame(a: PodSelection | null, b: PodSelection): boolean {
  return (
    a !== null &&
    a.types === b.types &&
    a.search === b.search &&
    a.sort.id === b.sort.id &&
    a.sort.desc === b.sort.desc &&
    (b.sort.id !== 'sessions' || a.sessionsOf === b.sessionsOf)
  );
}
