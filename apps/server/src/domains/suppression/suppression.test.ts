import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { depsOf } from '../../platform/perform.ts';
import { chatMessagesStored } from '../messages/index.ts';
import { ensureSubscriptions, isSuppressed, suppressedAmong } from './index.ts';
import { resubscribe } from './subscription-link.ts';

interface StoredMessage {
  _id: string;
  mobile: string;
  cause: string;
  words: string;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const NUMBER = '+447700900101';
const OTHER = '+447700900102';

async function workspace() {
  const { token } = await server.signUp();
  const me = await server.call<{ workspace: { _id: string } }>('GET', '/api/me', undefined, { token });
  const { _id: workspaceId } = me.body.workspace;
  const ask = <Body>(method: string, path: string, body?: unknown) => server.call<Body>(method, path, body, { token });
  return { token, workspaceId, ask };
}

/** Messages to a number due tomorrow, one of each origin. */
async function waiting(workspaceId: string, mobile: string): Promise<void> {
  for (const origin of ['web', 'campaign', 'bot', 'import']) {
    await server.database.pool.query(
      `insert into messages (id, workspace_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id, origin)
       values (gen_random_uuid(), $1, 'Ann', '[]', $2, 'Hello', now() + interval '1 day', '2030-01-01T00:00', 'UTC', now() + interval '1 day',
         gen_random_uuid()::text, $3)`,
      [workspaceId, mobile, origin],
    );
  }
}

async function statuses(workspaceId: string, mobile: string): Promise<Record<string, string>> {
  const { rows } = await server.database.pool.query<{ origin: string; status: string }>(
    'select origin, status from messages where workspace_id = $1 and recipient = $2',
    [workspaceId, mobile],
  );
  return Object.fromEntries(rows.map(({ origin, status }) => [origin, status]));
}

const says = (workspaceId: string, text: string, by: 'them' | 'phone' = 'them', chat = NUMBER) =>
  server.database.db.transaction((tx) =>
    chatMessagesStored.call(server.platform, tx, {
      workspaceId,
      engineId: workspaceId,
      chat,
      messages: [
        {
          id: workspaceId,
          by,
          from: chat,
          waMessageId: 'x',
          kind: 'text',
          text,
          choices: null,
          quotedId: null,
          at: new Date(),
        },
      ],
    }),
  );

test('STOP withdraws pending automated messages, with the reason, and nothing else: no other number’s, and none written by a person', async () => {
  const [mine, theirs] = [await workspace(), await workspace()];
  for (const { workspaceId } of [mine, theirs]) await waiting(workspaceId, NUMBER);
  await waiting(mine.workspaceId, OTHER);
  await says(mine.workspaceId, 'Stop.');
  expect(await statuses(mine.workspaceId, NUMBER)).toEqual({
    web: 'pending',
    import: 'pending',
    campaign: 'cancelled',
    bot: 'cancelled',
  });
  expect(new Set(Object.values(await statuses(mine.workspaceId, OTHER)))).toEqual(new Set(['pending']));
  expect(new Set(Object.values(await statuses(theirs.workspaceId, NUMBER)))).toEqual(new Set(['pending']));
  const { body } = await mine.ask<{ data: StoredMessage[]; total: number }>('GET', '/api/suppressions');
  expect(body).toMatchObject({ total: 1, data: [{ mobile: NUMBER, cause: 'stop-word', words: 'Stop.' }] });
  const reasons = await server.database.pool.query(
    `select distinct send_failure_reason from messages where workspace_id = $1 and status = 'cancelled'`,
    [mine.workspaceId],
  );
  expect(reasons.rows).toEqual([{ send_failure_reason: '{"code":"askedInChat"}' }]);
});

test.each([
  ['+551187654321', '+5511987654321'],
  ['+5215512345678', '+525512345678'],
])('STOP from %s is the wish of %s, which is the same person’s number as it is written', async (answers, written) => {
  const { workspaceId, ask } = await workspace();
  for (const mobile of [written, OTHER]) await waiting(workspaceId, mobile);
  await says(workspaceId, 'Stop', 'them', answers);
  expect(await statuses(workspaceId, written)).toEqual({
    web: 'pending',
    import: 'pending',
    campaign: 'cancelled',
    bot: 'cancelled',
  });
  expect(new Set(Object.values(await statuses(workspaceId, OTHER)))).toEqual(new Set(['pending']));
  const { db } = server.database;
  expect(await isSuppressed(db, workspaceId, [written, OTHER])).toEqual(new Set([written]));
  const elsewhere = { workspaceId: (await workspace()).workspaceId, mobile: written };
  const pairs = [OTHER, written].map((mobile) => ({ workspaceId, mobile }));
  expect(await suppressedAmong(db, [...pairs, elsewhere])).toEqual(new Set([1]));
  expect((await ask('GET', `/api/suppressions/check?mobile=${encodeURIComponent(written)}`)).body).toMatchObject({
    suppression: { mobile: answers },
  });
  expect((await ask('POST', '/api/suppressions', { mobile: written })).status).toBe(422);
});

test('a sentence that contains the word, and the word from our own phone, do not opt out', async () => {
  const { workspaceId } = await workspace();
  await says(workspaceId, 'Where is the bus stop?');
  await says(workspaceId, 'STOP', 'phone');
  expect(await isSuppressed(server.database.db, workspaceId, [NUMBER])).toEqual(new Set());
});

test('recurring messages to opted-out numbers are refused, single ones are not, and a person can remove the opt-out', async () => {
  const { ask } = await workspace();
  const added = await ask<StoredMessage>('POST', '/api/suppressions', {
    mobile: '07700 900101',
    words: 'Said so by phone',
  });
  expect(added).toMatchObject({ status: 201, body: { mobile: NUMBER, cause: 'person' } });
  expect(await ask('POST', '/api/suppressions', { mobile: NUMBER })).toMatchObject({ status: 422 });
  expect((await ask('GET', `/api/suppressions/check?mobile=${encodeURIComponent('07700900101')}`)).body).toMatchObject({
    suppression: { mobile: NUMBER },
  });
  const letter = { message: 'Hello', contactList: [{ mobile: NUMBER }], dueDate: '2031-01-01T09:00:00Z' };
  const recurrence = { rule: 'FREQ=DAILY;COUNT=3' };
  expect(await ask('POST', '/api/messages', { ...letter, recurrence })).toMatchObject({ status: 422 });
  expect(await ask('POST', '/api/messages', letter)).toMatchObject({ status: 201 });
  expect((await ask('DELETE', `/api/suppressions/${added.body._id}`)).status).toBe(200);
  expect((await ask('DELETE', `/api/suppressions/${added.body._id}`)).status).toBe(404);
  expect((await ask('GET', '/api/suppressions')).body).toEqual({ data: [], total: 0 });
});

test('reading a link changes nothing, its button opts out, and for ten minutes that can be undone', async () => {
  const { workspaceId } = await workspace();
  const { db, pool } = server.database;
  const links = await db.transaction((tx) => ensureSubscriptions(tx, workspaceId, [NUMBER, OTHER]));
  expect(await db.transaction((tx) => ensureSubscriptions(tx, workspaceId, [NUMBER]))).toEqual(
    new Map([[NUMBER, links.get(NUMBER)]]),
  );
  const path = `/api/subscriptions/${links.get(NUMBER)}`;
  await waiting(workspaceId, NUMBER);
  for (const method of ['GET', 'HEAD', 'GET']) await fetch(server.url + path, { method });
  expect((await server.call('GET', path)).body).toMatchObject({ isSubscribed: true, number: '…101', undoUntil: null });
  expect(await statuses(workspaceId, NUMBER)).toMatchObject({ campaign: 'pending' });

  const left = await server.call('POST', `${path}/leave`);
  expect(left.body).toMatchObject({ isSubscribed: false, undoUntil: expect.any(String) });
  expect((await server.call('POST', `${path}/leave`)).body).toEqual(left.body);
  expect(await statuses(workspaceId, NUMBER)).toMatchObject({ campaign: 'cancelled', web: 'pending' });
  expect((await server.call('POST', `${path}/stay`)).body).toMatchObject({ isSubscribed: true });

  await server.call('POST', `${path}/leave`);
  await pool.query(`update suppressions set created_at = now() - interval '11 minutes' where workspace_id = $1`, [
    workspaceId,
  ]);
  await expect(resubscribe(depsOf(server.platform), links.get(NUMBER) ?? '')).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await isSuppressed(db, workspaceId, [NUMBER, OTHER])).toEqual(new Set([NUMBER]));
  expect(await server.call('GET', '/api/subscriptions/01920000-0000-7000-8000-000000000000')).toMatchObject({
    status: 404,
  });
});

