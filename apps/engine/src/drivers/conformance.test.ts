import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { baileysDriver } from './baileys/baileys-driver.ts';
import { simulatedNetwork } from './baileys/simulated-network.ts';
import { cloudApiDriver } from './cloud-api/cloud-api-driver.ts';
import { openBusiness, type SimulatedBusiness } from './cloud-api/simulated-business.ts';
import type { CreateDriver, CredentialStore, Driver, DriverEvent, IncomingMessage, Receipt } from './driver.ts';
import { simulatorDriver } from './simulator/simulator-driver.ts';
import { storedSnapshots } from './wa-js/profile-snapshots.ts';
import { waJsDriver } from './wa-js/wa-js-driver.ts';

const profilesDirectory = mkdtempSync(join(tmpdir(), 'switchyard-profiles-'));
afterAll(() => rmSync(profilesDirectory, { recursive: true, force: true, maxRetries: 5 }));

/** Every driver against the same simulated network: the same cases, by its own wire. */
const drivers: [name: string, at: (url: string) => CreateDriver][] = [
  ['simulator', (url) => simulatorDriver({ url, answerTimeoutMs: 6_000 })],
  ['baileys', (url) => baileysDriver({ network: simulatedNetwork(url), answerTimeoutMs: 6_000 })],
  [
    'cloud-api',
    (url) => cloudApiDriver({ url: `${url}/simulator/graph`, answerTimeoutMs: 500, doubtWaitMs: 500, pollMs: 50 }),
  ],
  [
    'wa-js',
    (url) =>
      waJsDriver({
        pageUrl: `${url}/simulator/web`,
        bundlePath: null,
        chromium: process.env.CHROMIUM ?? null,
        profilesDirectory,
        snapshots: storedSnapshots,
        answerTimeoutMs: 1_500,
        offlineGraceMs: 100,
      }),
  ],
];

const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 20_000, interval: 10 });
const FRIEND = '+447700900002';
const newId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

const LINKS_BY_TOKEN = 'capability pairing: token. There is no connection of its own, and no code';
const linksByToken = ({ capabilities }: Driver) => capabilities.pairing.includes('token');

/** What one engine keeps beyond a life of its driver. */
interface Engine {
  engineId: string;
  credentials: CredentialStore;
  phoneNumber: string | null;
  sent: Map<string, string>;
  /** For drivers that are set up by a token. */
  business: SimulatedBusiness | null;
}

function newEngine(): Engine {
  const kept = new Map<string, string>();
  return {
    engineId: randomUUID(),
    phoneNumber: null,
    sent: new Map(),
    business: null,
    credentials: {
      read: async (names) => new Map(names.flatMap((name) => (kept.has(name) ? [[name, kept.get(name) ?? '']] : []))),
      async write(values, options) {
        if (options?.clear) kept.clear();
        for (const [name, text] of Object.entries(values)) {
          if (text === null) kept.delete(name);
          else kept.set(name, text);
        }
      },
    },
  };
}

interface Life {
  driver: Driver;
  statuses: string[];
  status(): string | undefined;
  qrcode(): string | null;
  receipts: Receipt[];
  messages: IncomingMessage[];
  restrictions: unknown[];
  send(text: string, options?: { id?: string; to?: string; inDoubt?: boolean }): ReturnType<Driver['send']>;
}

