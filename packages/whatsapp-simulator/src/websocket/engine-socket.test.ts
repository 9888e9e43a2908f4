import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Link } from '../network/link.ts';
import { SimulatedNetwork } from '../network/simulated-network.ts';
import { serveEngineSocket } from './engine-socket.ts';

const full = () => Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });

/** A network whose disk is full, and a socket on it whose device has connected. */
function connected() {
  const network = new SimulatedNetwork({ directory: null });
  network.connect = () =>
    ({ account: '+447700900001', send: () => Promise.reject(full()), close: () => undefined }) as unknown as Link;
  network.files.add = () => {
    throw full();
  };
  const closed: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: () => undefined,
    close: (code: number) => closed.push(code),
    terminate: () => undefined,
  });
  serveEngineSocket(network, socket as unknown as WebSocket);
  const tell = (frame: object) => socket.emit('message', Buffer.from(JSON.stringify([frame])), false);
  tell({ op: 'connect', device: 'd', secret: 's', account: '+447700900001' });
  return { network, socket, closed, tell };
}

test('a file that cannot be stored ends the connection, not the process', () => {
  const { network, socket, closed } = connected();
  socket.emit('message', Buffer.from('a file'), true);
  expect(closed).toEqual([1011]);
  socket.emit('close');
  network.close();
});

test('a message that cannot be stored ends the connection, not the process', async () => {
  const { network, socket, closed, tell } = connected();
  tell({ op: 'send', n: 1, request: {} });
  await expect.poll(() => closed).toEqual([1011]);
  socket.emit('close');
  network.close();
});
