import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, freePorts } from './free-port.ts';

test('returns different ports that can all be listened on', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
});

test('returns no port that the system may give to an outgoing connection', async () => {
  for (let time = 0; time < 50; time += 1) expect(await freePort()).toBeLessThan(32_768);
});
