import type { NodeType } from '@switchyard/contracts/cluster-rows';
import type { ClusterStore, PodView } from '../feed/cluster-store.ts';
import { compareTexts, matchesPod } from './list-nodes.ts';

/** Which pods are listed, and from which end. */
export interface PodSelection {
  types: ReadonlySet<NodeType>;
  search: string;
  isDescending: boolean;
}

type Source = Pick<ClusterStore, 'pods' | 'pod' | 'node' | 'changesUntil' | 'changedPodsSince'>;

/** When more than this share of the pods has changed (as with each measurement), sorting all is quicker than merging. */
const MOST_MERGED = 0.25;

/**
 * The list of Pod Health, kept in order: heaviest first (or lightest), then by name; unmeasured ones last. After the first time only what has changed is
 * sorted and merged in, so that its cost follows the changes and not the cluster.
 */
export class PodOrder {
  readonly #source: Source;
  #selection: PodSelection | null = null;
  #place = -1;
  #views: PodView[] = [];
  #ids: readonly string[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  /** Uids of the selected pods, in order, as of now; the same array while nothing in it is another. */
  ids(selection: PodSelection): readonly string[] {
    const changed = isSame(this.#selection, selection) ? this.#source.changedPodsSince(this.#place) : null;
    this.#place = this.#source.changesUntil;
    this.#selection = selection;
    if (changed?.size === 0) return this.#ids;
    const compare = comparison(selection.isDescending);
    if (!changed || changed.size > this.#views.length * MOST_MERGED) {
      this.#views = [...this.#source.pods()].filter((view) => this.#isSelected(view, selection)).sort(compare);
    } else {
      const moved = [...changed].flatMap((uid) => this.#source.pod(uid) ?? []);
      const arrived = moved.filter((view) => this.#isSelected(view, selection)).sort(compare);
      const stayed = this.#views.filter((view) => !changed.has(view.pod.uid));
      this.#views = merge(stayed, arrived, compare);
    }
    this.#ids = this.#views.map((view) => view.pod.uid);
    return this.#ids;
  }

  #isSelected(view: PodView, { types, search }: PodSelection): boolean {
    const type = this.#source.node(view.pod.nodeName)?.node.type;
    // A pod that has no node yet belongs to neither type and is never hidden.
    return (type === undefined || types.has(type)) && matchesPod(view, search);
  }
}

type Comparison = (one: PodView, other: PodView) => number;

function comparison(isDescending: boolean): Comparison {
  const sign = isDescending ? -1 : 1;
  return (one, other) => {
    if (one.memoryBytes === null || other.memoryBytes === null) {
      return Number(one.memoryBytes === null) - Number(other.memoryBytes === null) || byName(one, other);
    }
    return sign * (one.memoryBytes - other.memoryBytes) || byName(one, other);
  };
}

function byName({ pod: one }: PodView, { pod: other }: PodView): number {
  return compareTexts(one.name, other.name) || compareTexts(one.uid, other.uid);
}

/** Two ordered lists as one. */
function merge(left: readonly PodView[], right: readonly PodView[], compare: Comparison): PodView[] {
  const merged: PodView[] = [];
  let next = 0;
  for (const view of left) {
    for (let other = right[next]; other && compare(other, view) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(view);
  }
  return merged.concat(right.slice(next));
}

function isSame(one: PodSelection | null, other: PodSelection): boolean {
  return (
    one !== null && one.types === other.types && one.search === other.search && one.isDescending === other.isDescending
  );
}
