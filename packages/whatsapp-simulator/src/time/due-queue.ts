/** A priority queue by due time (a binary heap: adding and taking are logarithmic in its size). */
export class DueQueue<T> {
  readonly #heap: { atMs: number; order: number; item: T }[] = [];
  #order = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** When the earliest is due; null if it is empty. */
  nextMs(): number | null {
    return this.#heap[0]?.atMs ?? null;
  }

  add(atMs: number, item: T): void {
    const entry = { atMs, order: this.#order++, item };
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (!parent || !earlier(entry, parent)) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = entry;
  }

  /** Takes the earliest item if it is due by `nowMs`; equal times in order of insertion. */
  takeDue(nowMs: number): { atMs: number; item: T } | null {
    const heap = this.#heap;
    const first = heap[0];
    if (!first || first.atMs > nowMs) return null;
    const last = heap.pop();
    if (last && last !== first) this.#sink(last);
    return first;
  }

  #sink(entry: { atMs: number; order: number; item: T }): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let childAt = 2 * at + 1;
      let child = heap[childAt];
      if (!child) break;
      const right = heap[childAt + 1];
      if (right && earlier(right, child)) {
        child = right;
        childAt += 1;
      }
      if (!earlier(child, entry)) break;
      heap[at] = child;
      at = childAt;
    }
    heap[at] = entry;
  }
}

function earlier(left: { atMs: number; order: number }, right: { atMs: number; order: number }): boolean {
  return left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order);
}
