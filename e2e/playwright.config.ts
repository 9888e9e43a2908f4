import { defineConfig } from '@playwright/test';

/**
 * User tasks in a real browser against the built product: one server with the demo workspace, and a new context for
 * each test.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // A page that draws in a second takes twenty where ten programs share two cores, and is no less right.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  fullyParallel: true,
  // One more than the cores of a small machine: tests wait for engines, for due moments and for each other's servers.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  globalSetup: './start-server.ts',
  use: {
    // A trace costs every test a tenth; `--trace retain-on-failure` makes one of a test that failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
