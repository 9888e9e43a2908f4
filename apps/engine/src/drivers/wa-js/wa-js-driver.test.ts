import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { canFollow } from '@switchyard/contracts/engines/lifecycle';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import type { CredentialStore, Driver, DriverEvent } from '../driver.ts';
import { BrowserPage } from './browser-page.ts';
import { findChromium } from './find-chromium.ts';
import { storedSnapshots } from './profile-snapshots.ts';
import { installedBundle, type WaJsOptions, waJsDriver } from './wa-js-driver.ts';

const CHROMIUM = process.env.CHROMIUM ?? null;
const ACCOUNT = '+447700900011';
const FRIEND = '+447700900012';
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });
const newId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
let profilesDirectory: string;
let drivers: Driver[];
let leaseIsOurs: boolean;
let stored: Map<string, string>;
let engineId: string;

beforeEach(async () => {
  network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  face = await listen(network, { port: 0 });
  profilesDirectory = mkdtempSync(join(tmpdir(), 'switchyard-profiles-'));
  // A killed browser leaves temporary files, which are removed with the profiles.
  vi.stubEnv('TMPDIR', profilesDirectory);
  drivers = [];
  leaseIsOurs = true;
  stored = new Map();
  engineId = randomUUID();
});
afterEach(async () => {
  await Promise.all(drivers.map((driver) => driver.stop('kill')));
  await face.close();
  network.close();
  vi.unstubAllEnvs();
  rmSync(profilesDirectory, { recursive: true, force: true, maxRetries: 5 });
});

const credentials: CredentialStore = {
  async read(names) {
    if (!leaseIsOurs) throw new Error('LEASE_LOST');
    return new Map(names.flatMap((name) => (stored.has(name) ? [[name, stored.get(name) ?? '']] : [])));
  },
  async write(values) {
    for (const [name, text] of Object.entries(values)) {
      if (text === null) stored.delete(name);
      else stored.set(name, text);
    }
  },
};

async function start(options: Partial<WaJsOptions> = {}) {
  const events: DriverEvent[] = [];
  const driver = waJsDriver({
    pageUrl: `${face.url}/simulator/web`,
    bundlePath: null,
    chromium: CHROMIUM,
    profilesDirectory,
    snapshots: storedSnapshots,
    answerTimeoutMs: 3_000,
    offlineGraceMs: 100,
    ...options,
  })({
    engineId,
    phoneNumber: null,
    credentials,
    content: async () => null,
    file: () => Promise.reject(new Error('there is no file')),
    preview: async () => null,
    inbox: async () => ({ entries: [], more: false }),
    nowMs: Date.now,
    emit: (event) => void events.push(event),
    log: createLog('silent'),
  });
  drivers.push(driver);
  await driver.start();
  const statuses = () => events.flatMap((event) => (event.kind === 'status' ? [event] : []));
  const life = () => events.flatMap((event) => (event.kind === 'life' ? [event.event] : []));
  // Whatever happens in a test, the statuses must follow the life-cycle table.
  onTestFinished(() => {
    const names = statuses().map((event) => event.status);
    const steps = names.slice(1).map((to, at) => [names[at] ?? to, to] as const);
    expect(steps.filter(([from, to]) => !canFollow(from, to))).toEqual([]);
  });
  const until = (status: string) => eventually(() => expect(statuses().at(-1)?.status).toBe(status));
  return { driver, events, statuses, life, until };
}

async function startLinked() {
  const engine = await start();
  await engine.until('qrcode');
  await network.phones.scan(ACCOUNT, engine.statuses().at(-1)?.qrcode ?? '');
  await engine.until('connected');
  return engine;
}
const send = (driver: Driver, text: string) =>
  driver.send({ waMessageId: newId(), to: FRIEND, body: { kind: 'text', text }, inDoubt: false });
const lockPath = () => join(profilesDirectory, engineId, 'SingletonLock');

