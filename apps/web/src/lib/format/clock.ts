import { useSyncExternalStore } from 'react';

/** How hours are counted: as in the browser's region, or as chosen. */
export const CLOCKS = ['region', 'h12', 'h23'] as const;
export type Clock = (typeof CLOCKS)[number];

const KEY = 'clock';
const listeners = new Set<() => void>();
let chosen = savedClock();

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
    // Storage may be blocked; the choice then lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

/** The choice in this browser. Rendered times do not subscribe to it: the frame re-renders the screen. */
export function useClock(): Clock {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
}

function savedClock(): Clock {
  try {
    const found = localStorage.getItem(KEY);
    return CLOCKS.find((clock) => clock === found) ?? 'region';
  } catch {
    return 'region';
  }
}
