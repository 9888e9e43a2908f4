import { vi } from 'vitest';

/** Waits until the check passes; the machine may be busy with other tests. */
export const eventually = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });
