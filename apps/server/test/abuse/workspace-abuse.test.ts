import { afterAll, beforeAll, describe } from 'vitest';
import { issueEngineToken } from '../../src/domains/engines/engine-token.ts';
import { newId } from '../../src/platform/database/columns.ts';
import {
  type AbuseAttempt,
  type Case,
  createWorld,
  engineOfDeletedWorkspace,
  expectRefused,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.server.stop());

const refused = (cases: Case[]) => expectRefused(() => world, cases);

describe('an invitation admits only its addressee, while it is pending', () => {
  refused([
    [
      'not another person',
      403,
      async ({ invite, accept, stranger }) => {
        const { token } = await invite('somebody-else@example.test');
        return () => accept(stranger, token);
      },
    ],
    [
      'not into another workspace',
      404,
      async ({ invite, accept, stranger, guarded }) => {
        const { token } = await invite(stranger.email);
        return () => accept(stranger, token, guarded.workspaceId);
      },
    ],
    [
      'not after it expired',
      410,
      async ({ invite, accept, stranger, run }) => {
        const { id, token } = await invite(stranger.email);
        await run(`update workspace_invitations set expires_at = now() - interval '1 second' where id = $1`, id);
        return () => accept(stranger, token);
      },
    ],
    [
      'not after it was withdrawn',
      410,
      async ({ invite, accept, stranger, as, owner }) => {
        const { id, token } = await invite(stranger.email);
        await as(owner, 'DELETE', `/workspace/invitations/${id}`);
        return () => accept(stranger, token);
      },
    ],
    [
      'and cannot be for a member',
      422,
      async ({ as, owner, member }) =>
        () =>
          as(owner, 'POST', '/workspace/invitations', { email: member.email, role: 'admin' }),
    ],
    [
      'and cannot be created by a plain member',
      403,
      async ({ as, member }) =>
        () =>
          as(member, 'POST', '/workspace/invitations', { email: 'friend@example.test', role: 'member' }),
    ],
  ]);
});

describe('the last owner stays', () => {
  refused([
    [
      'when they leave',
      409,
      async ({ as, owner }) =>
        () =>
          as(owner, 'POST', `/workspaces/${owner.workspaceId}/leave`, {}),
    ],
    [
      'when they demote themselves',
      409,
      async ({ as, owner }) =>
        () =>
          as(owner, 'PATCH', `/workspace/members/${owner.userId}`, { role: 'member' }),
    ],
    [
      'when they remove themselves',
      403,
      async ({ as, owner }) =>
        () =>
          as(owner, 'DELETE', `/workspace/members/${owner.userId}`),
    ],
    [
      'when they delete their account',
      409,
      async ({ as, owner }) =>
        () =>
          as(owner, 'POST', '/me/deletion', {}),
    ],
    [
      'when a member takes their place',
      403,
      async ({ as, member }) =>
        () =>
          as(member, 'POST', `/workspace/members/${member.userId}/ownership`, {}),
    ],
    [
      'when a member removes them',
      403,
      async ({ as, owner, member }) =>
        () =>
          as(member, 'DELETE', `/workspace/members/${owner.userId}`),
    ],
  ]);
});

describe('an engine whose workspace was deleted while it sent gets no work and stores nothing', () => {
  const call = (path: string, body: (generation: number) => object): AbuseAttempt => {
    return async (given) => {
      const { identity, generation } = await engineOfDeletedWorkspace(given);
      const token = issueEngineToken(given.server.platform.secret, identity);
      return () => given.server.call('POST', `/engine/${path}`, body(generation), { token });
    };
  };
  const instanceId = newId();
  refused([
    ['when it claims', 401, call('claim', (generation) => ({ generation, limit: 10 }))],
    ['when it reports', 401, call('report', (generation) => ({ generation, results: [], receipts: [] }))],
    ['when it takes the lane', 401, call('lease', () => ({ holder: 'pod', instanceId }))],
    [
      'when it sends its state',
      401,
      call('events', (generation) => ({ generation, status: 'connected', phoneNumber: '+447700900803' })),
    ],
    ['when it sends received messages', 401, call('received', (generation) => ({ generation, messages: [] }))],
    [
      'when it saves its WhatsApp credentials',
      401,
      call('credentials/write', (generation) => ({ generation, values: {} })),
    ],
  ]);
});

describe('a tab in one workspace changes nothing in another', () => {
  const within = (method: string, path: (given: World) => string, body?: object): AbuseAttempt => {
    return async (given) => () => given.as(given.member, method, path(given), body, given.member.workspaceId);
  };
  refused([
    [
      'by editing a message',
      404,
      within('PATCH', ({ messageId }) => `/messages/${messageId}`, { version: 1, message: 'Other' }),
    ],
    ['by cancelling it', 404, within('POST', ({ messageId }) => `/messages/${messageId}/cancel`, { version: 1 })],
    ['by editing a contact', 404, within('PATCH', ({ contactId }) => `/contacts/${contactId}`, { name: 'Other' })],
    ['by restarting an engine', 404, within('POST', ({ engineId }) => `/engines/${engineId}/restart`, {})],
    ['by removing a member', 404, within('DELETE', ({ owner }) => `/workspace/members/${owner.userId}`)],
    [
      'after leaving it',
      409,
      async ({ server, invite, accept, as, stranger, owner }) => {
        const { token } = await invite(stranger.email);
        await accept(stranger, token);
        await server.call('POST', `/api/workspaces/${owner.workspaceId}/leave`, {}, stranger);
        return () => as(stranger, 'POST', '/contacts', { name: 'Eve', mobile: '+447700900804' });
      },
    ],
    [
      'by an unknown workspace id',
      409,
      async ({ as, stranger }) =>
        () =>
          as(stranger, 'POST', '/contacts', { name: 'Eve', mobile: '+447700900804' }, newId()),
    ],
  ]);
});
