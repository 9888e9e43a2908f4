import { DELETE_COUNTDOWN_OFF, type DeleteCountdown, type DeleteEvent, stepDeleteCountdown } from './auto-delete.ts';

/** Messages between one browser's tabs about auto-delete. */
export type AutoDeleteMessage =
  /** The current state, sent by the acting tab. */
  | { kind: 'state'; state: DeleteCountdown }
  /** A tab that has just opened asks for the state. */
  | { kind: 'ask' }
  /** What somebody did in another tab, sent to the acting tab. */
  | { kind: 'event'; event: 'toggled' | 'clicked' };

export interface AutoDeleteDeps {
  nowMs(): number;
  send(message: AutoDeleteMessage): void;
  /** Refreshes the cluster state; false if it isn't current afterwards. */
  refresh(): Promise<boolean>;
  deleteCandidates(): Promise<void>;
  /** Called whenever the state changes. */
  onState(state: DeleteCountdown): void;
}

/**
 * Auto-delete shared by the tabs of one browser (spec 001 section 4): one switch and one countdown, owned by the acting
 * tab and shown by all. When that tab closes, the next one continues with the switch unchanged and a full countdown.
 */
export class SharedAutoDelete {
  readonly #deps: AutoDeleteDeps;
  #state: DeleteCountdown = DELETE_COUNTDOWN_OFF;
  #isLeader = false;

  constructor(deps: AutoDeleteDeps) {
    this.#deps = deps;
    deps.send({ kind: 'ask' });
  }

  /** Makes this the acting tab. */
  lead(): void {
    this.#isLeader = true;
    if (this.#state.phase === 'off') return;
    // Nobody knows how far the previous tab got.
    this.#state = DELETE_COUNTDOWN_OFF;
    this.#step('toggled');
  }

  /** Ends this tab's part; work still under way has no further effect. */
  leave(): void {
    this.#isLeader = false;
  }

  receive(message: AutoDeleteMessage): void {
    if (message.kind === 'state') this.#follow(message.state);
    else if (!this.#isLeader) return;
    else if (message.kind === 'event') this.#step(message.event);
    else this.#deps.send({ kind: 'state', state: this.#state });
  }

  /** Somebody switched it or clicked the countdown in this tab. */
  dispatch(event: 'toggled' | 'clicked'): void {
    if (this.#isLeader) this.#step(event);
    else this.#deps.send({ kind: 'event', event });
  }

  tick(): void {
    if (this.#isLeader) this.#step('tick');
  }

  #follow(state: DeleteCountdown): void {
    if (this.#isLeader) return;
    this.#state = state;
    this.#deps.onState(state);
  }

  #step(kind: DeleteEvent['kind']): void {
    if (!this.#isLeader) return;
    const { state, effect } = stepDeleteCountdown(this.#state, { kind }, this.#deps.nowMs());
    if (state !== this.#state) {
      this.#state = state;
      this.#deps.onState(state);
      this.#deps.send({ kind: 'state', state });
    }
    if (effect === 'refresh') {
      this.#deps.refresh().then(
        (isCurrent) => this.#step(isCurrent ? 'refreshed' : 'refresh-failed'),
        () => this.#step('refresh-failed'),
      );
    }
    if (effect === 'delete') void this.#deps.deleteCandidates().finally(() => this.#step('deleted'));
  }
}
