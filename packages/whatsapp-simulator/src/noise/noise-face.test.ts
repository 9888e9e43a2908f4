import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import makeWASocket, {
  type AuthenticationState,
  type BaileysEventMap,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
  WA_CERT_DETAILS,
  type WAMessage,
  type WASocket,
} from 'baileys';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../http/listen.ts';
import { SimulatedNetwork } from '../network/simulated-network.ts';
import { noiseRoot } from './noise-keys.ts';

const ME = '+447700900001';
const FRIEND = '+447700900002';
const friendJid = '447700900002@s.whatsapp.net';

/** Waits until the check passes; the machine may be busy with other tests. */
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
let clients: Client[];

beforeAll(() => {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(noiseRoot.public);
});
beforeEach(async () => {
  network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  face = await listen(network, { port: 0 });
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.socket.end(undefined);
  await face.close();
  network.close();
});

const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

function memoryState(): AuthenticationState {
  const kept = new Map<string, unknown>();
  return {
    creds: initAuthCreds(),
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        for (const id of ids) {
          const value = kept.get(`${type} ${id}`);
          if (value) found[id] = value as SignalDataTypeMap[T];
        }
        return found;
      },
      set(data: SignalDataSet) {
        for (const [type, entries] of Object.entries(data)) {
          for (const [id, value] of Object.entries(entries ?? {})) {
            if (value) kept.set(`${type} ${id}`, value);
            else kept.delete(`${type} ${id}`);
          }
        }
      },
    },
  };
}

interface Client {
  socket: WASocket;
  state: AuthenticationState;
  statuses: Map<string, number>;
  messages: WAMessage[];
  /** Resolves with the first update that fits. */
  update(
    fits: (update: BaileysEventMap['connection.update']) => boolean,
  ): Promise<BaileysEventMap['connection.update']>;
}

