/** Time as a lane lives it, so that a test can hand in its own. */
export interface EngineClock {
  /**
   * Milliseconds since some moment, never slower than real time: a machine that slept finds that the time has passed.
   */
  nowMs(): number;
  /** Runs `task` once after `delayMs`. @returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
}

/** The longest that a timer of Node can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Resolves after `delayMs`. */
export const sleep = (clock: EngineClock, delayMs: number): Promise<void> =>
  new Promise((resolve) => clock.schedule(delayMs, resolve));

/** Resolves when `done` has settled, or after `timeoutMs`. */
export async function within(clock: EngineClock, done: Promise<unknown> | null, timeoutMs: number): Promise<void> {
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
 * A steady clock that counts sleep. The clock that never jumps stands still while the machine is suspended; the one on
 * the wall goes on, and where it has run ahead by more than a second, time has passed that nobody here has seen. A wall
 * clock that somebody sets forward looks the same: a lane is then unsure of its lease until the next renewal, which
 * costs nothing.
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
      const timer = setTimeout(task, Math.min(delayMs, LONGEST_MS));
      return () => clearTimeout(timer);
    },
  };
}

export const systemClock: EngineClock = steadyClock();
