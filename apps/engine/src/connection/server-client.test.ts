import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectToServer, openConnections } from './server-client.ts';

test('closes idle connections of a burst of calls, and still serves the next call', async () => {
  const sockets = new Set<Socket>();
  const requests: ServerResponse[] = [];
  const http = createServer((_request, response) => requests.push(response));
  // Never closed by the server.
  http.keepAliveTimeout = 0;
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const connections = openConnections(url, 3, 100);
  onTestFinished(() => {
    connections.destroy();
    http.close();
  });
  const { hosted } = connectToServer(url, 'token', { connections });
  const answerAll = () => {
    for (const response of requests.splice(0)) response.end('{"engines":[]}');
  };

  const burst = [hosted(), hosted(), hosted()];
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  expect(sockets.size).toBe(3);
  answerAll();
  expect(await Promise.all(burst)).toEqual([{ engines: [] }, { engines: [] }, { engines: [] }]);
  await vi.waitFor(() => expect(sockets.size).toBe(0));

  const next = hosted();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  answerAll();
  expect(await next).toEqual({ engines: [] });
});
