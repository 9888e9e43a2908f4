import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { BinaryNode } from 'baileys';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import { AppState } from './app-state.ts';
import { DeviceKeyStore } from './device-keys.ts';
import { jidOf } from './jids.ts';
import { MessageBodies } from './message-bodies.ts';
import { node } from './nodes.ts';
import { NoisePairing } from './noise-pairing.ts';
import { NoiseSession } from './noise-session.ts';
import { type ClientHello, NoiseTransport } from './noise-transport.ts';
import { PhoneSignal } from './phone-signal.ts';
import type { QueryDeps } from './queries.ts';

const CONFIRM_TIMEOUT_MS = 5_000;

/** The network's interface for WhatsApp Web clients: Noise over WebSocket, with Signal inside. */
export interface NoiseServer {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

export function createNoiseServer(network: SimulatedNetwork): NoiseServer {
  silenceSignalLibrary();
  const values = network.keyValues('noise');
  const keys = new DeviceKeyStore(values);
  const deps: QueryDeps = {
    network,
    keys,
    phones: new PhoneSignal(values, keys),
    bodies: new MessageBodies(network),
    values,
    appState: new AppState(values),
    retryRequests: new Map(),
  };
  const pairings = new Set<NoisePairing>();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  async function link(number: string, pairing: NoisePairing, secret: Buffer): Promise<string> {
    const device = Number(values.get(`devices of ${number}`) ?? 0) + 1;
    values.set(`devices of ${number}`, String(device));
    const name = `noise ${jidOf(number, device)}`;
    await network.linkDevice({ device: name, secret: pairing.noiseKey, account: number });
    await withTimeout(pairing.accept(number, device, secret));
    return name;
  }

  network.phones.addPairingProtocol({
    async scan(number, qr) {
      for (const pairing of pairings) {
        const secret = pairing.secretOf(qr);
        if (secret) return link(number, pairing, secret);
      }
      return null;
    },
    async enterCode(number, code) {
      for (const pairing of pairings) {
        if (!pairing.expectsCodeFrom(number)) continue;
        const secret = await withTimeout(pairing.settleCode(code));
        if (secret) return link(number, pairing, secret);
      }
      return null;
    },
  });

  return {
    upgrade: (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (opened) => serve(deps, pairings, opened)),
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** Resolves to null on time-out, when the client has disconnected in the middle. */
async function withTimeout<Value>(doing: Promise<Value>): Promise<Value | null> {
  return Promise.race([doing, delay(CONFIRM_TIMEOUT_MS, null, { ref: false })]);
}

function serve(deps: QueryDeps, pairings: Set<NoisePairing>, socket: WebSocket): void {
  let session: NoiseSession | null = null;
  let pairing: NoisePairing | null = null;
  const send = (stanza: BinaryNode) => {
    if (socket.readyState === socket.OPEN) transport.send(stanza);
  };
  const close = () => socket.close();

  function greet({ payload, noiseKey }: ClientHello): void {
    if (payload.devicePairingData?.eIdent) {
      pairing = new NoisePairing({ identity: payload.devicePairingData.eIdent, noiseKey }, send);
      pairings.add(pairing);
      return;
    }
    const me = { number: `+${payload.username}`, device: payload.device ?? 0 };
    session = new NoiseSession(deps, me, { send, close });
    if (!session.open(noiseKey.toString('base64'))) session = null;
  }

  function take(stanza: BinaryNode): void {
    if (pairing?.take(stanza)) {
      // A client that has just paired reconnects under its new name.
      send(node('stream:error', { code: '515' }));
      close();
    } else if (pairing) {
      if (stanza.tag === 'iq' && stanza.attrs.type !== 'result') {
        send(node('iq', { from: 's.whatsapp.net', type: 'result', id: stanza.attrs.id ?? '' }));
      }
    } else session?.take(stanza);
  }

  const transport = new NoiseTransport({ write: (bytes) => socket.send(bytes), onHello: greet, onNode: take });
  let reading = Promise.resolve();
  socket.on('message', (data) => {
    reading = reading.then(() => transport.take(data as Buffer)).catch(() => socket.terminate());
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    if (pairing) pairings.delete(pairing);
    session?.end();
  });
}

/** Console messages of libsignal about sessions, some of which contain whole sessions with their keys. */
const SIGNAL_NOISE =
  /^(Closing (open )?session|Opening session|Removing old closed session|Session already (closed|open))/;

function silenceSignalLibrary(): void {
  for (const level of ['info', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...args: unknown[]) => {
      if (typeof args[0] !== 'string' || !SIGNAL_NOISE.test(args[0])) write(...args);
    };
  }
}
