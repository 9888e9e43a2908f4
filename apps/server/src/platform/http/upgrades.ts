import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

type MayUpgrade = (request: IncomingMessage) => boolean;

const admitted = new WeakMap<Server, MayUpgrade>();

/** Refuses every upgrade of which `may` says no. */
export function admitUpgrades(server: Server, may: MayUpgrade): void {
  admitted.set(server, may);
}

const takersOf = new WeakMap<Server, Map<string, TakeUpgrade>>();

/** Hands WebSocket upgrades for exactly this path of an HTTP server to `take`. Other paths are answered with 404. */
export function takeUpgrades(server: Server, path: string, take: TakeUpgrade): void {
  const known = takersOf.get(server);
  if (known) {
    known.set(path, take);
    return;
  }
  const takers = new Map([[path, take]]);
  takersOf.set(server, takers);
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const taker = takers.get((request.url ?? '').split('?')[0] ?? '');
    const isAdmitted = admitted.get(server)?.(request) ?? true;
    if (taker && isAdmitted) taker(request, socket, head);
    else refuseUpgrade(socket);
  });
}

/** The paths that somebody takes upgrades for. */
export const upgradePaths = (server: Server): string[] => [...(takersOf.get(server)?.keys() ?? [])];

/** Answers an upgrade with 404. */
export function refuseUpgrade(socket: Duplex): void {
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
}
