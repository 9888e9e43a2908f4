import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

type UpgradeFilter = (request: IncomingMessage) => boolean;

const filters = new WeakMap<Server, UpgradeFilter>();

/** Refuses every upgrade that `filter` rejects. */
export function filterUpgrades(server: Server, filter: UpgradeFilter): void {
  filters.set(server, filter);
}

const handlersByServer = new WeakMap<Server, Map<string, UpgradeHandler>>();

/** Handles the WebSocket upgrades of an HTTP server for exactly this path. Upgrades of other paths get a 404. */
export function handleUpgrades(server: Server, path: string, handler: UpgradeHandler): void {
  const existing = handlersByServer.get(server);
  if (existing) {
    existing.set(path, handler);
    return;
  }
  const handlers = new Map([[path, handler]]);
  handlersByServer.set(server, handlers);
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const handler = handlers.get((request.url ?? '').split('?')[0] ?? '');
    const isAdmitted = filters.get(server)?.(request) ?? true;
    if (handler && isAdmitted) handler(request, socket, head);
    else refuseUpgrade(socket);
  });
}

/** Paths with an upgrade handler. */
export const upgradePaths = (server: Server): string[] => [...(handlersByServer.get(server)?.keys() ?? [])];

/** Responds to an upgrade with 404. */
export function refuseUpgrade(socket: Duplex): void {
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
}
