import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A database proxy that can go silent without closing connections, like a frozen machine or a lost network. */
export interface StallingProxy {
  /** The database URL through this proxy. */
  url: string;
  /** Stops all data in both directions; new connections are accepted but get no response. */
  stall(): void;
  /** Releases the held data, and everything after it. */
  goOn(): void;
  stop(): Promise<void>;
}

export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => to.write(chunk)).on('close', () => to.destroy());
    from.on('error', () => to.destroy());
    sockets.add(from);
    from.once('close', () => sockets.delete(from));
    if (isStalled) from.pause();
  };
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    pass(socket, upstream);
    pass(upstream, socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const each = (act: (socket: Socket) => void) => {
    for (const socket of sockets) act(socket);
  };
  return {
    url: url.href,
    stall() {
      isStalled = true;
      each((socket) => socket.pause());
    },
    goOn() {
      isStalled = false;
      each((socket) => socket.resume());
    },
    async stop() {
      each((socket) => socket.destroy());
      await once(server.close(), 'close');
    },
  };
}
