import { randomBytes } from 'node:crypto';
import type { MessageBody, QuotedMessage } from '@switchyard/contracts/messages/body';
import { listen, SimulatedNetwork, systemClock } from '@switchyard/whatsapp-simulator';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import type { CredentialStore, Driver, DriverEvent, IncomingMessage, Receipt } from '../driver.ts';
import { baileysDriver } from './baileys-driver.ts';
import { GroupCache } from './group-cache.ts';
import { simulatedNetwork } from './simulated-network.ts';

const ACCOUNT = '+447700900001';
const FRIEND = '+447700900002';
const picture = randomBytes(30_000);
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 60_000, interval: 10 });
const newId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

/** How far the network's clock is ahead; WhatsApp's times are whole seconds. */
let aheadMs = 0;
let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
let lives: Life[];
/** Data that survives a process. */
let credentials: CredentialStore;
let sent: Map<string, MessageBody>;
const file = vi.fn<(fileId: string) => Promise<Uint8Array>>();

beforeEach(async () => {
  aheadMs = 0;
  const clock = { ...systemClock, nowMs: () => Date.now() + aheadMs };
  network = new SimulatedNetwork({ directory: null, clock, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  face = await listen(network, { port: 0 });
  lives = [];
  sent = new Map();
  file.mockReset();
  file.mockResolvedValue(picture);
  const stored = new Map<string, string>();
  /** Like the server. */
  const refuseMany = (names: number) => {
    if (names > 2_000) throw new Error('at most 2,000 names');
  };
  credentials = {
    async read(names) {
      refuseMany(names.length);
      return new Map(names.flatMap((name) => (stored.has(name) ? [[name, stored.get(name) ?? '']] : [])));
    },
    async write(values, options) {
      refuseMany(Object.keys(values).length);
      if (options?.clear) stored.clear();
      for (const [name, text] of Object.entries(values)) {
        if (text === null) stored.delete(name);
        else stored.set(name, text);
      }
    },
  };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(lives.map(({ driver }) => driver.stop('kill')));
  await face.close();
  network.close();
});

interface Life {
  driver: Driver;
  status: string;
  qrcode: string | null;
  messages: IncomingMessage[];
  receipts: Receipt[];
  /** The server stores everything reported so far. */
  take(): void;
}

/** @param takes false: the server stores nothing before `take` */
async function begin({ takes = true, answerTimeoutMs = 6_000 } = {}): Promise<Life> {
  const waiting: (() => void)[] = [];
  const handle = (event: DriverEvent) => {
    if (event.kind === 'status') {
      life.status = event.status;
      if (event.qrcode !== undefined) life.qrcode = event.qrcode;
    } else if (event.kind === 'messages' || event.kind === 'receipts') {
      if (event.kind === 'messages') life.messages.push(...event.messages);
      else life.receipts.push(...event.receipts);
      if (takes) event.taken();
      else waiting.push(event.taken);
    }
  };
  const driver = baileysDriver({ network: simulatedNetwork(face.url), answerTimeoutMs })({
    engineId: 'engine',
    phoneNumber: null,
    credentials,
    content: async (id) => sent.get(id) ?? null,
    file,
    preview: async () => null,
    inbox: async () => ({ entries: [], more: false }),
    nowMs: Date.now,
    emit: handle,
    log: createLog('silent'),
  });
  const life: Life = {
    driver,
    status: '',
    qrcode: null,
    messages: [],
    receipts: [],
    take() {
      for (const taken of waiting.splice(0)) taken();
    },
  };
  lives.push(life);
  await driver.start();
  return life;
}

async function connected(options: { takes?: boolean; answerTimeoutMs?: number } = {}): Promise<Life> {
  const life = await begin(options);
  await eventually(() => expect(life.qrcode ?? (life.status === 'connected' || null)).not.toBeNull());
  if (life.qrcode) await network.phones.scan(ACCOUNT, life.qrcode);
  await eventually(() => expect(life.status).toBe('connected'));
  return life;
}

function send(life: Life, body: MessageBody, quote: QuotedMessage | null = null, to = FRIEND) {
  const waMessageId = newId();
  sent.set(waMessageId, body);
  return life.driver.send({ waMessageId, to, body, inDoubt: false, quote });
}
const image = (text: string): MessageBody => ({
  kind: 'media',
  text,
  media: 'image',
  fileId: 'f',
  mimeType: 'image/png',
  fileName: 'a.png',
  bytes: picture.length,
});
const arrived = () => network.deliveries.page(FRIEND, 20, 0).data;
const texts = ({ messages }: Life) => messages.map(({ text }) => text);

test('fetches and uploads a file once for all messages that use it, and delivers it byte for byte', async () => {
  const life = await connected();
  const outcomes = await Promise.all(['one', 'two', 'three'].map((text) => send(life, image(text))));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(file).toHaveBeenCalledTimes(1);
  expect(new Set(arrived().map(({ text }) => text))).toEqual(new Set(['one', 'two', 'three']));
  const [{ media } = { media: null }] = arrived();
  expect(media).toMatchObject({ media: 'image', mimeType: 'image/png', bytes: picture.length });
  expect(Buffer.from(network.files.read(media?.sha256 ?? '') ?? [])).toEqual(picture);
});

test('uploads a file again that the network has lost', async () => {
  const life = await connected();
  await send(life, image('one'));
  vi.spyOn(network.files, 'has').mockReturnValueOnce(false);
  expect(await send(life, image('two'))).toMatchObject({ kind: 'rejected', next: 'later' });
  expect(await send(life, image('three'))).toMatchObject({ kind: 'accepted' });
  expect(file).toHaveBeenCalledTimes(2);
});

test('lets a message wait for its file without sending any of it', async () => {
  const life = await connected();
  file.mockRejectedValueOnce(new Error('the server is away'));
  expect(await send(life, image('one'))).toMatchObject({ code: 'file-unavailable', next: 'later' });
  expect(arrived()).toEqual([]);
  expect(await send(life, image('one'))).toMatchObject({ kind: 'accepted' });
});

test.each<[string, MessageBody, object]>([
  ['a text', { kind: 'text', text: 'hello' }, { kind: 'text', text: 'hello' }],
  ['a file', image('look'), { kind: 'media', text: 'look', media: { bytes: picture.length } }],
  [
    'a poll',
    { kind: 'poll', text: 'Tea?', options: ['yes', 'no'], selectable: 1 },
    { kind: 'poll', text: 'Tea?', poll: { options: ['yes', 'no'], selectable: 1 } },
  ],
])(
  'resends a %s that its reader could not decrypt completely, over a connection that has not sent it',
  async (_what, body, expected) => {
    const life = await connected();
    network.faults.add({ kind: 'unreadable' });
    expect(await send(life, body)).toMatchObject({ kind: 'in-doubt' });
    await eventually(() => expect(arrived()).toMatchObject([expected]));
  },
);

test('reports the options of a vote in a poll of ours, also to a later process', async () => {
  const first = await connected();
  const outcome = await send(first, { kind: 'poll', text: 'Tea?', options: ['yes', 'no'], selectable: 1 });
  const pollId = outcome.kind === 'accepted' ? outcome.wireId : '';
  await first.driver.stop('kill');
  const second = await connected();
  await network.phones.vote(FRIEND, ACCOUNT, pollId, ['no']);
  await eventually(() => expect(second.messages).toMatchObject([{ kind: 'vote', choices: ['no'], quotedId: pollId }]));
});

test('names the quoted message of an answer', async () => {
  const life = await connected();
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'when?' });
  await eventually(() => expect(texts(life)).toEqual(['when?']));
  const quotedId = life.messages[0]?.waMessageId ?? '';
  await send(life, image('today'), { waMessageId: quotedId, from: FRIEND, text: 'when?' });
  expect(arrived()).toMatchObject([{ kind: 'media', text: 'today', quotedId }]);
});

