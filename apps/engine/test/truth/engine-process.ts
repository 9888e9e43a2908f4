import { randomUUID } from 'node:crypto';
import { type Link, VirtualClock } from '@switchyard/whatsapp-simulator';
import type { EngineIdentity } from '../../../server/src/domains/engines/engine-token.ts';
import { steadyClock } from '../../src/clock.ts';
import { createLane, type Lane } from '../../src/lane/lane.ts';
import { createLog } from '../../src/log.ts';
import { inFirstVersion } from './first-version.ts';
import { networkDriver } from './network-driver.ts';
import { serverOf } from './server-calls.ts';
import type { Surroundings } from './surroundings.ts';

type State = 'awake' | 'suspended' | 'asleep' | 'dead';

/**
 * A process of an engine: the real lane on its own clock, which can be stopped at any moment, temporarily or for good.
 */
export class EngineProcess {
  readonly identity: EngineIdentity;
  readonly holder: string;
  readonly lane: Lane;
  readonly clock: VirtualClock;
  #state: State = 'awake';
  /** Callbacks waiting until it is awake. */
  #postponed: (() => void)[] = [];
  #link: Link | null = null;

  constructor(
    around: Surroundings,
    identity: EngineIdentity,
    { holder, account, isOfFirstVersion }: { holder: string; account: string; isOfFirstVersion: boolean },
  ) {
    this.identity = identity;
    this.holder = holder;
    this.clock = new VirtualClock(around.nowMs());
    const steady = steadyClock(
      () => this.clock.nowMs(),
      () => around.nowMs(),
    );
    const clock = {
      nowMs: steady.nowMs,
      schedule: (delayMs: number, task: () => void) => this.clock.schedule(Math.ceil(delayMs), task),
    };
    const whenAwake = (task: () => void) => this.#whenAwake(task);
    const server = serverOf(around, identity, whenAwake);
    this.lane = createLane({
      engineId: identity.engineId,
      holder,
      instanceId: randomUUID(),
      server: isOfFirstVersion ? inFirstVersion(server) : server,
      createDriver: networkDriver({
        network: around.network,
        account,
        clock,
        ...around.driver,
        whenAwake,
        linked: (link) => {
          this.#link = link;
        },
      }),
      log: createLog(process.env.TRACE ? 'debug' : 'silent'),
      clock,
      claimLimit: 4,
      concurrency: 3,
    });
  }

  get isRunning(): boolean {
    return this.#state === 'awake';
  }

  /** SIGKILL: it receives and sends nothing more, and its connections break. */
  kill(): void {
    this.#state = 'dead';
    this.#postponed = [];
    this.#link?.close();
  }

  pause(how: 'suspended' | 'asleep'): void {
    if (this.#state === 'awake') this.#state = how;
  }

  /**
   * @param nowMs the current time: a suspended process finds its timers overdue, one that slept finds its steady clock
   * unchanged
   */
  resume(nowMs: number): void {
    const before = this.#state;
    if (before !== 'suspended' && before !== 'asleep') return;
    this.#state = 'awake';
    if (before === 'suspended') this.clock.advance(nowMs - this.clock.nowMs());
    for (const task of this.#postponed.splice(0)) task();
  }

  #whenAwake(task: () => void): void {
    if (this.#state === 'awake') task();
    else if (this.#state !== 'dead') this.#postponed.push(task);
  }
}
