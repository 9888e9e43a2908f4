import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTool } from '../../src/platform/call-tool.ts';
import { ask, type SentRequest } from './ask.ts';
import { OPERATIONS } from './expectations.ts';
import { headersOf } from './fixture.ts';
import { operations, requestOf } from './operations.ts';
import { createWorld, type World } from './world.ts';

// An unknown field would be ignored silently, so it is refused by name, and nothing is done.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

const faultsOf = (text: string) => JSON.parse(text).data?.faults;
const unknown = (field: string) => [{ field, code: 'unknownField', message: 'Unknown field.' }];

async function refusesUnknown(request: SentRequest, caller: 'owner' | 'admin' = 'owner'): Promise<void> {
  const headers = { ...request.headers, ...headersOf(world.fixture, caller) };
  const { status, text } = await ask(world.server.url, { ...request, headers });
  expect({ status, faults: faultsOf(text) }).toEqual({ status: 422, faults: unknown('notThere') });
  expect((await world.saved.changedSince()).all.filter((table) => table !== 'audit_entries')).toEqual([]);
  await world.saved.restore();
}

test.each([...operations])('%s', async (name, { meta }) => {
  const { example } = OPERATIONS[name] as (typeof OPERATIONS)[string];
  const request = requestOf(name, { ...example(world.fixture), notThere: 1 });
  await refusesUnknown(request, meta.guard === 'admin' ? 'admin' : 'owner');
});

test.each<[string, SentRequest]>([
  ['/btgpt', { method: 'POST', path: '/btgpt', body: { message: 'show pending messages', notThere: 1 } }],
  ['/actions', { method: 'POST', path: '/actions', body: { cmd: 'dashboard.getBotsWithLastActivity', notThere: 1 } }],
  [
    '/api/uninstall-reasons',
    { method: 'POST', path: '/api/uninstall-reasons', body: { reason: 'other', notThere: 1 } },
  ],
  [
    'sign-up',
    {
      method: 'POST',
      path: '/api/auth/sign-up/email',
      body: { name: 'New', email: 'new@example.test', password: 'a long enough password', notThere: 1 },
    },
  ],
  ['sign-in', { method: 'POST', path: '/api/auth/sign-in/email', body: { email: 'x', password: 'x', notThere: 1 } }],
  ['sign-out', { method: 'POST', path: '/api/auth/sign-out', body: { notThere: 1 } }],
  [
    'another password',
    {
      method: 'POST',
      path: '/api/auth/change-password',
      body: { currentPassword: 'x', newPassword: 'y', notThere: 1 },
    },
  ],
])('beside the contract: %s', async (_name, request) => {
  await refusesUnknown(request, 'admin');
});

test('tools', async () => {
  const actor = await world.server.platform.resolveActor(new Headers(headersOf(world.fixture, 'owner')));
  if (!actor) throw new Error('nobody');
  for (const name of world.server.platform.tools.keys()) {
    const answer = await callTool(world.server.platform, actor, name, { notThere: 1 });
    expect(answer, name).toMatchObject({
      ok: false,
      refusal: { code: 'INVALID', data: { faults: unknown('notThere') } },
    });
  }
});

test('an unknown field in a row of an import is a fault of that row', async () => {
  const message = { message: 'Hello', contactList: [{ mobile: '+447700900002' }] };
  const rows = [
    { row: 2, message },
    { row: 3, message: { ...message, notThere: 1 } },
  ];
  const request = requestOf('messages.createBatch', { importId: crypto.randomUUID(), rows });
  const { text } = await ask(world.server.url, { ...request, headers: headersOf(world.fixture, 'owner') });
  expect(JSON.parse(text)).toMatchObject({ results: [{ row: 2 }, { row: 3, faults: unknown('notThere') }] });
  await world.saved.restore();
});

test('accepts the specification’s payloads unchanged', async () => {
  const contactList = [
    {
      name: 'Ann Lee',
      formattedTitle: 'Ann',
      mobile: '+447700900002',
      id: '447700900002@c.us',
      firstName: 'Ann',
      lastName: 'Lee',
    },
  ];
  // Spec 002 section 7: one user message for each imported row.
  const row = {
    contactName: 'Ann Lee',
    message: 'Hello',
    dueDate: '2031-01-01T09:00:00Z',
    status: 'pending',
    contactList,
    verifyContact: false,
    isRecurring: false,
    sentWith: 'whatsapp',
    retryCount: 0,
    campaignId: 'spring',
  };
  const requests: SentRequest[] = [
    { method: 'POST', path: '/api/messages', body: row },
    { method: 'POST', path: '/btgpt', body: { message: 'show pending messages', stream: false } },
  ];
  for (const request of requests) {
    const { status } = await ask(world.server.url, { ...request, headers: headersOf(world.fixture, 'owner') });
    expect(status, request.path).toBeLessThan(300);
  }
});
