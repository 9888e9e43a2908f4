import type { Clock } from '../clock.ts';
import type { EventRecorder } from '../events.ts';
import { inSlices } from '../in-slices.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { Fleet } from './fleet.ts';
import type { FleetOptions } from './fleet-options.ts';

/** The history holds the coming or going of a whole fleet, and half as many changes more. */
const EVENTS_AN_OBJECT = 1.5;

/**
 * Where a cluster has its simulated fleet, if any: one at a time, put in and taken out in slices while the cluster goes
 * on.
 */
export class FleetPlace {
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #events: EventRecorder;
  #fleet: Fleet | null = null;
  #wanted: FleetOptions | null = null;
  #change: Promise<void> = Promise.resolve();
  #halting = new AbortController();

  constructor(store: ObjectStore, clock: Clock, events: EventRecorder) {
    this.#store = store;
    this.#clock = clock;
    this.#events = events;
  }

  /** The fleet that there is, also while it comes or goes. */
  get fleet(): Fleet | null {
    return this.#fleet;
  }

  /** What is to be there, from when it is asked for. */
  get wanted(): FleetOptions | null {
    return this.#wanted;
  }

  /**
   * Puts a fleet in, in place of an earlier one; null: only takes that out. Resolves when that is done, or when
   * something else is wanted meanwhile, which then has precedence.
   */
  set(wanted: FleetOptions | null): Promise<void> {
    this.halt();
    this.#wanted = wanted;
    this.#halting = new AbortController();
    const { signal } = this.#halting;
    const change = this.#change.then(() => this.#replace(wanted, signal));
    // Whoever asked hears of a failure; the next change goes on from what there is.
    this.#change = change.catch(() => undefined);
    return change;
  }

  /** Nothing happens in the fleet any more, and none comes or goes; what there is stays to be seen. */
  halt(): void {
    this.#halting.abort();
    this.#fleet?.halt();
  }

  async #replace(wanted: FleetOptions | null, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (this.#fleet && !(await inSlices(this.#fleet.removing(), signal))) return;
    this.#fleet = null;
    if (!wanted) return;
    // Whoever lists or has lost its watch meanwhile can go on from where it was.
    this.#store.keepHistory((wanted.nodes + wanted.pods) * EVENTS_AN_OBJECT);
    this.#fleet = new Fleet(wanted, this.#store, this.#clock, this.#events);
    await inSlices(this.#fleet.filling(), signal);
  }
}
