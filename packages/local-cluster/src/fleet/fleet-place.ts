import type { Clock } from '../clock.ts';
import type { EventRecorder } from '../events.ts';
import { inSlices } from '../in-slices.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { Fleet } from './fleet.ts';
import type { FleetOptions } from './fleet-options.ts';

/** The history holds the creation or removal of a whole fleet, plus half as many other changes. */
const EVENTS_PER_OBJECT = 1.5;

/** A cluster's simulated fleet, if any: at most one, added and removed in slices while the cluster keeps running. */
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

  /** The current fleet, including while it is being added or removed. */
  get fleet(): Fleet | null {
    return this.#fleet;
  }

  /** The requested fleet. */
  get wanted(): FleetOptions | null {
    return this.#wanted;
  }

  /**
   * Adds a fleet in place of an earlier one; null only removes it. Resolves when that is done, or when a later call has
   * superseded it.
   */
  set(wanted: FleetOptions | null): Promise<void> {
    this.halt();
    this.#wanted = wanted;
    this.#halting = new AbortController();
    const { signal } = this.#halting;
    const change = this.#change.then(() => this.#replace(wanted, signal));
    // The caller gets the failure; the next change continues from the current state.
    this.#change = change.catch(() => undefined);
    return change;
  }

  /** Stops all activity, and any adding or removing; existing objects stay visible. */
  halt(): void {
    this.#halting.abort();
    this.#fleet?.halt();
  }

  async #replace(wanted: FleetOptions | null, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (this.#fleet && !(await inSlices(this.#fleet.remove(), signal))) return;
    this.#fleet = null;
    if (!wanted) return;
    // Lists and interrupted watches can continue where they were.
    this.#store.keepHistory((wanted.nodes + wanted.pods) * EVENTS_PER_OBJECT);
    this.#fleet = new Fleet(wanted, this.#store, this.#clock, this.#events);
    await inSlices(this.#fleet.fill(), signal);
  }
}
