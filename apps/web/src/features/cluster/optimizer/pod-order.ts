import type { NodeType } from '@switchyard/contracts/cluster-rows';
import type { ClusterStore, PodView } from '../feed/cluster-store.ts';
import { comparePods, type PodSort, sortPods } from '../rules/pod-sort.ts';
import { matchesPod } from './list-nodes.ts';

/** Which pods are listed, and in which order. */
export interface PodSelection {
  types: ReadonlySet<NodeType>;
  search: string;
  sort: PodSort;
  /** Another function where any pod serves other sessions. */
  sessionsOf: (podName: string) => number;
}

type Source = Pick<ClusterStore, 'pods' | 'pod' | 'node' | 'changesUntil' | 'changedPodsSince'>;

/** Up to so many changed pods are each put in their place; sorting all is quicker for more, as after each measurement. */
const MOST_PLACED = 500;

/**
 * The list of Pod Health, kept in order: by a column, then by name; what is not known last. After the first time only what has changed is
 * taken out and put in again, so that its cost follows the changes and not the cluster.
 */
export class PodOrder {
  readonly #source: Source;
  #selection: PodSelection | null = null;
  #place = -1;
  /** What is listed, in order, as it was when it was put there; and the same by uid. */
  #views: PodView[] = [];
  readonly #listed = new Map<string, PodView>();
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
    const compare = comparePods<PodView>(selection.sort, ({ pod }) => selection.sessionsOf(pod.name));
    if (changed && changed.size <= MOST_PLACED) this.#replace(changed, selection, compare);
    else this.#sortAll(selection);
    return this.#ids;
  }

  #sortAll(selection: PodSelection): void {
    const selected = [...this.#source.pods()].filter((view) => this.#isSelected(view, selection));
    this.#views = sortPods(selected, selection.sort, ({ pod }) => selection.sessionsOf(pod.name));
    this.#ids = this.#views.map((view) => view.pod.uid);
    this.#listed.clear();
    for (const view of this.#views) this.#listed.set(view.pod.uid, view);
  }

  #replace(changed: ReadonlySet<string>, selection: PodSelection, compare: Comparison): void {
    const ids = this.#ids.slice();
    for (const uid of changed) {
      const before = this.#listed.get(uid);
      if (before) {
        const at = placeOf(before, this.#views, compare);
        this.#views.splice(at, 1);
        ids.splice(at, 1);
        this.#listed.delete(uid);
      }
      const now = this.#source.pod(uid);
      if (!now || !this.#isSelected(now, selection)) continue;
      const at = placeOf(now, this.#views, compare);
      this.#views.splice(at, 0, now);
      ids.splice(at, 0, uid);
      this.#listed.set(uid, now);
    }
    this.#ids = ids;
  }

  #isSelected(view: PodView, { types, search }: PodSelection): boolean {
    const type = this.#source.node(view.pod.nodeName)?.node.type;
    // A pod that has no node yet belongs to neither type and is never hidden.
    return (type === undefined || types.has(type)) && matchesPod(view, search);
  }
}

type Comparison = (one: PodView, other: PodView) => number;

/** Where it is in an ordered list, or belongs: no two pods compare as equal. */
function placeOf(view: PodView, ordered: readonly PodView[], compare: Comparison): number {
  let from = 0;
  let to = ordered.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = ordered[middle];
    if (other && compare(other, view) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function isSame(one: PodSelection | null, other: PodSelection): boolean {
  return (
    one !== null &&
    one.types === other.types &&
    one.search === other.search &&
    one.sort.id === other.sort.id &&
    one.sort.desc === other.sort.desc &&
    (other.sort.id !== 'sessions' || one.sessionsOf === other.sessionsOf)
  );
}
