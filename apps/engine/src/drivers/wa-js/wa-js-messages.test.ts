import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import type { Driver, IncomingMessage, SendRequest } from '../driver.ts';
import { BrowserPage } from './browser-page.ts';
import { findChromium } from './find-chromium.ts';
import type { PageGlobals } from './page/wpp.ts';
import { waJsDriver } from './wa-js-driver.ts';

const CHROMIUM = process.env.CHROMIUM ?? null;
const ACCOUNT = '+447700900021';
const FRIEND = '+447700900022';
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
let profilesDirectory: string;
let drivers: Driver[];
let stored: Map<string, string>;
let engineId: string;
const file = vi.fn<(fileId: string) => Promise<Uint8Array>>();

beforeEach(async () => {
  network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  face = await listen(network, { port: 0 });
  profilesDirectory = mkdtempSync(join(tmpdir(), 'switchyard-profiles-'));
  // A killed browser leaves temporary files, which are removed with the profiles.
  vi.stubEnv('TMPDIR', profilesDirectory);
  drivers = [];
  stored = new Map();
  engineId = randomUUID();
  file.mockReset();
  file.mockResolvedValue(new TextEncoder().encode('pixels'));
});
afterEach(async () => {
  await Promise.all(drivers.map((driver) => driver.stop('kill')));
  await face.close();
  network.close();
  vi.unstubAllEnvs();
  rmSync(profilesDirectory, { recursive: true, force: true, maxRetries: 5 });
});

/** A linked engine. @param takes whether the server stores what is reported */
async function start({ takes = true } = {}) {
  const heard: IncomingMessage[] = [];
  const statuses: string[] = [];
  let qrcode = '';
  const driver = waJsDriver({
    pageUrl: `${face.url}/simulator/web`,
    bundlePath: null,
    chromium: CHROMIUM,
    profilesDirectory,
    snapshots: null,
    answerTimeoutMs: 3_000,
    offlineGraceMs: 100,
  })({
    engineId,
    phoneNumber: null,
    credentials: {
      read: async (names) =>
        new Map(names.flatMap((name) => (stored.has(name) ? [[name, stored.get(name) ?? '']] : []))),
      async write(values) {
        for (const [name, text] of Object.entries(values)) {
          if (text === null) stored.delete(name);
          else stored.set(name, text);
        }
      },
    },
    content: async () => null,
    preview: async () => null,
    file,
    inbox: async () => ({ entries: [], more: false }),
    emit(event) {
      if (event.kind === 'status') {
        statuses.push(event.status);
        qrcode = event.qrcode ?? qrcode;
      } else if (event.kind === 'messages') {
        heard.push(...event.messages);
        if (takes) event.taken();
      }
    },
    nowMs: Date.now,
    log: createLog('silent'),
  });
  drivers.push(driver);
  await driver.start();
  await eventually(() => expect(['qrcode', 'connected']).toContain(statuses.at(-1)));
  if (statuses.at(-1) === 'qrcode') await network.phones.scan(ACCOUNT, qrcode);
  await eventually(() => expect(statuses.at(-1)).toBe('connected'));
  const send = (request: Partial<SendRequest>) =>
    driver.send({ waMessageId: '3EB0A', to: FRIEND, body: { kind: 'text', text: 'hi' }, inDoubt: false, ...request });
  return { driver, heard, send };
}
const image: SendRequest['body'] = {
  kind: 'media',
  text: '',
  media: 'image',
  fileId: 'f',
  mimeType: 'image/png',
  fileName: 'a.png',
  bytes: 6,
};

test('sends an answer to a message that the page does not have as a plain message', async () => {
  const { send } = await start();
  const quote = { waMessageId: '3EB0LOST', from: FRIEND, text: 'who?' };
  expect(await send({ quote })).toMatchObject({ kind: 'accepted' });
  expect(network.deliveries.page(FRIEND, 10, 0).data).toMatchObject([{ text: 'hi', quotedId: null }]);
});

test('lets a message wait for its file; in doubt it is settled first, without the file', async () => {
  const { send } = await start();
  file.mockRejectedValueOnce(new Error('the server is away'));
  expect(await send({ body: image })).toMatchObject({ code: 'file-unavailable', next: 'later' });
  expect(network.deliveries.totals().messages).toBe(0);
  expect(await send({ body: image })).toMatchObject({ kind: 'accepted' });
  file.mockRejectedValue(new Error('the server is away'));
  expect(await send({ body: image, inDoubt: true })).toMatchObject({ kind: 'accepted' });
  expect(network.deliveries.totals()).toMatchObject({ messages: 1, attempts: 1 });
});

test('does not resend a file that WhatsApp refused under its id, because the page would never answer', async () => {
  const { send } = await start();
  await network.phones.restrict(ACCOUNT, { scope: 'all', untilMs: null });
  expect(await send({ body: image })).toMatchObject({ kind: 'rejected' });
  await network.phones.restrict(ACCOUNT, null);
  expect(await send({ body: image, inDoubt: true })).toMatchObject({ kind: 'rejected' });
  expect(network.deliveries.totals().messages).toBe(0);
});

test('leaves a chat unread when sending, and reports again what was read elsewhere before the server stored it', async () => {
  const first = await start({ takes: false });
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'do not lose me' });
  await eventually(() => expect(first.heard).toHaveLength(1));
  await first.send({});
  await first.driver.stop('kill');
  expect(await unreadThenRead()).toBe(1);
  const second = await start();
  const theirs = () => second.heard.flatMap((message) => (message.fromMe ? [] : message.text));
  await eventually(() => expect(theirs()).toEqual(['do not lose me']));
});

/** Opens the profile like its owner, and reads the chat by writing in it. @returns the number of unread chats */
async function unreadThenRead(): Promise<number> {
  const page = await BrowserPage.launch({
    executable: await findChromium(CHROMIUM),
    directory: join(profilesDirectory, engineId),
    bundlePath: null,
    since: () => null,
    onUpdate: () => undefined,
    closed: () => undefined,
  });
  try {
    await page.goTo(`${face.url}/simulator/web`, 10_000);
    return await page.call(
      async (chat: string) => {
        const globals = globalThis as unknown as PageGlobals;
        while (!globals.WPP?.isFullReady) await new Promise((resolve) => setTimeout(resolve, 20));
        const { chat: chats } = globals.WPP;
        const unread = await chats.list({ onlyWithUnreadMessage: true, count: 10 });
        const made = await chats.generateMessageID(await chats.find(chat));
        const options = { messageId: String(made), waitForAck: true, markIsRead: true, linkPreview: false };
        await chats.sendTextMessage(chat, 'read', options);
        return unread.length;
      },
      `${FRIEND.slice(1)}@c.us`,
      10_000,
    );
  } finally {
    await page.close();
  }
}
