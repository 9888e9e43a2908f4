import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Locks a folder for this process. The lock is a listening local socket named after the folder: the system closes it
 * with the process, however that dies, so there are no stale locks.
 * @returns a function that releases the lock, or null if another process holds it
 */
export async function lockFolder(directory: string): Promise<(() => Promise<void>) | null> {
  const name = `switchyard-${createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 32)}`;
  // Linux has abstract socket names; elsewhere the socket is a file, which a killed process leaves behind.
  if (process.platform === 'linux') return listen(`\0${name}`);
  const file = join(tmpdir(), `${name}.sock`);
  const taken = await listen(file);
  if (taken || (await isAnswered(file))) return taken;
  rmSync(file, { force: true });
  return listen(file);
}

function listen(path: string): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen({ path }, () => {
      server.unref();
      resolve(() => new Promise((closed) => server.close(() => closed())));
    });
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
