/** A set with constant-time access to its members by position. */
export class IndexedSet<T> {
  readonly #members: T[] = [];
  readonly #positions = new Map<T, number>();

  get size(): number {
    return this.#members.length;
  }

  has(member: T): boolean {
    return this.#positions.has(member);
  }

  add(member: T): void {
    if (this.#positions.has(member)) return;
    this.#positions.set(member, this.#members.length);
    this.#members.push(member);
  }

  delete(member: T): void {
    const at = this.#positions.get(member);
    if (at === undefined) return;
    this.#positions.delete(member);
    const last = this.#members.pop();
    if (last === undefined || last === member) return;
    this.#members[at] = last;
    this.#positions.set(last, at);
  }

  at(position: number): T | undefined {
    return this.#members[position];
  }
}
