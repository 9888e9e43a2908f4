import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { type WebSocket, WebSocketServer } from 'ws';
import { findChromium } from '../../src/drivers/wa-js/find-chromium.ts';
import { Profile } from '../../src/drivers/wa-js/profile.ts';
import type { PersonCalls, ProcessCalls, TestCalls } from './driver-calls.ts';
import { type Channel, IpcPeer } from './ipc-peer.ts';
import { readWire, toWire } from './wire.ts';

/**
 * A person's browser with the extension, and the person: they open WhatsApp Web in a tab when a life begins and close
 * it when it ends. The driver runs in the extension's worker (`apps/extension/test/conformance-worker.ts`); this relays
 * between it and the test.
 */
const EXTENSION = join(import.meta.dirname, '../../../extension');
/** One browser for all engines: each has WhatsApp Web on its own host name, so that the logins are separate. */
const pageOf = (url: string, engineId: string, life: string) => {
  const page = new URL('/simulator/web', url);
  page.hostname = `${engineId}.localhost`;
  page.searchParams.set('life', life);
  return page.href;
};

type Setup = Parameters<ProcessCalls['load']>[0];

function unpackInto(directory: string): void {
  const worker = join(EXTENSION, 'test/conformance-worker.ts');
  execFileSync(process.execPath, [join(EXTENSION, 'build.mjs'), directory, worker], { stdio: 'ignore' });
  const file = join(directory, 'unpacked/manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const [bridge, main] = manifest.content_scripts;
  const matches = ['http://*.localhost/simulator/web*'];
  manifest.host_permissions = ['http://*.localhost/*'];
  manifest.content_scripts = [
    { ...bridge, matches },
    // The page has its own `window.WPP`.
    { ...main, matches, js: ['page.js'] },
  ];
  writeFileSync(file, JSON.stringify(manifest));
}

async function openBrowser({ chromium: wanted, profilesDirectory }: Setup) {
  const built = join(profilesDirectory, 'extension');
  const unpacked = join(built, 'unpacked');
  if (!existsSync(unpacked)) unpackInto(built);
  const profile = new Profile(join(profilesDirectory, 'person'), String(process.pid));
  // An earlier process of this test was killed; its browser goes with it.
  await profile.claim(async () => undefined);
  const context = await chromium.launchPersistentContext(profile.directory, {
    executablePath: await findChromium(wanted),
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--disable-extensions-except=${unpacked}`,
      `--load-extension=${unpacked}`,
    ],
  });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const connected = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  await worker.evaluate((at) => {
    (globalThis as unknown as { beginTest(url: string): void }).beginTest(at);
  }, `ws://127.0.0.1:${port}`);
  const [socket] = (await connected) as [WebSocket];
  return { context, socket };
}

const channelOf = (socket: WebSocket): Channel => ({
  send: (message) => socket.send(toWire(message)),
  on: (_event, listener) => socket.on('message', (data) => listener(readWire(String(data)))),
});

let url = '';
let browser: Awaited<ReturnType<typeof openBrowser>> | null = null;
let worker: IpcPeer<ProcessCalls> | null = null;
const engineOf = new Map<string, string>();
const tabs = new Map<string, Page>();

const relay =
  <Name extends keyof ProcessCalls>(name: Name) =>
  (argument: Parameters<ProcessCalls[Name]>[0]) => {
    if (!worker) throw new Error('the browser is not open');
    return worker.call(name, argument as never) as never;
  };
const relayToTest =
  <Name extends keyof TestCalls>(name: Name) =>
  (argument: Parameters<TestCalls[Name]>[0]) =>
    test.call(name, argument as never) as never;

const testCalls: TestCalls = {
  reportEvent: relayToTest('reportEvent'),
  readCredentials: relayToTest('readCredentials'),
  writeCredentials: relayToTest('writeCredentials'),
  content: relayToTest('content'),
  file: relayToTest('file'),
  inbox: relayToTest('inbox'),
};

const calls: PersonCalls = {
  async load(setup) {
    url = setup.url;
    browser = await openBrowser(setup);
    worker = new IpcPeer<ProcessCalls>(channelOf(browser.socket), testCalls);
    return worker.call('load', setup);
  },
  create(made) {
    engineOf.set(made.life, made.engineId);
    return relay('create')(made);
  },
  async start(asked) {
    await relay('start')(asked);
    const tab = await browser?.context.newPage();
    if (!tab) throw new Error('the browser is not open');
    tabs.set(asked.life, tab);
    await tab.goto(pageOf(url, engineOf.get(asked.life) ?? '', asked.life));
  },
  async stop(asked) {
    await relay('stop')(asked);
    await tabs.get(asked.life)?.close();
    tabs.delete(asked.life);
  },
  codeInPage: async ({ life, phoneNumber }) =>
    (await tabs.get(life)?.evaluate(async (number) => {
      const { WPP } = globalThis as unknown as {
        WPP: {
          conn: {
            getAuthCode(): Promise<{ fullCode: string } | null>;
            genLinkDeviceCodeForPhoneNumber(digits: string): Promise<string>;
          };
        };
      };
      if (number !== null) return WPP.conn.genLinkDeviceCodeForPhoneNumber(number.replace(/\D/g, ''));
      return (await WPP.conn.getAuthCode())?.fullCode ?? null;
    }, phoneNumber)) ?? null,
  send: relay('send'),
  act: relay('act'),
  typing: relay('typing'),
  olderMessages: relay('olderMessages'),
  lookUp: relay('lookUp'),
  pairingCode: relay('pairingCode'),
  fetchFile: relay('fetchFile'),
  picture: relay('picture'),
  groupInfo: relay('groupInfo'),
  changeGroup: relay('changeGroup'),
  commonGroups: relay('commonGroups'),
  logOut: relay('logOut'),
  look: relay('look'),
};
const test = new IpcPeer<TestCalls>(process, calls);
process.on('disconnect', () => process.exit());
