import { defineConfig } from '@playwright/test';

/**
 * User tasks in a real browser against the built product: one server with the demo workspace, and a new context per
 * test.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // A page that renders in a second takes twenty when ten programs share two cores, and is no less correct.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  fullyParallel: true,
  // One more than the cores of a small machine, because tests wait for engines, due times and other servers.
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  globalSetup: './start-server.ts',
  use: {
    // A trace slows every test down by a tenth; `--trace retain-on-failure` records one of failed tests.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
});
