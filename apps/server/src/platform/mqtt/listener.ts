import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { refuseUpgrade, takeUpgrades } from '../http/upgrades.ts';
import type { Log } from '../logging/log.ts';
import { rememberByTopic } from './retained.ts';
import { type Credentials, mayPublish, maySubscribe, type TopicRights } from './rights.ts';

/** Return codes of a refused CONNECT, MQTT 3.1.1 section 3.2.2.3. */
const BAD_CREDENTIALS = 4;
const SERVER_UNAVAILABLE = 3;
/** Live updates and commands are small; a client that sends more is refused by closing its socket. */
const MAX_WEBSOCKET_FRAME_BYTES = 1_048_576;

export interface ListenerOptions {
  /** What these credentials may do; null: refused. */
  rightsOf: (credentials: Credentials) => Promise<TopicRights | null>;
  log: Log;
}

/** The MQTT server that engines and browsers connect to: every connection has rights on topics, and no other topics exist for it. */
export interface MqttListener {
  aedes: Aedes;
  /** Listens on TCP. @returns the port. Rejects with the system's error when it is taken. */
  listen(port: number, host: string): Promise<number>;
  /** Serves MQTT over WebSocket on `/mqtt` of an HTTP server. @returns a function that ends those connections and takes no new ones. */
  attach(server: Server): () => void;
  close(): Promise<void>;
}

export async function createListener(options: ListenerOptions): Promise<MqttListener> {
  const rights = new WeakMap<Client, TopicRights>();
  const aedes = await Aedes.createBroker({
    connectTimeout: 10_000,
    persistence: rememberByTopic(),
    authenticate(client, username, password, done) {
      const refuse = (returnCode: number, why: string) => done(Object.assign(new Error(why), { returnCode }), false);
      options.rightsOf({ username: username ?? '', password: password?.toString() ?? '' }).then(
        (found) => {
          if (!found) return refuse(BAD_CREDENTIALS, 'these credentials are not valid');
          rights.set(client, found);
          done(null, true);
        },
        (error: unknown) => {
          options.log.warn({ err: error }, 'MQTT credentials could not be checked');
          refuse(SERVER_UNAVAILABLE, 'try again later');
        },
      );
    },
    authorizePublish(client, packet, done) {
      // Without a client it is the server's own, or the broker's `$SYS` notices.
      const may = client === null || mayPublish(rights.get(client) ?? nothing, packet.topic);
      done(may ? null : new Error(`no right to publish to ${packet.topic}`));
    },
    authorizeSubscribe(client, subscription, done) {
      // A refused filter is answered with 0x80 and the connection goes on.
      done(null, maySubscribe(rights.get(client) ?? nothing, subscription.topic) ? subscription : null);
    },
  });
  aedes.on('clientError', (client, error) =>
    options.log.debug({ client: client.id, reason: error.message }, 'MQTT client'),
  );
  aedes.on('connectionError', (_client, error) => options.log.debug({ reason: error.message }, 'MQTT connection'));

  const tcp = createServer((socket: Socket) => aedes.handle(socket));
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_WEBSOCKET_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  webSockets.on('connection', (socket, request) => {
    const stream = createWebSocketStream(socket);
    stream.on('error', () => stream.destroy());
    aedes.handle(stream, request);
  });

  return {
    aedes,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        tcp.once('error', reject);
        tcp.listen(port, host, () => {
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
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      for (const socket of webSockets.clients) socket.terminate();
      webSockets.close();
      if (tcp.listening) await new Promise<void>((resolve) => tcp.close(() => resolve()));
    },
  };
}

const nothing: TopicRights = { publish: [], subscribe: [] };
