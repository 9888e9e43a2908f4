import { topics } from '@switchyard/contracts/live/topics';

/** A filter that nobody wants any more is kept for so long: a page that is loaded again wants the same. */
const LINGER_MS = 30_000;

interface Interest {
  holders: Set<object>;
  /** Settles once the broker has confirmed it, or cannot. */
  confirmed: Promise<void>;
  lapse: NodeJS.Timeout | null;
}

interface InterestOptions {
  subscribe(filters: string[]): Promise<void>;
  unsubscribe(filters: string[]): void;
  lingerMs?: number;
}

/**
 * What a server hears of the bus: what its own clients, and it itself, want. With all of it each of N servers would
 * carry the load of N.
 */
export class BusInterests {
  readonly #options: InterestOptions;
  readonly #interests = new Map<string, Interest>();

  constructor(options: InterestOptions) {
    this.#options = options;
  }

  /** Somebody is about to want it, or wants it this once. Resolves when the broker delivers it. */
  expect(filter: string): Promise<void> {
    const interest = this.#of(filter);
    if (interest.holders.size === 0) this.#lapseLater(filter, interest);
    return interest.confirmed;
  }

  hold(filter: string, holder: object): void {
    const interest = this.#of(filter);
    interest.holders.add(holder);
    if (interest.lapse) clearTimeout(interest.lapse);
    interest.lapse = null;
  }

  release(filter: string, holder: object): void {
    const interest = this.#interests.get(filter);
    if (interest?.holders.delete(holder) && interest.holders.size === 0) this.#lapseLater(filter, interest);
  }

  close(): void {
    for (const { lapse } of this.#interests.values()) if (lapse) clearTimeout(lapse);
  }

  #of(filter: string): Interest {
    const known = this.#interests.get(filter);
    if (known) return known;
    const confirmed = this.#options.subscribe(onBus(filter));
    const made: Interest = { holders: new Set(), confirmed, lapse: null };
    this.#interests.set(filter, made);
    return made;
  }

  #lapseLater(filter: string, interest: Interest): void {
    if (interest.lapse) clearTimeout(interest.lapse);
    interest.lapse = setTimeout(() => {
      this.#interests.delete(filter);
      this.#options.unsubscribe(onBus(filter));
    }, this.#options.lingerMs ?? LINGER_MS).unref();
  }
}

/** Presence is of a workspace there: who watches the workspace hears its engines. */
const PRESENCE = /^workspace\/([^/]+)\/(engine\/[^/]+\/presence)$/;
const onBus = (filter: string): string[] => {
  const workspaceId = /^workspace\/([^/]+)\/live$/.exec(filter)?.[1];
  return workspaceId === undefined ? [filter] : [filter, presenceOnBus(workspaceId, topics.everyEnginePresence)];
};
export const presenceOnBus = (workspaceId: string, topic: string): string => `workspace/${workspaceId}/${topic}`;
export const fromBus = (topic: string): string => PRESENCE.exec(topic)?.[2] ?? topic;