test('reports each step from the browser to the store, in order', async () => {
  const { statuses, life } = await startLinked();
  await eventually(() => expect(life()).toContain('store_ready'));
  const steps = [...new Set(statuses().map((event) => event.status))].filter((status) => status !== 'unpaired');
  expect(steps.filter((step) => step !== 'waiting_for_whatsapp_page' && step !== 'syncing')).toEqual([
    'initializing',
    'browser_started',
    'navigating',
    'qrcode',
    'connected',
  ]);
  expect(life().filter((event) => event !== 'appStateChanged')).toEqual([
    'browser_starting',
    'browser_started',
    'navigation_started',
    'navigation_complete',
    'qr_generated',
    'authenticated',
    'store_ready',
  ]);
});

test('says that Chromium is missing, and which setting to use', async () => {
  const { statuses, life, until } = await start({ chromium: '/nowhere/chromium' });
  await until('error');
  expect(statuses().at(-1)?.reason).toBe('Chromium was not found at /nowhere/chromium; set CHROMIUM to its path');
  expect(life()).toEqual(['browser_starting', 'session_error']);
});

test('reports a page that cannot be reached, and retries it', async () => {
  const { statuses, life } = await start({ pageUrl: `${face.url}/simulator/nothing-here` });
  await eventually(() => expect(life()).toContain('navigation_failed'));
  await eventually(() => expect(statuses().filter((event) => event.status === 'navigating').length).toBeGreaterThan(1));
  expect(
    statuses().some((event) => event.status === 'disconnected' && event.reason?.includes('could not be opened')),
  ).toBe(true);
});

test('restarts a killed browser, linked as before', async () => {
  const { driver, statuses, life, until } = await startLinked();
  const before = statuses().length;
  process.kill(Number(/-(\d+)$/.exec(readlinkSync(lockPath()))?.[1]), 'SIGKILL');
  await eventually(() => expect(life()).toContain('browser_closed'));
  await eventually(() =>
    expect(
      statuses()
        .slice(before)
        .map((event) => event.status),
    ).toContain('initializing'),
  );
  await until('connected');
  expect(
    statuses()
      .slice(before)
      .map((event) => event.status),
  ).not.toContain('qrcode');
  expect(await send(driver, 'after the crash')).toMatchObject({ kind: 'accepted' });
  // The killed browser leaves nothing among the temporary files, which are in this folder here.
  const temporary = readdirSync(profilesDirectory).filter((name) => name !== engineId);
  expect(temporary).toEqual([expect.stringMatching(/^\.?org\.chromium\./)]);
});

test('takes over a profile that another host has open only as the lease’s holder', async () => {
  mkdirSync(join(profilesDirectory, engineId), { recursive: true });
  symlinkSync('other-pod-4711', lockPath());
  leaseIsOurs = false;
  const { statuses, until } = await start();
  await until('error');
  expect(statuses().at(-1)?.reason).toMatch(/in use on other-pod, and the lease is not ours/);
  expect(readlinkSync(lockPath())).toBe('other-pod-4711');
  leaseIsOurs = true;
  await until('qrcode');
  expect(readlinkSync(lockPath())).toMatch(new RegExp(`^${hostname()}-\\d+$`));
});

test('stays linked when moved to a host without its profile, by the copy made when it was stopped', async () => {
  const first = await startLinked();
  await first.driver.stop('drain');
  expect(stored.get('profile')).toBe('1');
  rmSync(join(profilesDirectory, engineId), { recursive: true });
  const second = await start();
  await second.until('connected');
  expect(second.statuses().map((event) => event.status)).not.toContain('qrcode');
  expect(await send(second.driver, 'from elsewhere')).toMatchObject({ kind: 'accepted' });
});

test('deletes the copy after a logout', async () => {
  const first = await startLinked();
  await first.driver.stop('drain');
  const second = await start();
  await second.until('connected');
  await network.phones.logOut(ACCOUNT);
  await second.until('qrcode');
  await eventually(() => expect([...stored.keys()]).toEqual([]));
});

