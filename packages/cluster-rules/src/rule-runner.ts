import { DELETE_COUNTDOWN_OFF, type DeleteCountdown, type DeleteEvent, stepDeleteCountdown } from './auto-delete.ts';
import { type DeletablePod, deletionBatch } from './deletion.ts';
import {
  AUTO_CHECK_MS,
  type Cooldowns,
  isAutoDue,
  type PressureNode,
  type PressurePod,
  terminateTarget,
} from './memory-pressure.ts';

export const RULES = ['auto-delete', 'memory-pressure'] as const;
export type Rule = (typeof RULES)[number];

/** `dry-run`: records what the rule would have done, and does nothing. */
export type RuleMode = 'off' | 'dry-run' | 'on';

interface ClusterSnapshot<Pod> {
  pods: readonly (DeletablePod & { uid: string; pod: Pod })[];
  /** The nodes that may be relieved unattended. */
  nodes: readonly PressureNode<PressurePod & { pod: Pod }>[];
}

export interface RunnerDeps<Pod> {
  nowMs(): number;
  mode(rule: Rule): Promise<RuleMode>;
  /** The cluster and its sessions; null if the current state is unknown, so that nothing may be done. */
  look(): Promise<ClusterSnapshot<Pod> | null>;
  /** When a terminate signal was last sent, by node; for a dry run also when one would have been. */
  cooldowns(mode: RuleMode): Promise<Cooldowns>;
  /** When the memory rule last acted; null if never. */
  lastRunMs(): Promise<number | null>;
  /** Called before the rule acts, so that a successor that takes over in between doesn't act again. */
  begin(rule: Rule): Promise<void>;
  /**
   * Deletes a pod, or records that it would have. Reports its own failures.
   * @returns false if it was refused, or already recorded, so that nothing was done
   */
  act(rule: Rule, mode: RuleMode, pod: Pod): Promise<boolean>;
}

/**
 * The screens' automatic actions, run by one server whether or not a screen is open, with the same rules and times
 * (spec 001 sections 4 and 9).
 */
export class RuleRunner<Pod> {
  readonly #deps: RunnerDeps<Pod>;
  #countdown: DeleteCountdown = DELETE_COUNTDOWN_OFF;
  #found: ReadonlySet<string> = new Set();
  /**
   * Candidates already tried that still exist: they were refused, or only recorded. They are retried once no other
   * candidates are left, so that they don't block the others.
   */
  readonly #tried = new Set<string>();
  #checkedAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: RunnerDeps<Pod>) {
    this.#deps = deps;
  }

  /** Call about once a second, never before the previous call has ended. */
  async tick(): Promise<void> {
    await this.#autoDelete();
    if (this.#deps.nowMs() - this.#checkedAtMs < AUTO_CHECK_MS) return;
    this.#checkedAtMs = this.#deps.nowMs();
    await this.#relieve();
  }

  async #autoDelete(): Promise<void> {
    const mode = await this.#deps.mode('auto-delete');
    if ((mode === 'off') !== (this.#countdown.phase === 'off')) this.#step('toggled');
    const effect = this.#step('tick');
    if (effect === 'refresh') {
      const candidates = await this.#candidates();
      this.#found = new Set(candidates?.map(({ uid }) => uid));
      this.#step(candidates ? 'refreshed' : 'refresh-failed');
    } else if (effect === 'delete') {
      // Only pods found by both look-ups: newer ones wait for the next round.
      const candidates = (await this.#candidates())?.filter(({ uid }) => this.#found.has(uid)) ?? [];
      if (candidates.length > 0) await this.#deps.begin('auto-delete');
      if (candidates.length === 0) this.#tried.clear();
      for (const { uid, pod } of candidates) {
        this.#tried.add(uid);
        await this.#deps.act('auto-delete', mode, pod);
      }
      this.#step('deleted');
    }
  }

  async #candidates() {
    const snapshot = await this.#deps.look();
    return snapshot && deletionBatch(snapshot.pods.filter(({ uid }) => !this.#tried.has(uid)));
  }

  #step(kind: DeleteEvent['kind']) {
    const { state, effect } = stepDeleteCountdown(this.#countdown, { kind }, this.#deps.nowMs());
    this.#countdown = state;
    return effect;
  }

  async #relieve(): Promise<void> {
    const { nowMs, mode: modeOf, look, cooldowns, lastRunMs, begin, act } = this.#deps;
    const mode = await modeOf('memory-pressure');
    if (mode === 'off' || !isAutoDue(await lastRunMs(), nowMs())) return;
    const snapshot = await look();
    const activeCooldowns = await cooldowns(mode);
    let nodes = snapshot?.nodes ?? [];
    // If nothing was done, the node gets no cooldown and the next fullest node is tried.
    for (;;) {
      const target = terminateTarget(nodes, activeCooldowns, nowMs());
      if (!target) return;
      await begin('memory-pressure');
      if (await act('memory-pressure', mode, target.pod.pod)) return;
      nodes = nodes.filter((node) => node !== target.node);
    }
  }
}
