import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Aedes, type Client } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { MAX_TO_ACCEPT, UnknownConnections } from '../connections.ts';
import { refuseUpgrade, takeUpgrades } from '../http/upgrades.ts';
import type { Log } from '../logging/log.ts';
import { HolderLimits } from './holder-limits.ts';
import { PacketGuard } from './packet-guard.ts';
import { rememberByTopic } from './retained.ts';
import { retainRefusal } from './retained-rights.ts';
import { type Credentials, canPublish, canSubscribe, type TopicRights } from './rights.ts';

// Else each of the 65,536 numbers that a packet may hold is kept as a buffer for as long as the process runs: eight
// megabytes.
writeToStream.cacheNumbers = false;

/** Return codes of a refused CONNECT, MQTT 3.1.1 section 3.2.2.3. */
const BAD_CREDENTIALS = 4;
const SERVER_UNAVAILABLE = 3;
/** Packets are small; a client that sends more is refused by closing its socket. */
const MAX_WEBSOCKET_FRAME_BYTES = 128 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * A client that is not heard of for longer is gone, with whatever it had begun to say. Ours say something every minute
 * at least.
 */
const MAX_KEEPALIVE_SECONDS = 300;
/** So long at most a connection outlives its right. */
const RECHECK_MS = 10_000;

export interface ListenerOptions {
  /** What these credentials may do; null: refused. */
  rightsOf: (credentials: Credentials) => Promise<TopicRights | null>;
  /** Which of these user names may not be connected any more. */
  lapsed: (usernames: readonly string[]) => Promise<readonly string[]>;
  log: Log;
  /** Of clients that have not signed in, of one address; 0: any number. */
  connectionsPerAddress: number;
  /** Until a sign-in has arrived, where that is less than usual. */
  requestTimeoutMs: number;
}

/**
 * The MQTT server that engines and browsers connect to: every connection has rights on topics, and no other topics
 * exist for it.
 */
export interface MqttListener {
  aedes: Aedes;
  /** Whose workspace a client works in; null: it has told none. */
  workspaceOf(client: Client): string | null;
  /** What must be so before a client is told that it is subscribed; set by whoever brings it what it subscribes to. */
  beforeSubscribed: (topic: string) => Promise<void>;
  /** Listens on TCP. @returns the port. Rejects with the system's error when it is taken. */
  listen(port: number, host: string): Promise<number>;
  /**
   * Serves MQTT over WebSocket on `/mqtt` of an HTTP server.
   * @returns a function that ends those connections and takes no new ones.
   */
  attach(server: Server): () => void;
  close(): Promise<void>;
}

