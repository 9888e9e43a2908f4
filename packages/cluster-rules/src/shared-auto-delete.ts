import { DELETE_COUNTDOWN_OFF, type DeleteCountdown, type DeleteEvent, stepDeleteCountdown } from './auto-delete.ts';

/** What the tabs of one browser tell each other of auto-delete. */
export type AutoDeleteMessage =
  /** How it stands, told by the tab that acts. */
  | { kind: 'state'; state: DeleteCountdown }
  /** A tab that has just opened asks how it stands. */
  | { kind: 'ask' }
  /** What somebody did in another tab, for the one that acts. */
  | { kind: 'event'; event: 'toggled' | 'clicked' };

export interface AutoDeleteDeps {
  nowMs(): number;
  send(message: AutoDeleteMessage): void;
  /** Brings the picture up to date; false: it is not as the cluster is now. */
  refresh(): Promise<boolean>;
  deleteCandidates(): Promise<void>;
  /** Told whenever it stands otherwise. */
  onState(state: DeleteCountdown): void;
}

/**
 * Auto-delete as the tabs of one browser have it together (spec 001 section 4): one switch and one countdown, kept by
 * the tab that acts and shown by all. When that tab goes, the next one goes on with the switch as it was, from the
 * beginning of the countdown.
 */
export class SharedAutoDelete {
  readonly #parts: AutoDeleteDeps;
  #state: DeleteCountdown = DELETE_COUNTDOWN_OFF;
  #acts = false;

  constructor(deps: AutoDeleteDeps) {
    this.#parts = deps;
    deps.send({ kind: 'ask' });
  }

  /** This tab acts from now on. */
  lead(): void {
    this.#acts = true;
    if (this.#state.phase === 'off') return;
    // What the tab before had begun nobody knows the end of.
    this.#state = DELETE_COUNTDOWN_OFF;
    this.#step('toggled');
  }

  /** This tab ends; nothing that is under way here has any effect more. */
  leave(): void {
    this.#acts = false;
  }

  receive(message: AutoDeleteMessage): void {
    if (message.kind === 'state') this.#follow(message.state);
    else if (!this.#acts) return;
    else if (message.kind === 'event') this.#step(message.event);
    else this.#parts.send({ kind: 'state', state: this.#state });
  }

  /** Somebody switched it, or clicked the countdown, in this tab. */
  tell(event: 'toggled' | 'clicked'): void {
    if (this.#acts) this.#step(event);
    else this.#parts.send({ kind: 'event', event });
  }

  tick(): void {
    if (this.#acts) this.#step('tick');
  }

  #follow(state: DeleteCountdown): void {
    if (this.#acts) return;
    this.#state = state;
    this.#parts.onState(state);
  }

  #step(kind: DeleteEvent['kind']): void {
    if (!this.#acts) return;
    const { state, effect } = stepDeleteCountdown(this.#state, { kind }, this.#parts.nowMs());
    if (state !== this.#state) {
      this.#state = state;
      this.#parts.onState(state);
      this.#parts.send({ kind: 'state', state });
    }
    if (effect === 'refresh') {
      this.#parts.refresh().then(
        (isCurrent) => this.#step(isCurrent ? 'refreshed' : 'refresh-failed'),
        () => this.#step('refresh-failed'),
      );
    }
    if (effect === 'delete') void this.#parts.deleteCandidates().finally(() => this.#step('deleted'));
  }
}
