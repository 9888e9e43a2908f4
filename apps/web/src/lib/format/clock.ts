import { useSyncExternalStore } from 'react';

/** How hours are counted: as the browser's region does, or as one would rather have it. */
export const CLOCKS = ['region', 'h12', 'h23'] as const;
export type Clock = (typeof CLOCKS)[number];

const KEY = 'clock';
const listeners = new Set<() => void>();
let chosen = kept();

/** For `Intl.DateTimeFormat`. */
export function hourCycle(clock: Clock = chosen): 'h12' | 'h23' {
  if (clock !== 'region') return clock;
  const { hourCycle: own } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions();
  return own === 'h11' || own === 'h12' ? 'h12' : 'h23';
}

export function chooseClock(clock: Clock): void {
  chosen = clock;
  try {
    localStorage.setItem(KEY, clock);
  } catch {
    // Storage may be blocked; it holds until the page is left.
  }
  for (const listener of listeners) listener();
}

/**
 * What was chosen in this browser. Times on the screen are not told when it changes: the frame draws the screen anew.
 */
export function useClock(): Clock {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
}

function kept(): Clock {
  try {
    const found = localStorage.getItem(KEY);
    return CLOCKS.find((clock) => clock === found) ?? 'region';
  } catch {
    return 'region';
  }
}
