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
import { expect, vi } from 'vitest';
import { listen } from '../src/http/listen.ts';
import { SimulatedNetwork } from '../src/network/simulated-network.ts';
import { noiseRoot } from '../src/noise/noise-keys.ts';
import { localMedia } from './local-media.ts';

export const ME = '+447700900001';
export const FRIEND = '+447700900002';
export const friendJid = '447700900002@s.whatsapp.net';

/** Waits until the check passes; the machine may be busy with other tests. */
export const eventually = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

type Update = BaileysEventMap['connection.update'];

/** A real Baileys client, and what it has received. */
export interface Client {
  socket: WASocket;
  state: AuthenticationState;
  /** The highest status of each message that it sent. */
  statuses: Map<string, number>;
  /** Messages from people, including its own account. */
  messages: WAMessage[];
  history: BaileysEventMap['messaging-history.set'][];
  /** Resolves with the first matching update. */
  update(fits: (update: Update) => boolean): Promise<Update>;
}

/** A simulated network with real Baileys clients on it. */
export class NoiseRig {
  network: SimulatedNetwork;
  face: Awaited<ReturnType<typeof listen>>;
  readonly #clients: Client[] = [];

  private constructor(network: SimulatedNetwork, face: Awaited<ReturnType<typeof listen>>) {
    this.network = network;
    this.face = face;
  }

  static async start(directory: string | null = null): Promise<NoiseRig> {
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(noiseRoot.public);
    const network = newNetwork(directory);
    return new NoiseRig(network, await listen(network, { port: 0 }));
  }

  async stop(): Promise<void> {
    for (const { socket } of this.#clients) void socket.end(undefined);
    await this.face.close();
    this.network.close();
  }

  /** Restarts the network with the same folder. */
  async restart(directory: string): Promise<void> {
    await this.face.close();
    this.network.close();
    this.network = newNetwork(directory);
    this.face = await listen(this.network, { port: 0 });
  }

  connect(state = memoryState()): Client {
    const socket = makeWASocket({
      auth: state,
      waWebSocketUrl: `${this.face.url.replace('http', 'ws')}/simulator/noise`,
      fetchAgent: localMedia(this.face.url),
      logger: silent,
      version: [2, 3000, 1_030_000_000],
      markOnlineOnConnect: false,
      syncFullHistory: false,
      getMessage: async () => undefined,
    });
    const client = hear(socket, state);
    this.#clients.push(client);
    return client;
  }

  async pairAndOpen(number = ME): Promise<Client> {
    const pairing = this.connect();
    const { qr = '' } = await pairing.update((update) => update.qr !== undefined);
    expect(await this.network.phones.scan(number, qr)).toMatch(/^noise/);
    await pairing.update((update) => update.connection === 'close');
    const client = this.connect(pairing.state);
    await client.update((update) => update.connection === 'open');
    return client;
  }
}

const newNetwork = (directory: string | null) =>
  new SimulatedNetwork({ directory, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });

const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

function memoryState(): AuthenticationState {
  const values = new Map<string, unknown>();
  return {
    creds: initAuthCreds(),
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        for (const id of ids) {
          const value = values.get(`${type} ${id}`);
          if (value) found[id] = value as SignalDataTypeMap[T];
        }
        return found;
      },
      set(data: SignalDataSet) {
        for (const [type, entries] of Object.entries(data)) {
          for (const [id, value] of Object.entries(entries ?? {})) {
            if (value) values.set(`${type} ${id}`, value);
            else values.delete(`${type} ${id}`);
          }
        }
      },
    },
  };
}

function hear(socket: WASocket, state: AuthenticationState): Client {
  const updates: Update[] = [];
  let wake = () => {};
  const client: Client = {
    socket,
    state,
    statuses: new Map(),
    messages: [],
    history: [],
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
  socket.ev.on('connection.update', (update) => {
    updates.push(update);
    wake();
  });
  socket.ev.on('creds.update', (update) => Object.assign(state.creds, update));
  const recordStatus = (id: string | null | undefined, status: unknown) =>
    client.statuses.set(id ?? '', Math.max(client.statuses.get(id ?? '') ?? 0, Number(status ?? 0)));
  socket.ev.on('messages.update', (changes) => {
    for (const { key, update } of changes) recordStatus(key.id, update.status);
  });
  socket.ev.on('messages.upsert', ({ messages: news }) => {
    client.messages.push(...news.filter(({ message }) => !message?.protocolMessage));
    // Baileys merges an early update into the message itself.
    for (const { key, status } of news) if (key.fromMe) recordStatus(key.id, status);
  });
  socket.ev.on('messaging-history.set', (history) => client.history.push(history));
  return client;
}