test('reports a message that WhatsApp considers delivered in the next process, if this one is killed before the server stored it', async () => {
  const first = await connected({ takes: false });
  for (const text of ['one', 'two']) await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text });
  await eventually(() => expect(texts(first)).toEqual(['one', 'two']));
  await first.driver.stop('kill');
  const second = await connected();
  await eventually(() => expect(texts(second)).toEqual(['one', 'two']));
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'three' });
  await eventually(() => expect(texts(second)).toEqual(['one', 'two', 'three']));
  await second.driver.stop('kill');
  const third = await connected();
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'four' });
  await eventually(() => expect(texts(third)).toEqual(['four']));
});

test('reports more unsynced messages than one request can name in the next process, and keeps them when the link ends', async () => {
  const waiting = Array.from({ length: 2_500 }, (_, at) => ({ waMessageId: `M${at}`, chat: FRIEND, from: FRIEND }));
  const stored = waiting.map((message, at) => [
    `incoming ${at}`,
    JSON.stringify({ ...message, kind: 'text', text: '', atMs: at }),
  ]);
  for (const at of [0, 1_500]) await credentials.write(Object.fromEntries(stored.slice(at, at + 1_500)));
  await credentials.write({ 'incoming next': '2500' });
  const life = await connected({ takes: false });
  expect(life.messages).toHaveLength(2_500);
  await network.phones.logOut(ACCOUNT);
  await eventually(() => expect(life.status).toBe('qrcode'));
  await life.driver.stop('kill');
  const next = await connected();
  expect(next.messages).toHaveLength(2_500);
  await eventually(async () => {
    const left = await credentials.read(['incoming 0', 'incoming 2499', 'incoming first']);
    expect(left).toEqual(new Map([['incoming first', '2500']]));
  });
});

