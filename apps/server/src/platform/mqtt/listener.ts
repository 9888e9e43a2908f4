import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Aedes, type Client } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { MAX_TO_ACCEPT, UnknownConnections } from '../connections.ts';
import { handleUpgrades, refuseUpgrade } from '../http/upgrades.ts';
import type { Log } from '../logging/log.ts';
import { HolderLimits } from './holder-limits.ts';
import { PacketGuard } from './packet-guard.ts';
import { createPersistence } from './retained.ts';
import { retainRefusal } from './retained-rights.ts';
import { type Credentials, canPublish, canSubscribe, type TopicRights } from './rights.ts';

// Otherwise the process keeps a buffer for each of the 65,536 numbers in a packet: eight megabytes.
writeToStream.cacheNumbers = false;

/** Return codes of a refused CONNECT, MQTT 3.1.1 section 3.2.2.3. */
const BAD_CREDENTIALS = 4;
const SERVER_UNAVAILABLE = 3;
/** Packets are small; the socket of a client that sends more is closed. */
const MAX_WEBSOCKET_FRAME_BYTES = 128 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * A client that is silent for longer is considered gone, and its unfinished packet is discarded. Our clients send
 * something at least every minute.
 */
const MAX_KEEPALIVE_SECONDS = 300;
/** Maximum time a connection outlives its revoked rights. */
const RECHECK_MS = 10_000;

export interface ListenerOptions {
  /** Rights of these credentials; null if they are refused. */
  rightsOf: (credentials: Credentials) => Promise<TopicRights | null>;
  /** Returns those of the user names that may no longer be connected. */
  revoked: (usernames: readonly string[]) => Promise<readonly string[]>;
  log: Log;
  /** Connections per address of clients that have not signed in; 0 for no limit. */
  connectionsPerAddress: number;
  /** Maximum time for a sign-in to arrive, if shorter than the default. */
  requestTimeoutMs: number;
}

/**
 * The MQTT server for engines and browsers. Each connection has rights on certain topics, and no other topics exist for
 * it.
 */
export interface MqttListener {
  aedes: Aedes;
  /** The workspace of a client; null if it has none. */
  workspaceOf(client: Client): string | null;
  /** Awaited before a subscription is confirmed; set by the bus that delivers the topic. */
  beforeSubscribed: (topic: string) => Promise<void>;
  /** Listens on TCP. @returns the port. Rejects with the system's error if it is taken */
  listen(port: number, host: string): Promise<number>;
  /**
   * Serves MQTT over WebSocket on `/mqtt` of an HTTP server.
   * @returns a function that closes those connections and accepts no new ones
   */
  attach(server: Server): () => void;
  close(): Promise<void>;
}

/** Creates the MQTT server. It serves nobody before `listen` or `attach`. */
export async function createListener(options: ListenerOptions): Promise<MqttListener> {
  const rights = new WeakMap<Client, TopicRights>();
  const signedIn = new Map<Client, string>();
  const guards = new WeakMap<Duplex, PacketGuard>();
  const connections = new UnknownConnections(options.connectionsPerAddress);
  const limits = new HolderLimits();
  // A separate function: a closure created within the sign-in would retain its whole scope, including the packet, for
  // as long as the connection lasts.
  const enter = (client: Client, username: string, granted: TopicRights) => {
    rights.set(client, granted);
    signedIn.set(client, username);
    const holder = holderOf(granted, username);
    client.conn.on('close', () => {
      signedIn.delete(client);
      limits.leave(holder);
    });
    bindId(client, granted);
    connections.leave(client.conn);
  };
  const aedes = await Aedes.createBroker({
    connectTimeout: Math.min(CONNECT_TIMEOUT_MS, options.requestTimeoutMs),
    keepaliveLimit: MAX_KEEPALIVE_SECONDS,
    persistence: createPersistence(),
    preConnect(_client, packet, done) {
      // Nothing is stored for a disconnected client: ours resubscribe when they reconnect, and a session would stay for
      // ever.
      packet.clean = true;
      const { will } = packet;
      if (will && retainRefusal({ topic: will.topic, payload: will.payload, retain: will.retain ?? false }) !== null)
        delete packet.will;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      const refuse = (returnCode: number, reason: string) =>
        done(Object.assign(new Error(reason), { returnCode }), false);
      options.rightsOf({ username: username ?? '', password: password?.toString() ?? '' }).then(
        (granted) => {
          if (!granted) return refuse(BAD_CREDENTIALS, 'these credentials are not valid');
          if (client.conn.destroyed) return;
          if (!limits.enter(holderOf(granted, username ?? ''), Date.now())) {
            return refuse(SERVER_UNAVAILABLE, 'too many connections');
          }
          enter(client, username ?? '', granted);
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
      // Without a client, the message is the server's own or one of the broker's `$SYS` notices.
      if (client === null) return done(null);
      const { topic } = packet;
      if (!canPublish(rights.get(client) ?? nothing, topic)) {
        return done(new Error(`no right to publish to ${topic}`));
      }
      const refusal = retainRefusal(packet);
      done(refusal === null ? null : new Error(refusal));
    },
    authorizeSubscribe(client, subscription, done) {
      // A refused filter is answered with 0x80, and the connection continues.
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

  /** Only a clear refusal closes a connection; a database that is briefly unavailable does not. */
  const closeRevoked = async () => {
    if (signedIn.size === 0) return;
    const revoked = new Set(await options.revoked([...new Set(signedIn.values())]));
    for (const [client, username] of signedIn) if (revoked.has(username)) client.close();
  };
  const rechecks = setInterval(() => {
    closeRevoked().catch((error: unknown) =>
      options.log.warn({ err: error }, 'could not check the rights of MQTT clients'),
    );
  }, RECHECK_MS).unref();

  /**
   * Accepts a connection: the broker reads only what the guard lets through, and an authenticated client no longer
   * counts.
   */
  const accept = (connection: Duplex, remoteAddress: string | undefined, request?: IncomingMessage) => {
    connections.enter(connection, remoteAddress);
    guards.set(connection, new PacketGuard(connection, () => connections.work(connection)));
    aedes.handle(connection, request);
  };
  const tcp = createServer((socket: Socket) => accept(socket, socket.remoteAddress));
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_WEBSOCKET_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  webSockets.on('connection', (socket, request) => {
    const stream = createWebSocketStream(socket);
    // Join the parts of a packet: each would become a frame.
    stream._writev = (parts: { chunk: Buffer | string }[], done) =>
      stream._write(Buffer.concat(parts.map(({ chunk }) => Buffer.from(chunk))), 'utf8', done);
    accept(stream, request.socket.remoteAddress, request);
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
      handleUpgrades(server, '/mqtt', (request, socket, head) => {
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
 * Binds a client id to the client's rights. Clients with different rights never share an id, so nobody can end
 * another's connection by taking its id; a client that reconnects with its own id replaces its earlier connection.
 */
function bindId(client: Client, rights: TopicRights): void {
  const owner = createHash('sha256').update(JSON.stringify(rights)).digest('base64url').slice(0, 16);
  Object.assign(client, { id: `${owner}.${client.id}` });
}

const holderOf = ({ holder }: TopicRights, username: string): string => holder ?? username;

const nothing: TopicRights = { publish: [], subscribe: [] };
