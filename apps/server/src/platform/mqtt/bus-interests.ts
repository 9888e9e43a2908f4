import { topics } from '@switchyard/contracts/live/topics';

/** An unused subscription is kept this long, because a reloaded page needs the same again. */
const LINGER_MS = 30_000;

interface Interest {
  holders: Set<object>;
  /** Settles when the broker has confirmed the subscription, or cannot. */
  confirmed: Promise<void>;
  expiry: NodeJS.Timeout | null;
}

interface InterestOptions {
  subscribe(filters: string[]): Promise<void>;
  unsubscribe(filters: string[]): void;
  lingerMs?: number;
}

/**
 * A server's subscriptions on the bus: only what its own clients and the server itself need. With all topics, each of N
 * servers would carry the load of N.
 */
export class BusInterests {
  readonly #options: InterestOptions;
  readonly #interests = new Map<string, Interest>();

  constructor(options: InterestOptions) {
    this.#options = options;
  }

  /** Subscribes for an upcoming or one-off use. Resolves when the broker delivers the topic. */
  expect(filter: string): Promise<void> {
    const interest = this.#of(filter);
    if (interest.holders.size === 0) this.#expireLater(filter, interest);
    return interest.confirmed;
  }

  hold(filter: string, holder: object): void {
    const interest = this.#of(filter);
    interest.holders.add(holder);
    if (interest.expiry) clearTimeout(interest.expiry);
    interest.expiry = null;
  }

  release(filter: string, holder: object): void {
    const interest = this.#interests.get(filter);
    if (interest?.holders.delete(holder) && interest.holders.size === 0) this.#expireLater(filter, interest);
  }

  close(): void {
    for (const { expiry } of this.#interests.values()) if (expiry) clearTimeout(expiry);
  }

  #of(filter: string): Interest {
    const existing = this.#interests.get(filter);
    if (existing) return existing;
    const confirmed = this.#options.subscribe(onBus(filter));
    const interest: Interest = { holders: new Set(), confirmed, expiry: null };
    this.#interests.set(filter, interest);
    return interest;
  }

  #expireLater(filter: string, interest: Interest): void {
    if (interest.expiry) clearTimeout(interest.expiry);
    interest.expiry = setTimeout(() => {
      this.#interests.delete(filter);
      this.#options.unsubscribe(onBus(filter));
    }, this.#options.lingerMs ?? LINGER_MS).unref();
  }
}

/** On the bus, presence belongs to a workspace: watching the workspace includes its engines. */
const PRESENCE = /^workspace\/([^/]+)\/(engine\/[^/]+\/presence)$/;
const onBus = (filter: string): string[] => {
  const workspaceId = /^workspace\/([^/]+)\/live$/.exec(filter)?.[1];
  return workspaceId === undefined ? [filter] : [filter, presenceOnBus(workspaceId, topics.everyEnginePresence)];
};
export const presenceOnBus = (workspaceId: string, topic: string): string => `workspace/${workspaceId}/${topic}`;
export const fromBus = (topic: string): string => PRESENCE.exec(topic)?.[2] ?? topic;