/** A real Baileys client on the network. */
function connect(state = memoryState()): Client {
  const socket = makeWASocket({
    auth: state,
    waWebSocketUrl: `${face.url.replace('http', 'ws')}/simulator/noise`,
    logger: silent,
    version: [2, 3000, 1_030_000_000],
    markOnlineOnConnect: false,
    getMessage: async () => undefined,
  });
  const statuses = new Map<string, number>();
  const messages: WAMessage[] = [];
  const updates: BaileysEventMap['connection.update'][] = [];
  let wake = () => {};
  socket.ev.on('connection.update', (update) => {
    updates.push(update);
    wake();
  });
  socket.ev.on('creds.update', (update) => Object.assign(state.creds, update));
  const heard = (id: string | null | undefined, status: unknown) =>
    statuses.set(id ?? '', Math.max(statuses.get(id ?? '') ?? 0, Number(status ?? 0)));
  socket.ev.on('messages.update', (changes) => {
    for (const { key, update } of changes) heard(key.id, update.status);
  });
  socket.ev.on('messages.upsert', ({ messages: news }) => {
    messages.push(...news);
    // Baileys merges an update that comes soon into the message itself.
    for (const { key, status } of news) if (key.fromMe) heard(key.id, status);
  });
  const client: Client = {
    socket,
    state,
    statuses,
    messages,
    async update(fits) {
      for (;;) {
        const found = updates.find(fits);
        if (found) return found;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
  clients.push(client);
  return client;
}

async function pairAndOpen(number = ME): Promise<Client> {
  const pairing = connect();
  const { qr = '' } = await pairing.update((update) => update.qr !== undefined);
  expect(await network.phones.scan(number, qr)).toMatch(/^noise/);
  await pairing.update((update) => update.connection === 'close');
  const client = connect(pairing.state);
  await client.update((update) => update.connection === 'open');
  return client;
}

test('a real Baileys client pairs by QR and sends; the recipient reads it once', async () => {
  const { socket, statuses } = await pairAndOpen();
  const sent = await socket.sendMessage(
    friendJid,
    { text: 'hello from Baileys' },
    { messageId: '3EB0AAAAAAAAAAAAAAAAAA' },
  );
  expect(sent?.key.id).toBe('3EB0AAAAAAAAAAAAAAAAAA');
  await eventually(() => expect(statuses.get('3EB0AAAAAAAAAAAAAAAAAA')).toBe(4));
  expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({
    total: 1,
    data: [{ from: ME, text: 'hello from Baileys', attempts: 1 }],
  });
  await socket.sendMessage(friendJid, { text: 'hello from Baileys' }, { messageId: '3EB0AAAAAAAAAAAAAAAAAA' });
  await eventually(() => expect(network.deliveries.totals()).toMatchObject({ messages: 1, absorbed: 1 }));
});

test('messages come in from phones, also those sent while it was away', async () => {
  const first = await pairAndOpen();
  await network.phones.send(FRIEND, ME, { kind: 'text', text: 'one' });
  await eventually(() => expect(first.messages.map((one) => one.message?.conversation)).toEqual(['one']));
  first.socket.end(undefined);
  await first.update((update) => update.connection === 'close');
  await network.phones.send(FRIEND, ME, { kind: 'text', text: 'two' });
  const second = connect(first.state);
  await eventually(() => expect(second.messages.map((one) => one.message?.conversation)).toEqual(['two']));
  expect(second.messages[0]?.key).toMatchObject({ fromMe: false });
});

test('groups: made, talked in, heard', async () => {
  const { socket, messages } = await pairAndOpen();
  const group = await socket.groupCreate('Friends', [friendJid]);
  expect(Object.keys(await socket.groupFetchAllParticipating())).toEqual([group.id]);
  await socket.sendMessage(group.id, { text: 'hello all' });
  await socket.sendMessage(group.id, { text: 'and again' });
  await eventually(() =>
    expect(network.deliveries.page(group.id, 10, 0).data.map((one) => one.text)).toEqual(['hello all', 'and again']),
  );
  await network.phones.send(FRIEND, group.id, { kind: 'text', text: 'hello you' });
  await eventually(() => expect(messages.map((one) => one.message?.conversation)).toContain('hello you'));
  expect(messages.at(-1)?.key.remoteJid).toBe(group.id);
});

test('logged out by the phone, it is told so and cannot come back', async () => {
  const client = await pairAndOpen();
  await network.phones.logOut(ME);
  const closed = await client.update((update) => update.connection === 'close');
  expect((closed.lastDisconnect?.error as { output?: { statusCode: number } })?.output?.statusCode).toBe(401);
  const again = connect(client.state);
  const refused = await again.update((update) => update.connection === 'close');
  expect((refused.lastDisconnect?.error as { output?: { statusCode: number } })?.output?.statusCode).toBe(401);
});

test('a newer connection of the same device replaces the older', async () => {
  const client = await pairAndOpen();
  const newer = connect(client.state);
  await newer.update((update) => update.connection === 'open');
  const closed = await client.update((update) => update.connection === 'close');
  expect((closed.lastDisconnect?.error as { output?: { statusCode: number } })?.output?.statusCode).toBe(440);
});

test('a number that is not on WhatsApp is left out of the look-up; a restriction is told as error 463', async () => {
  const { socket } = await pairAndOpen();
  expect(await socket.onWhatsApp('+15550001234', FRIEND)).toMatchObject([{ exists: true, jid: friendJid }]);
  await network.phones.restrict(ME, { scope: 'all', untilMs: null });
  const id = '3EB0AAAAAAAAAAAAAAAAAA';
  const acknowledgement = socket.waitForMessage(id, 5_000);
  await socket.sendMessage(friendJid, { text: 'not now' }, { messageId: id });
  expect(await acknowledgement).toMatchObject({ tag: 'ack', attrs: { error: '463' } });
  expect(network.deliveries.totals().messages).toBe(0);
});

test('a paired device, its keys and its sessions survive a restart of the network', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-noise-'));
  const restart = async () => {
    await face.close();
    network.close();
    network = new SimulatedNetwork({ directory, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
    face = await listen(network, { port: 0 });
  };
  await restart();
  const before = await pairAndOpen();
  await before.socket.sendMessage(friendJid, { text: 'before' });
  await eventually(() => expect(network.deliveries.totals().messages).toBe(1));
  before.socket.end(undefined);
  await restart();
  const after = connect(before.state);
  await after.update((update) => update.connection === 'open');
  await after.socket.sendMessage(friendJid, { text: 'after' });
  await eventually(() =>
    expect(network.deliveries.page(FRIEND, 10, 0).data.map((one) => one.text)).toEqual(['before', 'after']),
  );
  await network.phones.send(FRIEND, ME, { kind: 'text', text: 'welcome back' });
  await eventually(() => expect(after.messages.map((one) => one.message?.conversation)).toContain('welcome back'));
  after.socket.end(undefined);
  rmSync(directory, { recursive: true, force: true });
});
