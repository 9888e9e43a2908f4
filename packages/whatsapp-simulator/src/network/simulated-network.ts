import { AccountStore } from '../store/account-store.ts';
import { CommitGroup } from '../store/commit-group.ts';
import { FileStore } from '../store/file-store.ts';
import { KeyValueStore } from '../store/key-value-store.ts';
import { MessageStore } from '../store/message-store.ts';
import { openStore } from '../store/open-store.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { createRandom } from '../time/random.ts';
import { ChatBook } from './chat-book.ts';
import { Deliveries } from './deliveries.ts';
import { FaultScript } from './faults.ts';
import type { DeviceCredentials, Link, LinkListener } from './link.ts';
import { LinkRegistry } from './link-registry.ts';
import { MessageRouter } from './message-router.ts';
import type { StoredMessage } from './model.ts';
import type { PairingListener } from './pairing-sessions.ts';
import { PairingSessions } from './pairing-sessions.ts';
import { Phones } from './phones.ts';
import { DEFAULT_DELAYS, type ReceiptDelays, ReceiptScheduler } from './receipt-scheduler.ts';

export interface NetworkOptions {
  /** Folder for the state; null keeps it in memory only. */
  directory: string | null;
  clock?: Clock;
  /** The same seed gives the same delays and faults. */
  seed?: number;
  delays?: ReceiptDelays;
}

/** A simulated WhatsApp network. All interfaces (in-process, WebSocket, Noise, Graph) work on one of these. */
export class SimulatedNetwork {
  readonly clock: Clock;
  readonly faults: FaultScript;
  readonly deliveries: Deliveries;
  /** What the owners of phones do: send, scan, go offline, log a device out. */
  readonly phones: Phones;
  /** The files of messages. */
  readonly files: FileStore;
  readonly #messages: MessageStore;
  readonly #store: ReturnType<typeof openStore>;
  readonly #commits: CommitGroup;
  readonly #links: LinkRegistry;
  readonly #pairing: PairingSessions;
  readonly #receipts: ReceiptScheduler;

  /** @throws Error if another process has the folder open */
  constructor(options: NetworkOptions) {
    this.clock = options.clock ?? systemClock;
    const random = createRandom(options.seed ?? 1);
    this.#store = openStore(options.directory);
    this.#commits = new CommitGroup(this.#store);
    const accounts = new AccountStore(this.#store, this.#commits);
    const messages = new MessageStore(this.#store, this.#commits);
    this.#messages = messages;
    this.files = new FileStore(this.#store, this.#commits);
    this.faults = new FaultScript(random);
    this.#receipts = new ReceiptScheduler({
      clock: this.clock,
      random,
      delays: options.delays ?? DEFAULT_DELAYS,
      faults: this.faults,
      messages,
      accounts,
      isOffline: (address) => this.phones.isOffline(address),
    });
    const chats = new ChatBook();
    const router = new MessageRouter({
      clock: this.clock,
      commits: this.#commits,
      accounts,
      messages,
      files: this.files,
      receipts: this.#receipts,
      arrived: (account, from) => this.#links.offerMessages(account, from),
      chats,
      chatChanged: (account, state) => this.#links.notifyChats(account, [state]),
    });
    this.#pairing = new PairingSessions(this.clock, this.faults);
    this.#links = new LinkRegistry({
      clock: this.clock,
      commits: this.#commits,
      accounts,
      messages,
      receipts: this.#receipts,
      faults: this.faults,
      router,
      chats,
    });
    this.phones = new Phones({
      clock: this.clock,
      commits: this.#commits,
      accounts,
      messages,
      receipts: this.#receipts,
      links: this.#links,
      pairing: this.#pairing,
      router,
      chats,
      pictures: this.keyValues('pictures'),
    });
    this.deliveries = new Deliveries(messages, this.clock);
  }

  /**
   * Opens a device's link; an earlier link of the device is closed as `replaced`.
   * @returns null if the device must pair (again)
   */
  connect(credentials: DeviceCredentials, listener: LinkListener): Link | null {
    return this.#links.open(credentials, listener);
  }

  /** Shows codes to a device until a phone accepts one. */
  pair(device: string, secret: string, listener: PairingListener): void {
    this.#links.expectPairing(device, secret);
    this.#pairing.begin(device, listener);
  }

  /** @returns a code for the phone with this number, and its lifetime; null if the device is not pairing */
  pairingCode(device: string, number: string): { text: string; lifeMs: number } | null {
    return this.#pairing.codeFor(device, number);
  }

  cancelPairing(device: string): void {
    this.#pairing.cancel(device);
  }

  /**
   * Links a device that paired through another interface. It gets everything from now on, including copies of what the
   * account sends from elsewhere.
   */
  async linkDevice(credentials: DeviceCredentials): Promise<void> {
    this.#links.expectPairing(credentials.device, credentials.secret);
    this.#links.link(credentials.device, credentials.account, { isNew: true });
    await this.#commits.committed();
  }

  /** The message with this id that one of these accounts sent; null if there is none. */
  message(id: string, writers: string[]): StoredMessage | null {
    for (const writer of writers) {
      const found = this.#messages.find(writer, id);
      if (found) return found;
    }
    return null;
  }

  /** The latest messages that the account sent or received, newest first. */
  recentMessages(account: string, limit: number): StoredMessage[] {
    const groups = this.phones.groupsOf(account).map(({ id }) => id);
    return this.#messages.recentOf(account, [account, ...groups], limit);
  }

  /** Values that an interface stores in addition to the network's own state. */
  keyValues(namespace: string): KeyValueStore {
    return new KeyValueStore(this.#store, this.#commits, namespace);
  }

  /** Resolves when everything done so far would survive a kill. */
  durable(): Promise<void> {
    return this.#commits.committed();
  }

  /** Closes every link and the store. */
  close(): void {
    this.#links.closeAll();
    this.#pairing.close();
    this.#receipts.close();
    this.#commits.flush();
    this.#store.close();
  }
}
