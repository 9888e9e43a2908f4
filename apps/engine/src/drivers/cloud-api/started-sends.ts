import type { CredentialStore } from '../driver.ts';

const NAME = 'cloud-api begun';
/** More than an engine holds claimed at once: what is not among these was recorded by the server long ago. */
const KEPT = 400;

/**
 * Which sends have begun, kept before any of them leaves. After a crash it tells a message that may have been sent from
 * one that was only claimed, which the Cloud API itself cannot. Sends that begin at once share one write; a process
 * that has lost the lease cannot write, and so cannot send.
 */
export class StartedSends {
  readonly #store: CredentialStore;
  readonly #before: ReadonlySet<string>;
  readonly #underWay = new Set<string>();
  #done: string[] = [];
  #next: Promise<void> | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(store: CredentialStore, before: string[]) {
    this.#store = store;
    this.#before = new Set(before);
    this.#done = before.slice(-KEPT);
  }

  static async load(store: CredentialStore): Promise<StartedSends> {
    const text = (await store.read([NAME])).get(NAME);
    return new StartedSends(store, text === undefined || text === '' ? [] : text.split(' '));
  }

  /** It began earlier, here or in an earlier process, and may have left. */
  has(waMessageId: string): boolean {
    return this.#before.has(waMessageId) || this.#done.includes(waMessageId);
  }

  /** Resolves when it is kept that this send begins. */
  begin(waMessageId: string): Promise<void> {
    this.#underWay.add(waMessageId);
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        const ids = [...new Set([...this.#done, ...this.#underWay])];
        const write = this.#store.write({ [NAME]: ids.join(' ') });
        this.#writing = write;
        return write;
      });
    return this.#next;
  }

  /** Its outcome is known. What may have left is remembered for a while, since the server may not have heard yet. */
  end(waMessageId: string, { mayHaveLeft }: { mayHaveLeft: boolean }): void {
    this.#underWay.delete(waMessageId);
    if (!mayHaveLeft) return;
    this.#done.push(waMessageId);
    if (this.#done.length > KEPT) this.#done = this.#done.slice(-KEPT);
  }
}
