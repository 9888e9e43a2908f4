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

/** `dry-run`: says what it would have done, and does nothing. */
export type RuleMode = 'off' | 'dry-run' | 'on';

interface Look<Pod> {
  pods: readonly (DeletablePod & { uid: string; pod: Pod })[];
  /** Those that may be relieved unattended. */
  nodes: readonly PressureNode<PressurePod & { pod: Pod }>[];
}

export interface RunnerDeps<Pod> {
  nowMs(): number;
  mode(rule: Rule): Promise<RuleMode>;
  /** The cluster and its sessions; null: they are not known as they are now, so that nothing may be done. */
  look(): Promise<Look<Pod> | null>;
  /** Per node, when a terminate signal was last sent; for a dry run also when one would have been. */
  cooldowns(mode: RuleMode): Promise<Cooldowns>;
  /** When the memory rule last acted; null: never. */
  lastRunMs(): Promise<number | null>;
  /** Written before it acts, so that whoever takes over in the middle does not act again. */
  begin(rule: Rule): Promise<void>;
  /**
   * Deletes a pod, or says that it would have. Its failure is its own to tell.
   * @returns false: it was refused, or named before, so that nothing was done
   */
  act(rule: Rule, mode: RuleMode, pod: Pod): Promise<boolean>;
}

/**
 * The screens' automatic actions, carried out by one server, whether a screen is open or not: the same rules and times
 * (spec 001 sections 4 and 9).
 */
export class RuleRunner<Pod> {
  readonly #parts: RunnerDeps<Pod>;
  #countdown: DeleteCountdown = DELETE_COUNTDOWN_OFF;
  #found: ReadonlySet<string> = new Set();
  /**
   * Of these, those that are still there were refused or only named: they are tried again once there are no others,
   * whose place they would take.
   */
  readonly #tried = new Set<string>();
  #checkedAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: RunnerDeps<Pod>) {
    this.#parts = deps;
  }

  /** To be called about once a second, each time after the last has ended. */
  async tick(): Promise<void> {
    await this.#autoDelete();
    if (this.#parts.nowMs() - this.#checkedAtMs < AUTO_CHECK_MS) return;
    this.#checkedAtMs = this.#parts.nowMs();
    await this.#relieve();
  }

  async #autoDelete(): Promise<void> {
    const mode = await this.#parts.mode('auto-delete');
    if ((mode === 'off') !== (this.#countdown.phase === 'off')) this.#step('toggled');
    const effect = this.#step('tick');
    if (effect === 'refresh') {
      const candidates = await this.#candidates();
      this.#found = new Set(candidates?.map(({ uid }) => uid));
      this.#step(candidates ? 'refreshed' : 'refresh-failed');
    } else if (effect === 'delete') {
      // Those of both looks: what came meanwhile has its own turn.
      const candidates = (await this.#candidates())?.filter(({ uid }) => this.#found.has(uid)) ?? [];
      if (candidates.length > 0) await this.#parts.begin('auto-delete');
      if (candidates.length === 0) this.#tried.clear();
      for (const { uid, pod } of candidates) {
        this.#tried.add(uid);
        await this.#parts.act('auto-delete', mode, pod);
      }
      this.#step('deleted');
    }
  }

  async #candidates() {
    const look = await this.#parts.look();
    return look && deletionBatch(look.pods.filter(({ uid }) => !this.#tried.has(uid)));
  }

  #step(kind: DeleteEvent['kind']) {
    const { state, effect } = stepDeleteCountdown(this.#countdown, { kind }, this.#parts.nowMs());
    this.#countdown = state;
    return effect;
  }

  async #relieve(): Promise<void> {
    const { nowMs, mode: modeOf, look, cooldowns, lastRunMs, begin, act } = this.#parts;
    const mode = await modeOf('memory-pressure');
    if (mode === 'off' || !isAutoDue(await lastRunMs(), nowMs())) return;
    const seen = await look();
    const resting = await cooldowns(mode);
    let nodes = seen?.nodes ?? [];
    // Where nothing is done, nothing rests: the next fullest node has its turn.
    for (;;) {
      const target = terminateTarget(nodes, resting, nowMs());
      if (!target) return;
      await begin('memory-pressure');
      if (await act('memory-pressure', mode, target.pod.pod)) return;
      nodes = nodes.filter((node) => node !== target.node);
    }
  }
}