/** Makes the MQTT server; it serves nobody before `listen` or `attach`. */
export async function createListener(options: ListenerOptions): Promise<MqttListener> {
  const rights = new WeakMap<Client, TopicRights>();
  const signedIn = new Map<Client, string>();
  const guards = new WeakMap<Duplex, PacketGuard>();
  const connections = new UnknownConnections(options.connectionsPerAddress);
  const limits = new HolderLimits();
  // On its own: a listener made within the sign-in would keep the whole of it, with its packet, for as long as the
  // connection lasts.
  const enter = (client: Client, username: string, found: TopicRights) => {
    rights.set(client, found);
    signedIn.set(client, username);
    const holder = holderOf(found, username);
    client.conn.on('close', () => {
      signedIn.delete(client);
      limits.leave(holder);
    });
    bindId(client, found);
    connections.leave(client.conn);
  };
  const aedes = await Aedes.createBroker({
    connectTimeout: Math.min(CONNECT_TIMEOUT_MS, options.requestTimeoutMs),
    keepaliveLimit: MAX_KEEPALIVE_SECONDS,
    persistence: rememberByTopic(),
    preConnect(_client, packet, done) {
      // Nothing is kept for a client that is away: ours come back with what they want to hear, and a session would be
      // there for good.
      packet.clean = true;
      const { will } = packet;
      if (will && retainRefusal({ topic: will.topic, payload: will.payload, retain: will.retain ?? false }) !== null)
        delete packet.will;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      const refuse = (returnCode: number, why: string) => done(Object.assign(new Error(why), { returnCode }), false);
      options.rightsOf({ username: username ?? '', password: password?.toString() ?? '' }).then(
        (found) => {
          if (!found) return refuse(BAD_CREDENTIALS, 'these credentials are not valid');
          if (client.conn.destroyed) return;
          if (!limits.enter(holderOf(found, username ?? ''), Date.now())) {
            return refuse(SERVER_UNAVAILABLE, 'too many connections');
          }
          enter(client, username ?? '', found);
          done(null, true);
          guards.get(client.conn)?.admit();
        },
        (error: unknown) => {
          options.log.warn({ err: error }, 'MQTT credentials could not be checked');
          refuse(SERVER_UNAVAILABLE, 'try again later');
        },
      );
    },
    authorizePublish(client, packet, done) {
      // Without a client it is the server's own, or the broker's `$SYS` notices.
      if (client === null) return done(null);
      const { topic } = packet;
      if (!canPublish(rights.get(client) ?? nothing, topic)) {
        return done(new Error(`no right to publish to ${topic}`));
      }
      const refusal = retainRefusal(packet);
      done(refusal === null ? null : new Error(refusal));
    },
    authorizeSubscribe(client, subscription, done) {
      // A refused filter is answered with 0x80 and the connection goes on.
      if (!canSubscribe(rights.get(client) ?? nothing, subscription.topic)) return done(null, null);
      listener.beforeSubscribed(subscription.topic).then(
        () => done(null, subscription),
        () => done(null, null),
      );
    },
  });
  aedes.on('clientError', (client, error) =>
    options.log.debug({ client: client.id, reason: error.message }, 'MQTT client'),
  );
  aedes.on('connectionError', (_client, error) => options.log.debug({ reason: error.message }, 'MQTT connection'));

  /** Only a clear "no" ends a connection: a database that is away for a moment does not. */
  const endLapsed = async () => {
    if (signedIn.size === 0) return;
    const lapsed = new Set(await options.lapsed([...new Set(signedIn.values())]));
    for (const [client, username] of signedIn) if (lapsed.has(username)) client.close();
  };
  const rechecks = setInterval(() => {
    endLapsed().catch((error: unknown) =>
      options.log.warn({ err: error }, 'rights of MQTT clients were not looked at'),
    );
  }, RECHECK_MS).unref();

  /** The broker reads of clients what a guard lets it, and once they have signed in they count no more. */
  const meet = (connection: Duplex, remoteAddress: string | undefined, request?: IncomingMessage) => {
    connections.enter(connection, remoteAddress);
    guards.set(connection, new PacketGuard(connection, () => connections.work(connection)));
    aedes.handle(connection, request);
  };
  const tcp = createServer((socket: Socket) => meet(socket, socket.remoteAddress));
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_WEBSOCKET_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  webSockets.on('connection', (socket, request) => {
    const stream = createWebSocketStream(socket);
    // The parts of a packet as one: each would be a frame.
    stream._writev = (parts: { chunk: Buffer | string }[], done) =>
      stream._write(Buffer.concat(parts.map(({ chunk }) => Buffer.from(chunk))), 'utf8', done);
    meet(stream, request.socket.remoteAddress, request);
  });

  const listener: MqttListener = {
    aedes,
    workspaceOf: (client) => rights.get(client)?.workspaceId ?? null,
    beforeSubscribed: async () => undefined,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        tcp.once('error', reject);
        tcp.listen({ port, host, backlog: MAX_TO_ACCEPT }, () => {
          tcp.off('error', reject);
          resolve((tcp.address() as AddressInfo).port);
        });
      }),
    attach(server) {
      let open = true;
      takeUpgrades(server, '/mqtt', (request, socket, head) => {
        if (!open) {
          refuseUpgrade(socket);
          return;
        }
        webSockets.handleUpgrade(request, socket, head, (webSocket) => {
          webSockets.emit('connection', webSocket, request);
        });
      });
      return () => {
        open = false;
        for (const socket of webSockets.clients) socket.terminate();
      };
    },
    async close() {
      clearInterval(rechecks);
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      for (const socket of webSockets.clients) socket.terminate();
      webSockets.close();
      if (tcp.listening) await new Promise<void>((resolve) => tcp.close(() => resolve()));
    },
  };
  return listener;
}

/**
 * A client id belongs to the topics that may be touched with it: two clients with different rights never have the same
 * one, so that nobody ends another's connection by taking its name, and whoever comes back under his own name ends his
 * earlier connection.
 */
function bindId(client: Client, rights: TopicRights): void {
  const owner = createHash('sha256').update(JSON.stringify(rights)).digest('base64url').slice(0, 16);
  Object.assign(client, { id: `${owner}.${client.id}` });
}

const holderOf = ({ holder }: TopicRights, username: string): string => holder ?? username;

const nothing: TopicRights = { publish: [], subscribe: [] };
