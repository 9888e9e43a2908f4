import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './scripts/slowest-first.ts';

/** Polling assertions need more than the default second on busy cores, which would say nothing about the product. */
const slowPolling = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'apps/server/**/*.test.ts',
            'packages/**/*.test.ts',
            'apps/engine/**/*.test.ts',
            'apps/extension/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          environment: 'node',
          isolate: false,
          globalSetup: ['apps/server/test/global-setup.ts'],
          setupFiles: ['apps/server/test/restore-globals.ts', 'apps/server/test/fast-password-hash.ts'],
          testTimeout: 90_000,
          expect: slowPolling,
          hookTimeout: 90_000,
        },
      },
      {
        // Not the web app's own Vite configuration: its router plugin would write routes while tests run.
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          setupFiles: ['apps/server/test/restore-globals.ts'],
          testTimeout: 60_000,
          expect: slowPolling,
        },
      },
      {
        // Components rendered in a page without layout; only the network is simulated.
        test: {
          name: 'parts',
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          // Reloading the toolkit for each file took a third of the total time.
          isolate: false,
          setupFiles: ['apps/server/test/restore-globals.ts', 'apps/web/test/set-up.ts'],
          testTimeout: 60_000,
          expect: slowPolling,
        },
      },
    ],
    // A random order, if requested, has its own sequencer.
    sequence: process.argv.some((word) => word.startsWith('--sequence.shuffle')) ? {} : { sequencer: SlowestFirst },
    // One more than the cores of a small machine, because many tests wait for a process, a lease or a timeout.
    maxWorkers: 3,
  },
});