test('receives a message again if the process is killed before its keys were stored', async () => {
  const first = await connected();
  await send(first, { kind: 'text', text: 'hello' });
  const { write } = credentials;
  const lost = vi.fn(() => new Promise<void>(() => undefined));
  credentials.write = lost;
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'one' });
  await eventually(() => expect(lost).toHaveBeenCalled());
  expect(texts(first)).toEqual([]);
  await first.driver.stop('kill');
  credentials.write = write;
  const second = await connected();
  await eventually(() => expect(texts(second)).toEqual(['one']));
});

test('reports receipts again that the server has not stored', async () => {
  const first = await connected({ takes: false });
  await send(first, { kind: 'text', text: 'hello' });
  await eventually(() => expect(first.receipts.map(({ level }) => level)).toContain(3));
  await first.driver.stop('kill');
  const second = await connected({ takes: false });
  await eventually(() => expect(second.receipts.map(({ level }) => level)).toEqual([2, 3]));
  second.take();
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'a stanza later' });
  await eventually(() => expect(texts(second)).toEqual(['a stanza later']));
  await second.driver.stop('kill');
  const third = await connected();
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'and another' });
  await eventually(() => expect(texts(third)).toContain('and another'));
  expect(third.receipts).toEqual([]);
});

test('reports no history when first linked, and missed messages once when linked again', async () => {
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'long before' });
  aheadMs = 60_000;
  const life = await connected();
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'linked' });
  await eventually(() => expect(texts(life)).toEqual(['linked']));
  await network.phones.logOut(ACCOUNT);
  await eventually(() => expect(life.status).toBe('qrcode'));
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'meanwhile' });
  await network.phones.scan(ACCOUNT, life.qrcode ?? '');
  await eventually(() => expect(texts(life)).toEqual(['linked', 'meanwhile']));
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'linked again' });
  await eventually(() => expect(texts(life)).toEqual(['linked', 'meanwhile', 'linked again']));
});

test("reports messages from the account's phone as its own", async () => {
  const life = await connected();
  const group = network.phones.createGroup(ACCOUNT, 'Friends', [FRIEND]);
  for (const to of [FRIEND, group.id]) await network.phones.send(ACCOUNT, to, { kind: 'text', text: 'from my phone' });
  await network.phones.send(FRIEND, ACCOUNT, { kind: 'text', text: 'from a friend' });
  const own = { from: ACCOUNT, fromMe: true, text: 'from my phone' };
  await eventually(() => expect(life.messages).toHaveLength(3));
  expect(life.messages.filter((message) => message.fromMe)).toMatchObject([
    { ...own, chat: FRIEND },
    { ...own, chat: group.id },
  ]);
  expect(life.messages.find((message) => !message.fromMe)).toMatchObject({ from: FRIEND, text: 'from a friend' });
});

describe('to a group', () => {
  const hello: MessageBody = { kind: 'text', text: 'Hello all' };
  const allOf = (life: Life, to: string) => send(life, hello, null, to);

  test('requests its members once, until somebody joins or leaves', async () => {
    const group = network.phones.createGroup(FRIEND, 'Friends', [ACCOUNT]);
    const lookUp = vi.spyOn(GroupCache.prototype, 'of');
    const sizes = async () => (await lookUp.mock.results.at(-1)?.value)?.participants.length;
    const life = await connected();
    const answers = () => lookUp.mock.results.map(({ value }) => value);
    // All groups are read after connecting, which counts as a change.
    await eventually(async () => {
      expect(await allOf(life, group.id)).toMatchObject({ kind: 'accepted' });
      expect(answers().at(-1)).toBe(answers().at(-2));
    });
    expect(await sizes()).toBe(2);
    network.phones.changeGroup(FRIEND, group.id, { add: ['+447700900003'] });
    await eventually(async () => {
      expect(await allOf(life, group.id)).toMatchObject({ kind: 'accepted' });
      expect(await sizes()).toBe(3);
    });
  });

  test("does not count the time to request its members as waiting for WhatsApp's answer", async () => {
    const group = network.phones.createGroup(FRIEND, 'Friends', [ACCOUNT]);
    const answerTimeoutMs = 1_500;
    const life = await connected({ answerTimeoutMs });
    const of = GroupCache.prototype.of;
    vi.spyOn(GroupCache.prototype, 'of').mockImplementation(async function (this: GroupCache, ...asked) {
      await new Promise((resolve) => setTimeout(resolve, answerTimeoutMs + 500));
      return of.apply(this, asked);
    });
    expect(await allOf(life, group.id)).toMatchObject({ kind: 'accepted' });
  });
});
