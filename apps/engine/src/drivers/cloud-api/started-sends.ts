import type { CredentialStore } from '../driver.ts';

const NAME = 'cloud-api begun';
/** More than an engine can have claimed at once; earlier sends were recorded by the server long ago. */
const MAX_SENDS = 400;

/**
 * The sends that have been started, stored before any of them leaves. After a crash this distinguishes a message that
 * may have been sent from one that was only claimed, which the Cloud API itself cannot. Concurrent sends share one
 * write. A process that has lost the lease cannot write, and therefore cannot send.
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
    this.#done = before.slice(-MAX_SENDS);
  }

  static async load(store: CredentialStore): Promise<StartedSends> {
    const text = (await store.read([NAME])).get(NAME);
    return new StartedSends(store, text === undefined || text === '' ? [] : text.split(' '));
  }

  /** Whether the send was started earlier, by this or an earlier process, and may have left. */
  has(waMessageId: string): boolean {
    return this.#before.has(waMessageId) || this.#done.includes(waMessageId);
  }

  /** Resolves when the start of this send is stored. */
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

  /**
   * The send's outcome is known. A message that may have left is remembered for a while, because the server may not
   * have received the outcome yet.
   */
  end(waMessageId: string, { mayHaveLeft }: { mayHaveLeft: boolean }): void {
    this.#underWay.delete(waMessageId);
    if (!mayHaveLeft) return;
    this.#done.push(waMessageId);
    if (this.#done.length > MAX_SENDS) this.#done = this.#done.slice(-MAX_SENDS);
  }
}