describe.each(drivers)('driver %s', (_name, at) => {
  let network: SimulatedNetwork;
  let face: Awaited<ReturnType<typeof listen>>;
  let lives: Life[];
  let businesses: SimulatedBusiness[];
  let account: string;

  beforeEach(async () => {
    network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
    face = await listen(network, { port: 0 });
    account = `+4477009${String(Math.floor(Math.random() * 90_000 + 10_000))}`;
    lives = [];
    businesses = [];
  });
  afterEach(async () => {
    await Promise.all(lives.map((life) => life.driver.stop('kill')));
    await face.close();
    for (const one of businesses) one.close();
    network.close();
  });

  async function begin(engine: Engine): Promise<Life> {
    let qrcode: string | null = null;
    const statuses: string[] = [];
    const life: Omit<Life, 'driver' | 'send'> = {
      statuses,
      status: () => statuses.at(-1),
      qrcode: () => qrcode,
      receipts: [],
      messages: [],
      restrictions: [],
    };
    const hear = (event: DriverEvent) => {
      if (event.kind === 'status') {
        statuses.push(event.status);
        if (event.qrcode !== undefined) qrcode = event.qrcode;
        if (event.phoneNumber !== undefined) engine.phoneNumber = event.phoneNumber;
      } else if (event.kind === 'receipts') {
        life.receipts.push(...event.receipts);
        event.taken();
      } else if (event.kind === 'messages') {
        life.messages.push(...event.messages);
        event.taken();
      } else if (event.kind === 'restriction') life.restrictions.push(event);
    };
    const driver = at(face.url)({
      engineId: engine.engineId,
      phoneNumber: engine.phoneNumber,
      credentials: engine.credentials,
      inbox: async (taken) => engine.business?.inbox(taken) ?? { entries: [], more: false },
      content: async (id) => ({ kind: 'text', text: engine.sent.get(id) ?? '' }),
      file: () => Promise.reject(new Error('there is no file')),
      emit: hear,
      log: createLog('silent'),
    });
    const whole: Life = {
      ...life,
      driver,
      send(text, { id = newId(), to = FRIEND, inDoubt = false } = {}) {
        engine.sent.set(id, text);
        return driver.send({ waMessageId: id, to, body: { kind: 'text', text }, inDoubt });
      },
    };
    lives.push(whole);
    await driver.start();
    return whole;
  }

  async function connected(engine = newEngine()): Promise<Life & { engine: Engine }> {
    const life = await begin(engine);
    if (life.driver.capabilities.pairing.includes('token')) {
      engine.business = await openBusiness(face, account);
      businesses.push(engine.business);
      await engine.credentials.write({ 'cloud-api': JSON.stringify(engine.business.credential) });
      life.driver.look?.();
      await eventually(() => expect(life.status()).toBe('connected'));
      return { ...life, engine };
    }
    await eventually(() => expect(life.status()).toBe('qrcode'));
    expect(await network.phones.scan(account, life.qrcode() ?? '')).not.toBeNull();
    await eventually(() => expect(life.status()).toBe('connected'));
    return { ...life, engine };
  }
  const texts = (to = FRIEND) => network.deliveries.page(to, 100, 0).data.map((one) => one.text);

  test('pairs: a code that was shown goes, the number is known', async () => {
    const { engine, qrcode } = await connected();
    expect(engine.phoneNumber).toBe(account);
    expect(qrcode()).toBeNull();
  });

  test('pairs by a code typed into the phone, or does not offer it', async () => {
    const life = await begin(newEngine());
    expect(life.driver.pairingCode !== undefined).toBe(life.driver.capabilities.pairing.includes('code'));
    if (!life.driver.pairingCode) return;
    await eventually(() => expect(life.status()).toBe('qrcode'));
    const code = await life.driver.pairingCode(account);
    // The code may be known before the network has heard of it.
    await eventually(async () => expect(await network.phones.enterCode(account, code)).not.toBeNull());
    await eventually(() => expect(life.status()).toBe('connected'));
  });

  test('sends a text, and hears its receipts up to read', async () => {
    const { driver, send, receipts } = await connected();
    const id = newId();
    const outcome = await send('hello', { id });
    // Where nothing settles a send by its id, WhatsApp gives the message an id of its own.
    const wireId = driver.capabilities.settles === 'none' ? expect.stringMatching(/^wamid\./) : id;
    expect(outcome).toMatchObject({ kind: 'accepted', wireId });
    expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({
      total: 1,
      data: [{ id: wireId, from: account, text: 'hello' }],
    });
    await eventually(() =>
      expect(receipts.flatMap((one) => (one.waMessageId === id && one.level > 1 ? one.level : []))).toEqual([2, 3]),
    );
  });

  test('sends to many at once', async () => {
    const { send } = await connected();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(`text ${n}`, { to: `+4477009100${10 + (n % 10)}` })),
    );
    expect(new Set(outcomes.map((one) => one.kind))).toEqual(new Set(['accepted']));
    expect(network.deliveries.page(null, 1, 0)).toMatchObject({ total: 40, absorbed: 0, duplicates: 0 });
  });

  test('hears a message from a phone, also one from while it was away', async () => {
    const first = await connected();
    await network.phones.send(FRIEND, account, { kind: 'text', text: 'one' });
    const id = expect.stringMatching(/^(3EB0|wamid\.)/);
    await eventually(() =>
      expect(first.messages).toMatchObject([{ waMessageId: id, chat: FRIEND, from: FRIEND, text: 'one' }]),
    );
    await first.driver.stop('drain');
    await network.phones.send(FRIEND, account, { kind: 'text', text: 'two' });
    const second = await begin(first.engine);
    await eventually(() => expect(second.messages.map((one) => one.text)).toContain('two'));
  });

  test('knows which numbers are on WhatsApp', async ({ skip }) => {
    const { driver } = await connected();
    expect(driver.lookUp !== undefined).toBe(driver.capabilities.numberCheck);
    skip(!driver.capabilities.numberCheck, 'capability numberCheck: no');
    expect(await driver.lookUp?.([FRIEND, '+15550001234'])).toEqual([
      { number: FRIEND, exists: true },
      { number: '+15550001234', exists: false },
    ]);
  });

  test('connects again by itself after a broken connection, without a new code', async ({ skip }) => {
    const { driver, send, statuses, status } = await connected();
    skip(linksByToken(driver), LINKS_BY_TOKEN);
    const before = statuses.length;
    network.phones.disconnect(account);
    await eventually(() => expect(statuses.slice(before)).toContain('disconnected'));
    await eventually(() => expect(status()).toBe('connected'));
    expect(statuses.slice(before)).not.toContain('qrcode');
    expect(await send('still here')).toMatchObject({ kind: 'accepted' });
  });

  test('starts again linked: no new code', async () => {
    const first = await connected();
    await first.send('before');
    await first.driver.stop('drain');
    const second = await begin(first.engine);
    await eventually(() => expect(second.status()).toBe('connected'));
    expect(second.statuses).not.toContain('qrcode');
    expect(await second.send('after')).toMatchObject({ kind: 'accepted' });
    expect(texts()).toEqual(['before', 'after']);
  });

  test('logged out by the phone: unpaired, then a fresh code, and pairs again', async ({ skip }) => {
    const { driver, statuses, status, qrcode, send } = await connected();
    skip(linksByToken(driver), LINKS_BY_TOKEN);
    await network.phones.logOut(account);
    await eventually(() => expect(statuses).toContain('unpaired'));
    await eventually(() => expect(status()).toBe('qrcode'));
    await network.phones.scan(account, qrcode() ?? '');
    await eventually(() => expect(status()).toBe('connected'));
    expect(await send('back')).toMatchObject({ kind: 'accepted' });
  });

  test('logs out itself', async () => {
    const { driver, status } = await connected();
    await driver.logOut();
    await eventually(() => expect(status()).toBe(linksByToken(driver) ? 'unpaired' : 'qrcode'));
  });

  test('a restriction is told, and nothing is sent', async () => {
    const { send, restrictions } = await connected();
    await network.phones.restrict(account, { scope: 'all', untilMs: null });
    expect(await send('not now')).toMatchObject({
      kind: 'rejected',
      next: expect.stringMatching(/^(hold-lane|later)$/),
    });
    expect(restrictions).not.toEqual([]);
    expect(texts()).toEqual([]);
  });

  test('a lost answer is doubt; the same id again settles it', async ({ skip }) => {
    const { driver, send } = await connected();
    // A receipt would be an answer too.
    await network.phones.setOffline(FRIEND, true);
    network.faults.add({ kind: 'lost-reply' });
    const id = newId();
    expect(await send('doubtful', { id })).toMatchObject({ kind: 'in-doubt' });
    if (driver.capabilities.settles === 'none') {
      expect(await send('doubtful', { id, inDoubt: true })).toMatchObject({ kind: 'in-doubt' });
      expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({ total: 1, attempts: 1, duplicates: 0 });
      skip('capability settles: none. It stays in doubt, and nothing was sent again');
    }
    expect(await send('doubtful', { id, inDoubt: true })).toMatchObject({ kind: 'accepted', wireId: id });
    expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({ total: 1, absorbed: 1, duplicates: 0 });
  });

  test('a crash between send and record: the next life settles it first, and later messages are read', async () => {
    const first = await connected();
    await first.send('before');
    network.faults.add({ kind: 'lost-reply' });
    const id = newId();
    void first.send('in flight', { id });
    await eventually(() => expect(texts()).toContain('in flight'));
    await first.driver.stop('kill');
    const second = await begin(first.engine);
    await eventually(() => expect(second.status()).toBe('connected'));
    expect(await second.send('in flight', { id, inDoubt: true })).toMatchObject({ kind: 'accepted' });
    expect(await second.send('later')).toMatchObject({ kind: 'accepted' });
    expect(texts()).toEqual(['before', 'in flight', 'later']);
  });

  test('replaced by another connection it does not fight back', async ({ skip }) => {
    const first = await connected();
    skip(linksByToken(first.driver), LINKS_BY_TOKEN);
    const second = await begin(first.engine);
    await eventually(() => expect(second.status()).toBe('connected'));
    await eventually(() => expect(first.status()).toBe('disconnected'));
    expect(await second.send('mine now')).toMatchObject({ kind: 'accepted' });
    expect(first.status()).toBe('disconnected');
    expect(second.status()).toBe('connected');
  });

  test('writes to a group and hears from it', async ({ skip }) => {
    const { driver, send, messages } = await connected();
    skip(driver.capabilities.groups === 'none', 'capability groups: none');
    const group = network.phones.createGroup(account, 'Friends', [FRIEND]);
    expect(await send('hello all', { to: group.id })).toMatchObject({ kind: 'accepted' });
    await network.phones.send(FRIEND, group.id, { kind: 'text', text: 'hello you' });
    await eventually(() => expect(messages).toMatchObject([{ chat: group.id, from: FRIEND, text: 'hello you' }]));
    expect(texts(group.id)).toEqual(['hello all', 'hello you']);
  });
});
