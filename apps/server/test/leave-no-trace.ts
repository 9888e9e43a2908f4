import { afterAll, vi } from 'vitest';

// The files of a worker share one process and its modules, which takes half the work of a process for each. What one
// has put in place of the real environment, clock or network is gone before the next begins.
const environment = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
