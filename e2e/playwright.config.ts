import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePorts } from '../apps/server/src/platform/free-port.ts';

/** The workers read this file too, and must find the server that the first reading chose. */
process.env.E2E_PORTS ??= (await freePorts(2)).join(' ');
const [port = '', clusterPort = ''] = process.env.E2E_PORTS.split(' ');
process.env.E2E_PORT = port;
// Only named here, and made by the server: tools that look for unused code read this file too, and nobody cleans up after them.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `switchyard-e2e-${randomUUID()}`);
const baseURL = `http://localhost:${port}`;

/** User tasks in a real browser against the built product: one server with the demo workspace, and a new context for each test. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  globalTeardown: './remove-data.ts',
  use: {
    baseURL,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
  webServer: {
    command: 'sh scripts/serve.sh',
    cwd: '..',
    url: `${baseURL}/health`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
    env: {
      PORT: port,
      LOCAL_CLUSTER_PORT: clusterPort,
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'warn',
      // Every test signs in from the same address.
      SIGN_IN_LIMIT_PER_MINUTE: '1000',
    },
  },
});
