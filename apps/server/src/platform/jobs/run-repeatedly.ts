import type { Stoppable } from '../domain.ts';

/**
 * Runs `work` immediately and then repeatedly, after the number of milliseconds that it returned each time. `stop`
 * waits for the current run and starts no other.
 * @param work must never reject
 */
export function runRepeatedly(work: () => Promise<number>): Stoppable {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const run = () => {
    working = work().then((delayMs) => {
      if (!isStopped) timer = setTimeout(run, delayMs);
    });
  };
  run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
