import { randomUUID } from 'node:crypto';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { topics } from '@switchyard/contracts/live/topics';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { extensionRights, issueExtensionTicket } from './extension-ticket.ts';

let server: TestServer;
const clients: MqttClient[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});
afterAll(() => server.stop());

interface Ticket {
  url: string;
  clientId: string;
  username: string;
  password: string;
  topic: string;
}

async function person() {
  const { token } = await server.signUp();
  const list = async () =>
    (await server.call<{ data: Engine[]; total: number }>('GET', '/api/engines', undefined, { token })).body;
  const ask = (connectionId: string = randomUUID()) =>
    server.call<Ticket>('POST', '/api/engines/extension-ticket', { connectionId }, { token });
  return { list, ask };
}

/** Connects as the extension does: the last will takes its presence away. */
async function open({ url, topic, ...credentials }: Ticket): Promise<MqttClient> {
  const will = { topic, payload: Buffer.alloc(0), retain: true, qos: 1 as const };
  const client = await connectAsync(server.url.replace('http', 'ws') + url, {
    ...credentials,
    will,
    reconnectPeriod: 0,
  });
  clients.push(client);
  return client;
}

const PRESENCE = JSON.stringify({ domain: 'web.whatsapp.com', connectionTime: '2026-11-21T10:00:00.000Z' });

test('spec 000 §4.2: an extension that is connected is a row, always connected, that cannot be deleted or restarted', async () => {
  const { list, ask } = await person();
  const stranger = await person();
  const { body: ticket } = await ask();
  const client = await open(ticket);
  await client.publishAsync(ticket.topic, PRESENCE, { retain: true, qos: 1 });
  await vi.waitFor(async () => expect(await list()).toMatchObject({ total: 1 }));
  const [row] = (await list()).data;
  expect(row).toMatchObject({
    type: 'whatsapp-web',
    status: 'connected',
    canDelete: false,
    canRestart: false,
    isLegacy: false,
    connection: {
      browserType: 'WhatsApp Web',
      connectedFrom: 'mqtt',
      domain: 'web.whatsapp.com',
      connectionTime: '2026-11-21T10:00:00.000Z',
    },
  });
  expect(await stranger.list()).toEqual({ data: [], total: 0 });
  // The browser is gone without a word: the last will speaks.
  client.stream.destroy();
  await vi.waitFor(async () => expect(await list()).toEqual({ data: [], total: 0 }));
});

test('what is no presence makes no row', async () => {
  const { list, ask } = await person();
  const { body: ticket } = await ask();
  const client = await open(ticket);
  for (const payload of ['nonsense', '{}', JSON.stringify({ domain: '<b>', connectionTime: '2026-11-21T10:00:00Z' })]) {
    await client.publishAsync(ticket.topic, payload, { retain: true, qos: 1 });
  }
  expect(await list()).toEqual({ data: [], total: 0 });
});

test('a ticket is good for its own topic, its own time and nothing else', async () => {
  const actor = { userId: randomUUID(), workspaceId: randomUUID() };
  const connectionId = randomUUID();
  const ticket = issueExtensionTicket('secret', actor, connectionId, 1_000);
  expect(extensionRights('secret', ticket, 999)).toEqual({
    publish: [topics.extensionPresence(actor.workspaceId, actor.userId, connectionId)],
    subscribe: [],
    holder: actor.userId,
  });
  expect(extensionRights('secret', ticket, 1_000)).toBeNull();
  expect(extensionRights('another', ticket, 999)).toBeNull();
  const forged = { ...ticket, username: ticket.username.replace(actor.workspaceId, randomUUID()) };
  expect(extensionRights('secret', forged, 999)).toBeNull();
});
