import { setTimeout as delay } from 'node:timers/promises';
import { VICTIMS, type Victim } from '../kill/kill-plan.ts';
import { childrenOf } from '../kill/processes.ts';
import type { SystemUnderTest } from '../kill/system-under-test.ts';

/** Faults: a kill of each victim, and temporary conditions. */
export const FAULTS = [
  ...VICTIMS,
  'broker away',
  'server frozen',
  'postgres frozen',
  'engine frozen',
  'link dead',
  'link slow',
  'disk full',
] as const;
type FaultName = (typeof FAULTS)[number];

/** A fault that was injected and has ended. */
export interface Fault {
  name: FaultName;
  lastedMs: number;
  /** Whether `/health` reported it while it lasted; null if it is not something it could report. */
  isNamed: boolean | null;
}

/** Durations of a fault, from shorter to longer than a lease. */
const MIN_LASTING_MS = 5_000;
const MAX_LASTING_MS = 25_000;
/** Minimum duration of faults that must be reported; shorter ones may end before a check. */
const MIN_REPORTED_MS = 20_000;
const POLL_INTERVAL_MS = 500;
/** Interval at which a slow link alternates between blocked and open. */
const STALL_INTERVAL_MS = 400;

type Health = { status: number; parts: Record<string, string> } | null;

/** Injects faults and ends them. */
export class FaultInjector {
  readonly #system: SystemUnderTest;
  readonly #engineIds: string[];

  constructor(system: SystemUnderTest, engineIds: string[]) {
    this.#system = system;
    this.#engineIds = engineIds;
  }

  /** @param draw determines duration and victim. @returns null if the fault is not possible here */
  async inject(name: FaultName, draw: number): Promise<Fault | null> {
    const lastingMs = Math.round(MIN_LASTING_MS + draw * (MAX_LASTING_MS - MIN_LASTING_MS));
    const { broker, server, link, disk, postmaster } = this.#system;
    switch (name) {
      case 'broker away':
        return this.#during(
          name,
          MIN_REPORTED_MS,
          () => broker.hold(),
          () => broker.resume(),
          isNotOk('broker'),
        );
      case 'server frozen':
        return this.#freeze(name, lastingMs, withChildren(server.pid()), null);
      case 'postgres frozen':
        return this.#freeze(
          name,
          Math.max(lastingMs, MIN_REPORTED_MS),
          withChildren(postmaster()?.pid ?? null),
          isDown,
        );
      case 'engine frozen': {
        const engineId = this.#engineIds[Math.floor(draw * this.#engineIds.length)] ?? '';
        const pid = this.#system.enginePid(engineId);
        return this.#freeze(name, lastingMs, pid === null ? [] : [pid], null);
      }
      case 'link dead':
        return (
          link &&
          this.#during(
            name,
            lastingMs,
            () => link.stall(),
            () => link.goOn(),
          )
        );
      case 'link slow': {
        if (!link) return null;
        let isStalled = false;
        const timer = () =>
          setInterval(() => {
            isStalled = !isStalled;
            if (isStalled) link.stall();
            else link.goOn();
          }, STALL_INTERVAL_MS);
        let running: NodeJS.Timeout | undefined;
        const begin = () => {
          running = timer();
        };
        const end = () => {
          clearInterval(running);
          link.goOn();
        };
        return this.#during(name, lastingMs, begin, end);
      }
      case 'disk full':
        return (
          disk &&
          this.#during(
            name,
            MIN_REPORTED_MS,
            () => disk.fill(),
            () => disk.clear(),
            (health) => isDown(health) || isNotOk('writes')(health) || isNotOk('disk')(health),
          )
        );
      default:
        return this.#kill(name, draw);
    }
  }

  async #kill(name: Victim, draw: number): Promise<Fault> {
    const began = Date.now();
    await this.#system.kill({ victim: name, afterMs: 0, draw }, this.#engineIds);
    return { name, lastedMs: Date.now() - began, isNamed: null };
  }

  #freeze(name: FaultName, lastingMs: number, pids: number[], isSeen: ((health: Health) => boolean) | null) {
    const signal = (which: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of pids) {
        try {
          process.kill(pid, which);
        } catch {
          // It has ended.
        }
      }
    };
    return this.#during(
      name,
      lastingMs,
      () => signal('SIGSTOP'),
      () => signal('SIGCONT'),
      isSeen,
    );
  }

  /** @param isSeen whether `/health` reports it; null if it cannot */
  async #during(
    name: FaultName,
    lastingMs: number,
    begin: () => void,
    end: () => void,
    isSeen: ((health: Health) => boolean) | null = null,
  ): Promise<Fault> {
    const beganMs = Date.now();
    begin();
    let isNamed = isSeen ? false : null;
    try {
      while (Date.now() - beganMs < lastingMs) {
        await delay(POLL_INTERVAL_MS);
        if (isSeen && !isNamed) isNamed = isSeen(await this.#health());
      }
    } finally {
      end();
    }
    return { name, lastedMs: Date.now() - beganMs, isNamed };
  }

  async #health(): Promise<Health> {
    try {
      const answer = await fetch(`${this.#system.url}/health`, { signal: AbortSignal.timeout(5_000) });
      return { status: answer.status, parts: ((await answer.json()) as { parts: Record<string, string> }).parts };
    } catch {
      return null;
    }
  }
}

const isNotOk = (part: string) => (health: Health) =>
  health !== null && !['ok', 'none'].includes(health.parts[part] ?? 'ok');
const isDown = (health: Health) => health?.status === 503 || isNotOk('database')(health);
const withChildren = (pid: number | null) => (pid === null ? [] : [pid, ...childrenOf(pid)]);
