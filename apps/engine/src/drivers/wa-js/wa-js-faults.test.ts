import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import type { Driver, DriverEvent } from '../driver.ts';
import { waJsDriver } from './wa-js-driver.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ACCOUNT = '+447700977777';
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 40_000, interval: 20 });

let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
let profilesDirectory: string;
let engineId: string;
let driver: Driver;
let events: DriverEvent[];

beforeEach(async () => {
  network = new SimulatedNetwork({ directory: null });
  face = await listen(network, { port: 0 });
  profilesDirectory = mkdtempSync(join(tmpdir(), 'switchyard-profiles-'));
  // A killed browser leaves temporary files, which are removed with the profiles.
  vi.stubEnv('TMPDIR', profilesDirectory);
  engineId = randomUUID();
  events = [];
});
afterEach(async () => {
  await driver.stop('kill');
  await face.close();
  network.close();
  vi.unstubAllEnvs();
  rmSync(profilesDirectory, { recursive: true, force: true, maxRetries: 10 });
});

async function start(): Promise<void> {
  driver = waJsDriver({
    pageUrl: `${face.url}/simulator/web`,
    bundlePath: null,
    chromium: CHROMIUM,
    profilesDirectory,
    snapshots: null,
    healthEveryMs: 300,
  })({
    engineId,
    phoneNumber: null,
    credentials: { read: async () => new Map(), write: async () => undefined },
    content: async () => null,
    file: () => Promise.reject(new Error('there is no file')),
    preview: async () => null,
    inbox: async () => ({ entries: [], more: false }),
    nowMs: Date.now,
    emit: (event) => void events.push(event),
    log: createLog('silent'),
  });
  await driver.start();
}
const statuses = () => events.flatMap((event) => (event.kind === 'status' ? [event] : []));
const until = (status: string) => eventually(() => expect(statuses().at(-1)?.status).toBe(status));

/** The renderer processes of the browser that has this profile open: the one with our page, and spare ones. */
function pageProcesses(): number[] {
  const browser = Number(/-(\d+)$/.exec(readlinkSync(join(profilesDirectory, engineId, 'SingletonLock')))?.[1]);
  const parents = new Map<number, number>();
  const pages: number[] = [];
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      parents.set(pid, Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]));
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) pages.push(pid);
    } catch {
      // It ended in the meantime.
    }
  }
  const isBelow = (pid: number): boolean => pid === browser || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return pages.filter(isBelow);
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

test.each([
  ['hangs', 'SIGSTOP', /^the page does not answer$/],
  // On a busy machine the health check may come first.
  ['crashes', 'SIGKILL', /^(the browser ended by itself|the page does not answer)$/],
] as const)(
  'a page that %s is reported and restarted, linked as before',
  async (_what, signal, reason) => {
    await start();
    await until('qrcode');
    await network.phones.scan(ACCOUNT, statuses().at(-1)?.qrcode ?? '');
    await until('connected');
    const before = statuses().length;
    const pages = pageProcesses();
    // A stopped process does not notice that its browser is gone.
    onTestFinished(() => pages.forEach(endProcess));
    for (const pid of pages) process.kill(pid, signal);
    const disconnected = expect.objectContaining({ status: 'disconnected', reason: expect.stringMatching(reason) });
    await eventually(() => expect(statuses().slice(before)).toContainEqual(disconnected));
    await until('connected');
    const names = statuses()
      .slice(before)
      .map((event) => event.status);
    expect(names).not.toContain('qrcode');
  },
  90_000,
);

test('reports a full disk under its profile, and starts by itself once there is space', async () => {
  mkdirSync(join(profilesDirectory, engineId), { recursive: true });
  // Writing there fails like on a full disk.
  symlinkSync('/dev/full', join(profilesDirectory, engineId, 'switchyard-owner'));
  await start();
  await until('error');
  expect(statuses().at(-1)?.reason).toMatch(/ENOSPC/);
  rmSync(join(profilesDirectory, engineId, 'switchyard-owner'));
  await until('qrcode');
}, 60_000);
