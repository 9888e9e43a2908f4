import { afterAll, vi } from 'vitest';

// A worker's files share one process and its modules, which takes half the work of a process per file. Replacements of
// the real environment, clock or network are reverted before the next file starts.
const environment = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
