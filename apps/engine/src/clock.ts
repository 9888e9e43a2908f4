/** The clock of a lane, replaceable in tests. */
export interface EngineClock {
  /** Milliseconds since some moment, never slower than real time: after a machine's sleep, the time has passed. */
  nowMs(): number;
  /** Runs `task` once after `delayMs`. @returns a function that cancels it */
  schedule(delayMs: number, task: () => void): () => void;
}

/** Maximum delay of a Node timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Resolves after `delayMs`. */
export const sleep = (clock: EngineClock, delayMs: number): Promise<void> =>
  new Promise((resolve) => clock.schedule(delayMs, resolve));

/** Resolves when `done` has settled, or after `timeoutMs`. */
export async function waitAtMost(clock: EngineClock, done: Promise<unknown> | null, timeoutMs: number): Promise<void> {
  if (done === null) return;
  await new Promise<void>((resolve) => {
    const cancel = clock.schedule(timeoutMs, resolve);
    const settle = () => {
      cancel();
      resolve();
    };
    done.then(settle, settle);
  });
}

/**
 * A steady clock that counts sleep. The monotonic clock stops while the machine is suspended and the wall clock does
 * not, so when the wall clock is ahead by more than a second, unnoticed time has passed. A wall clock that was set
 * forward looks the same: the lane is then unsure of its lease until the next renewal, which costs nothing.
 */
export function steadyClock(steadyMs = () => performance.now(), wallMs = () => Date.now()): EngineClock {
  let aheadMs = wallMs() - steadyMs();
  let sleptMs = 0;
  return {
    nowMs() {
      const steady = steadyMs();
      const jumpMs = wallMs() - steady - aheadMs;
      if (Math.abs(jumpMs) > 1_000) {
        sleptMs += Math.max(0, jumpMs);
        aheadMs += jumpMs;
      }
      return steady + sleptMs;
    },
    schedule(delayMs, task) {
      const timer = setTimeout(task, Math.min(delayMs, MAX_DELAY_MS));
      return () => clearTimeout(timer);
    },
  };
}

export const systemClock: EngineClock = steadyClock();
