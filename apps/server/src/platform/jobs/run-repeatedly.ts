import type { Stoppable } from '../domain.ts';

/**
 * Does something at once, and again each time when so many milliseconds have passed as it said, until stopped; stopping
 * waits for what is under way.
 * @param work never rejects
 */
export function runRepeatedly(work: () => Promise<number>): Stoppable {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  const go = () => {
    working = work().then((inMs) => {
      if (!isStopped) timer = setTimeout(go, inMs);
    });
  };
  go();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
