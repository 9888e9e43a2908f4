import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './scripts/slowest-first.ts';

/** What is waited for comes late on busy cores: one second, which is the default, says nothing about the product. */
const patient = { poll: { timeout: 30_000 } };

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
          expect: patient,
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
          expect: patient,
        },
      },
      {
        // One part of a screen, drawn in a page that lays nothing out; only the network is not real.
        test: {
          name: 'parts',
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          // Loading the toolkit anew for each file took a third of the whole.
          isolate: false,
          setupFiles: ['apps/server/test/restore-globals.ts', 'apps/web/test/set-up.ts'],
          testTimeout: 60_000,
          expect: patient,
        },
      },
    ],
    // In a random order, which has a sequencer of its own, where one is asked for.
    sequence: process.argv.some((word) => word.startsWith('--sequence.shuffle')) ? {} : { sequencer: SlowestFirst },
    // One more than the cores of a small machine: many tests wait for a process, a lease or a time-out.
    maxWorkers: 3,
  },
});