test('becomes unpaired when unscanned codes expire, until a fresh one is requested', async () => {
  network.faults.add({ kind: 'expire-qr', times: 6 });
  const { driver, life, statuses, until } = await start();
  await eventually(() => expect(life()).toContain('qr_timeout'));
  await until('unpaired');
  expect(statuses().at(-1)?.qrcode).toBeNull();
  await driver.refreshPairing?.();
  await until('qrcode');
});

test('does not resend a message that the page still holds, because the page sends it', async () => {
  const { driver } = await startLinked();
  network.faults.add({ kind: 'drop-before-accept' });
  const request = { waMessageId: newId(), to: FRIEND, body: { kind: 'text', text: 'held' } as const };
  const first = driver.send({ ...request, inDoubt: false });
  expect(['in-doubt', 'accepted']).toContain((await first).kind);
  expect(await driver.send({ ...request, inDoubt: true })).toMatchObject({ kind: 'accepted' });
  expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({ total: 1, duplicates: 0 });
});

test('sends a message that the page does not know, even when in doubt', async () => {
  const { driver } = await startLinked();
  const request = { waMessageId: newId(), to: FRIEND, body: { kind: 'text', text: 'never left' } as const };
  expect(await driver.send({ ...request, inDoubt: true })).toMatchObject({ kind: 'accepted' });
  expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({ total: 1, absorbed: 0 });
});

test('refuses a number that is not on WhatsApp before anything is sent', async () => {
  const { driver } = await startLinked();
  const outcome = await driver.send({
    waMessageId: newId(),
    to: '+15550001234',
    body: { kind: 'text', text: 'hello?' },
    inDoubt: false,
  });
  expect(outcome).toMatchObject({ kind: 'rejected', code: 'not-on-whatsapp', next: 'never' });
  expect(network.deliveries.totals().attempts).toBe(0);
});

test('loads the real @wppconnect/wa-js into a page that does not look like a headless browser', async () => {
  const server: Server = createServer((_request, response) => {
    const policy = "default-src 'none'; script-src 'self'";
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end('<!doctype html><title>empty</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await BrowserPage.launch({
    executable: await findChromium(CHROMIUM),
    directory: join(profilesDirectory, 'bundle'),
    bundlePath: installedBundle(),
    since: () => null,
    onUpdate: () => undefined,
    closed: () => undefined,
  });
  try {
    await page.goTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 10_000);
    const seen = await page.call(
      async () => {
        const globals = globalThis as unknown as {
          WPP: Record<string, Record<string, unknown>> & { isReady: boolean };
          WPPConfig: Record<string, unknown>;
          navigator: { webdriver: boolean; userAgent: string };
        };
        const { WPP, WPPConfig, navigator } = globals;
        const used = {
          conn: [
            'isAuthenticated',
            'getStreamData',
            'getAuthCode',
            'getMyUserWid',
            'getMyUserLid',
            'refreshQR',
            'logout',
          ],
          chat: [
            'get',
            'list',
            'find',
            'getMessages',
            'generateMessageID',
            'getMessageById',
            'sendTextMessage',
            'sendFileMessage',
            'sendCreatePollMessage',
          ],
          contact: ['queryExists', 'getPnLidEntry'],
        };
        const missing = Object.entries(used).flatMap(([part, names]) =>
          names.filter((name) => typeof WPP[part]?.[name] !== 'function'),
        );
        return {
          missing,
          pairsByCode: typeof WPP.conn?.genLinkDeviceCodeForPhoneNumber,
          listens: typeof WPP.on,
          ready: WPP.isReady,
          analyticsOff: WPPConfig.disableGoogleAnalytics,
          previewServers: WPPConfig.linkPreviewApiServers,
          webdriver: navigator.webdriver,
          headless: navigator.userAgent.includes('Headless'),
        };
      },
      undefined,
      10_000,
    );
    expect(seen).toEqual({
      missing: [],
      pairsByCode: 'function',
      listens: 'function',
      ready: false,
      analyticsOff: true,
      previewServers: [],
      webdriver: false,
      headless: false,
    });
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
});