test.each([
  ['a word in the chat', (workspaceId: string) => says(workspaceId, 'Stop.')],
  [
    'staff',
    async (_workspaceId: string, ask: Awaited<ReturnType<typeof workspace>>['ask']) => {
      await ask('POST', '/api/suppressions', { mobile: NUMBER, words: 'Said so by phone' });
    },
  ],
])('a link takes back what its own button did, and not what came by %s', async (_by, suppressed) => {
  const { workspaceId, ask } = await workspace();
  const { db } = server.database;
  const link = (await db.transaction((tx) => ensureSubscriptions(tx, workspaceId, [NUMBER]))).get(NUMBER) ?? '';
  await suppressed(workspaceId, ask);
  expect((await server.call('GET', `/api/subscriptions/${link}`)).body).toMatchObject({
    isSubscribed: false,
    undoUntil: null,
  });
  expect((await server.call('POST', `/api/subscriptions/${link}/stay`)).status).toBe(403);
  expect(await isSuppressed(db, workspaceId, [NUMBER])).toEqual(new Set([NUMBER]));
});

test('a link undoes only the opt-out of its own number in its own workspace', async () => {
  const [ours, theirs] = [await workspace(), await workspace()];
  const { db } = server.database;
  const linksOf = ({ workspaceId }: { workspaceId: string }) =>
    db.transaction((tx) => ensureSubscriptions(tx, workspaceId, [NUMBER, OTHER]));
  const [our, their] = [await linksOf(ours), await linksOf(theirs)];
  const all = [our.get(NUMBER), our.get(OTHER), their.get(NUMBER), their.get(OTHER)];
  for (const link of all) await server.call('POST', `/api/subscriptions/${link}/leave`);
  expect((await server.call('POST', `/api/subscriptions/${our.get(NUMBER)}/stay`)).status).toBe(200);
  expect(await isSuppressed(db, ours.workspaceId, [NUMBER, OTHER])).toEqual(new Set([OTHER]));
  expect(await isSuppressed(db, theirs.workspaceId, [NUMBER, OTHER])).toEqual(new Set([NUMBER, OTHER]));
});
