import type { Macro } from '@switchyard/contracts/inbox/macros';
import type { Conversation, QuickReply, TimelineEntry } from '@switchyard/contracts/inbox/operations';
import type { InboxReport, ReportRow } from '@switchyard/contracts/inbox/reports';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { ANN, type BotRig, createBotRig, flowOf, onAny } from '../../../test/bot-rig.ts';
import type { LaneFixture } from '../../../test/lane-fixture.ts';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { auditDomain } from '../audit/index.ts';
import { botsDomain } from '../bots/index.ts';
import { chatsDomain } from '../chats/index.ts';
import { contactsDomain } from '../contacts/index.ts';
import { issueEngineToken } from '../engines/engine-token.ts';
import { enginesDomain } from '../engines/index.ts';
import { knowledgeDomain } from '../knowledge/index.ts';
import { messagesDomain } from '../messages/index.ts';
import { inboxDomain } from './index.ts';
import { assignWaiting } from './jobs/assign-waiting.ts';
import { measureEvents } from './jobs/measure-events.ts';
import { setDue, warnOfDue } from './jobs/set-due.ts';
import { wakeSnoozed } from './jobs/wake-snoozed.ts';
import { rebuildConversations } from './project-messages.ts';

const OURS = '+447700900009';
const BEN = '+447700900002';

let server: TestServer;
let lane: LaneFixture;
let generation: number;
/** A colleague of the lane's owner. */
let ana: { userId: string; workspaceId: string };
beforeAll(async () => {
  server = await startTestServer({
    domains: [
      actorByHeader,
      auditDomain,
      enginesDomain,
      contactsDomain,
      messagesDomain,
      chatsDomain,
      knowledgeDomain,
      botsDomain,
      inboxDomain,
    ],
  });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  await query('update engines set phone_number = $2 where id = $1', [lane.engineId, OURS]);
  generation = await lane.lease();
  ana = { userId: newId(), workspaceId: lane.workspaceId };
  await query(`insert into users (id, name, email) values ($1, 'Ana', $2)`, [ana.userId, `${ana.userId}@example.test`]);
  for (const { userId } of [lane, ana]) {
    await query(`insert into workspace_members (id, organization_id, user_id, role) values ($1, $2, $3, 'member')`, [
      newId(),
      lane.workspaceId,
      userId,
    ]);
  }
});

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.database.pool.query<Row>(text, values)).rows;
}

const call = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  who = lane as { userId: string; workspaceId: string },
  extra = '',
) => server.call<Body>(method, `/api${path}`, body, { headers: asActor(who, extra) });
let messageCount = 0;
const receive = async (...messages: Record<string, unknown>[]) => {
  const rows = messages.map((message) => ({
    waMessageId: `m-${messageCount++}`,
    chat: ANN,
    from: ANN,
    kind: 'text',
    text: 'Hello?',
    atMs: Date.now(),
    ...message,
  }));
  const token = issueEngineToken(server.platform.secret, lane.identity);
  const { status } = await server.call('POST', '/engine/received', { generation, messages: rows }, { token });
  expect(status).toBe(200);
};
const recordPresence = (userId: string) =>
  query(
    `insert into inbox_people (workspace_id, user_id, here_at) values ($1, $2, now())
     on conflict (workspace_id, user_id) do update set here_at = now()`,
    [lane.workspaceId, userId],
  );
const only = async (): Promise<Conversation> => {
  const { body } = await call<{ data: Conversation[] }>('GET', '/conversations');
  expect(body.data).toHaveLength(1);
  return body.data[0] as Conversation;
};
const act = (what: string, { _id, version }: Conversation, more: object = {}) =>
  call<Conversation>('POST', `/conversations/${_id}/${what}`, { version, ...more });
const events = async ({ _id }: Conversation) => {
  const { body } = await call<{ data: TimelineEntry[] }>('GET', `/conversations/${_id}/timeline`);
  return body.data.toReversed();
};

test('a customer’s message appears in the inbox, waits, is answered, resolved, and reopens the conversation', async () => {
  await receive({ text: 'Is it open?', atMs: Date.now() - 60_000 });
  const opened = await only();
  expect(opened).toMatchObject({ chat: ANN, status: 'open', isUnread: true, assignee: null });
  expect(opened.latest).toMatchObject({ text: 'Is it open?', fromMe: false });
  expect(opened.waitingSince).not.toBeNull();

  const mine = await act('assign', opened, { userId: ana.userId });
  expect(mine.body).toMatchObject({ assignee: { userId: ana.userId, name: 'Ana' }, version: opened.version + 1 });
  const [notice] = await query<{ kind: string; user_id: string }>(
    'select kind, user_id from notifications where workspace_id = $1',
    [lane.workspaceId],
  );
  expect(notice).toEqual({ kind: 'conversation-assigned', user_id: ana.userId });

  const reply = await call('POST', `/conversations/${opened._id}/reply`, { message: 'Yes', seenUpTo: null });
  expect(reply.status).toBe(201);
  expect(await query('select recipient, body, engine_id from messages')).toEqual([
    { recipient: ANN, body: 'Yes', engine_id: lane.engineId },
  ]);
  const answered = await only();
  expect(answered).toMatchObject({ waitingSince: null, status: 'open', latest: { text: 'Yes', fromMe: true } });

  expect((await act('resolve', answered)).body).toMatchObject({ status: 'resolved' });
  await recordPresence(ana.userId);
  await receive({ text: 'Thanks', atMs: Date.now() + 2_000 });
  expect(await only()).toMatchObject({ status: 'open', assignee: { userId: ana.userId } });
  expect((await events(opened)).map(({ kind, by }) => [kind, by])).toEqual([
    ['opened', null],
    ['assigned', 'Someone'],
    ['resolved', 'Someone'],
    ['reopened', null],
  ]);
  const counts = await call('GET', '/conversations/counts', undefined, ana);
  expect(counts.body).toMatchObject({ mine: { open: 1, resolved: 0 }, unassigned: { open: 0 }, all: { open: 1 } });
});

test('a conversation resolved by an absent owner reopens for the team', async () => {
  await receive({});
  const mine = await act('assign', await only(), { userId: ana.userId });
  const teamId = newId();
  await query(`insert into inbox_teams (id, workspace_id, name) values ($1, $2, 'Sales')`, [teamId, lane.workspaceId]);
  const teams = await act('team', mine.body, { teamId });
  // While it is open it stays hers, even when she is away.
  await receive({ text: 'Hello?', atMs: Date.now() + 1_000 });
  expect(await only()).toMatchObject({ status: 'open', assignee: { userId: ana.userId } });
  await act('resolve', teams.body);
  await receive({ text: 'Thanks', atMs: Date.now() + 2_000 });
  const reopened = await only();
  expect(reopened).toMatchObject({ status: 'open', assignee: null, team: { teamId } });
  expect(
    (await events(reopened))
      .map(({ kind }) => kind)
      .slice(-2)
      .sort(),
  ).toEqual(['reopened', 'unassigned']);
});

test('if two people reply at once, the second is refused and told who answered; nothing else is sent', async () => {
  await receive({});
  const { _id } = await only();
  const [last] = await query<{ id: string }>('select last_id as id from conversations where id = $1', [_id]);
  const reply = (who: typeof ana, more: object = {}) =>
    call<{ code: string; data: { by: string } }>(
      'POST',
      `/conversations/${_id}/reply`,
      { message: 'On it', seenUpTo: last?.id, ...more },
      who,
    );
  const both = await Promise.all([reply(lane), reply(ana)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'ANSWERED_MEANWHILE' });
  expect(['Ana', 'Someone']).toContain(refused?.body.data.by);
  expect(await query('select from messages where workspace_id = $1', [lane.workspaceId])).toHaveLength(1);

  const loser = both[0]?.status === 409 ? lane : ana;
  expect((await reply(loser, { sendAnyway: true })).status).toBe(201);
  expect(await query('select from messages where workspace_id = $1', [lane.workspaceId])).toHaveLength(2);
});

test('a repeated reply is sent once, whatever was answered meanwhile', async () => {
  await receive({});
  const { _id, lastReceivedId } = await only();
  const idempotencyKey = newId();
  const reply = (who: typeof ana, more: object) =>
    call<{ _id: string }>(
      'POST',
      `/conversations/${_id}/reply`,
      { message: 'On it', seenUpTo: lastReceivedId, ...more },
      who,
    );
  const first = await reply(lane, { idempotencyKey });
  const again = await reply(lane, { idempotencyKey });
  expect(again).toMatchObject({ status: 201, body: { _id: first.body._id } });
  const seen = await reply(ana, { seenUpTo: first.body._id });
  expect(seen.status).toBe(201);
  // Ana has answered since, but the earlier stored request keeps its result.
  expect(await reply(lane, { idempotencyKey })).toMatchObject({ status: 201, body: { _id: first.body._id } });
  expect(await reply(lane, { idempotencyKey: newId() })).toMatchObject({ status: 409 });
  expect(await query('select from messages where workspace_id = $1', [lane.workspaceId])).toHaveLength(2);
});

test('an invalid cursor is refused', async () => {
  expect((await call('GET', `/conversations?after=1.${'-'.repeat(36)}`)).status).toBe(422);
});

test('a change based on an outdated version is refused, and nothing changes', async () => {
  await receive({});
  const seen = await only();
  await act('assign', seen, { userId: ana.userId });
  const stale = await act('resolve', seen);
  expect(stale).toMatchObject({ status: 409, body: { code: 'TOO_LATE' } });
  expect(await act('wake', await only())).toMatchObject({ status: 409 });
  expect(await only()).toMatchObject({ status: 'open', version: seen.version + 1 });
  expect((await act('assign', await only(), { userId: newId() })).status).toBe(422);
});

test('a note notifies the team and mentioned people, and never becomes a message', async () => {
  await receive({});
  const conversation = await only();
  const note = await call('POST', `/conversations/${conversation._id}/notes`, {
    text: 'Owes us money',
    mentions: [ana.userId],
  });
  expect(note.status).toBe(201);
  expect((await events(conversation)).at(-1)).toMatchObject({ kind: 'note', text: 'Owes us money', by: 'Someone' });
  expect(await query('select from messages where workspace_id = $1', [lane.workspaceId])).toEqual([]);
  expect(await only()).toMatchObject({ latest: { text: 'Hello?' }, waitingSince: conversation.waitingSince });
  const messageCount = await query('select kind from notifications where user_id = $1', [ana.userId]);
  expect(messageCount).toEqual([{ kind: 'conversation-mentioned' }]);
});

test('a snooze into an hour skipped by a clock change ends after it; a reply wakes it unless told not to', async () => {
  await receive({});
  const zone = 'Europe/London';
  const skipped = await act('snooze', await only(), { until: '2027-03-28T01:30', zone });
  expect(skipped.body).toMatchObject({ status: 'snoozed', snoozedUntil: '2027-03-28T01:30:00.000Z' });
  expect((await act('snooze', await only(), { until: '2020-01-01T00:00', zone })).status).toBe(422);
  await receive({ atMs: Date.now() + 2_000 });
  expect(await only()).toMatchObject({ status: 'open', snoozedUntil: null });

  await act('snooze', await only(), { until: '2027-03-28T01:30', zone, wakesOnReply: false });
  await receive({ atMs: Date.now() + 4_000 });
  expect(await only()).toMatchObject({ status: 'snoozed' });
  await wakeSnoozed(server.database.db, new Date('2027-03-28T01:29:59Z'));
  expect(await only()).toMatchObject({ status: 'snoozed' });
  await wakeSnoozed(server.database.db, new Date('2027-03-28T01:30:00Z'));
  const woken = await only();
  expect(woken).toMatchObject({ status: 'open', snoozedUntil: null });
  expect((await events(woken)).map(({ kind }) => kind)).toEqual(['opened', 'snoozed', 'woken', 'snoozed', 'woken']);
});

test('support mode changes nothing; another workspace sees nothing', async () => {
  await receive({ text: 'A secret' });
  const { _id, version } = await only();
  const stranger = await createLaneFixture(server.database);
  expect((await call('GET', `/conversations/${_id}`, undefined, stranger)).status).toBe(404);
  expect((await call('GET', '/conversations', undefined, stranger)).body).toEqual({ data: [], next: null });
  for (const [what, body] of [
    ['resolve', { version }],
    ['notes', { text: 'Mine' }],
    ['reply', { message: 'Mine', seenUpTo: null }],
    ['presence', { doing: 'typing' }],
  ] as const) {
    expect((await call('POST', `/conversations/${_id}/${what}`, body, stranger)).status, what).toBe(404);
    expect((await call('POST', `/conversations/${_id}/${what}`, body, lane, '.support')).status, what).toBe(403);
  }
  expect(await only()).toMatchObject({ version, status: 'open', latest: { text: 'A secret' } });
  expect(await query('select from messages where workspace_id = $1', [lane.workspaceId])).toEqual([]);
});

test('a list continues after its page, and finds by number and view', async () => {
  const numbers = ['+447700900101', '+447700900102', '+447700900103'];
  for (const [at, chat] of numbers.entries())
    await receive({ chat, from: chat, atMs: Date.now() - 60_000 + at * 2_000 });
  const chatsOf = async (query: string) => {
    const { body } = await call<{ data: Conversation[]; next: string | null }>('GET', `/conversations?${query}`);
    return { chats: body.data.map(({ chat }) => chat), next: body.next };
  };
  const first = await chatsOf('limit=2');
  expect(first.chats).toEqual([numbers[2], numbers[1]]);
  expect(await chatsOf(`limit=2&after=${first.next}`)).toEqual({ chats: [numbers[0]], next: null });
  expect((await chatsOf('search=900102')).chats).toEqual([numbers[1]]);
  expect((await chatsOf('view=mine')).chats).toEqual([]);
  expect((await chatsOf('view=unassigned&status=resolved')).chats).toEqual([]);
});

test('a private quick reply is visible to its owner, a shared one to everybody', async () => {
  const add = (title: string, isShared: boolean) =>
    call<{ _id: string }>('POST', '/quick-replies', { title, text: 'Hi {name}', isShared });
  const [shared, own] = [await add('Greeting', true), await add('Mine', false)];
  const titles = async (who: typeof ana) => {
    const { body } = await call<{ data: { title: string }[] }>('GET', '/quick-replies', undefined, who);
    return body.data.map(({ title }) => title);
  };
  expect(await titles(lane)).toEqual(['Greeting', 'Mine']);
  expect(await titles(ana)).toEqual(['Greeting']);
  expect((await call('DELETE', `/quick-replies/${own.body._id}`, undefined, ana)).status).toBe(404);
  expect((await call('DELETE', `/quick-replies/${shared.body._id}`)).status).toBe(200);
  expect(await titles(lane)).toEqual(['Mine']);
});

test('a bot has the conversation until it hands it over, with what it has collected', async () => {
  const rig: BotRig = await createBotRig(
    server,
    flowOf([
      onAny,
      { id: 'ask', kind: 'ask', text: 'Your name?', saveAs: 'name' },
      { id: 'person', kind: 'handover', note: 'Call back' },
    ]),
    {},
    { other: lane },
  );
  generation = 2;
  await rig.write('Hello');
  expect(await only()).toMatchObject({ status: 'pending' });
  await rig.write('Ann Lee');
  const handed = await only();
  expect(handed).toMatchObject({ status: 'open' });
  expect((await events(handed)).at(-1)).toMatchObject({
    kind: 'handed-over',
    name: 'A bot',
    text: 'Call back',
    answers: [{ name: 'name', value: 'Ann Lee' }],
  });
  const { body } = await call<{ bot: { isPaused: boolean } }>('GET', `/conversations/${handed._id}`);
  expect(body.bot).toMatchObject({ name: 'A bot', isPaused: true });
});

test('projections match the stored messages, in any order of reports', async () => {
  const writtenMessage = fc.record({
    chat: fc.constantFrom(ANN, BEN),
    isOurs: fc.boolean(),
    kind: fc.constantFrom('text', 'reaction', 'media'),
    second: fc.integer({ min: 0, max: 20 }),
  });
  const batches = fc.array(fc.array(writtenMessage, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  const start = Date.UTC(2026, 0, 1);
  const projected = () =>
    query(`select chat, last_id, last_at, last_kind, preview, is_last_ours, last_in_id, last_in_at, last_out_id, last_out_at, last_out_by, waiting_since
      from conversations where workspace_id = '${lane.workspaceId}' order by chat`);
  await fc.assert(
    fc.asyncProperty(batches, async (history) => {
      await query('delete from conversations where workspace_id = $1', [lane.workspaceId]);
      await query('delete from received_messages where engine_id = $1', [lane.engineId]);
      for (const batch of history) {
        await receive(
          ...batch.map(({ chat, isOurs, kind, second }) => ({
            chat,
            from: isOurs ? OURS : chat,
            fromMe: isOurs,
            kind,
            text: `at ${second}`,
            atMs: start + second * 1_000,
          })),
        );
      }
      const kept = await projected();
      await server.database.db.transaction((tx) => rebuildConversations(tx));
      expect(await projected()).toEqual(kept);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

test('rebuilding restores deleted or wrong projections and keeps the team’s work', async () => {
  await receive({ text: 'One' }, { chat: BEN, from: BEN, text: 'Two' });
  const { body } = await call<{ data: Conversation[] }>('GET', '/conversations');
  const ann = body.data.find(({ chat }) => chat === ANN) as Conversation;
  await act('assign', ann, { userId: ana.userId });
  await call('POST', `/conversations/${ann._id}/reply`, { message: 'Yes', seenUpTo: null });
  const digest = async (but = '') => {
    const [row] = await query<{ digest: string }>(
      `select md5(string_agg((to_jsonb(c) - array[${but}]::text[])::text, ' ' order by c.chat)) as digest
       from conversations c where workspace_id = $1`,
      [lane.workspaceId],
    );
    return row?.digest;
  };
  const rebuild = () => server.database.db.transaction(rebuildConversations);
  const whole = await digest();
  await query(`update conversations set preview = 'Wrong', last_at = now() + interval '1 day', waiting_since = null`);
  expect(await digest()).not.toBe(whole);
  await rebuild();
  expect(await digest()).toBe(whole);

  const theTeams = `'id', 'created_at', 'version', 'status', 'assignee_id'`;
  const digestBefore = await digest(theTeams);
  await query('delete from conversations');
  await rebuild();
  expect(await digest(theTeams)).toBe(digestBefore);

  // The conversation of a chat whose messages were purged stays.
  await query('delete from received_messages where chat = $1', [BEN]);
  await rebuild();
  expect(await digest(theTeams)).toBe(digestBefore);
});

test('two chats with one person are one row with the latest message of either, and can be separated again', async () => {
  await receive({ text: 'Hello?' }, { chat: BEN, from: BEN, text: 'And me?' });
  const { body: both } = await call<{ data: Conversation[] }>('GET', '/conversations');
  const of = (chat: string) => both.data.find((conversation) => conversation.chat === chat) as Conversation;
  const [ann, ben] = [of(ANN), of(BEN)];
  const [otherEngine, otherId] = [newId(), newId()];
  await query(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
     values ($1, $2, $3, 'Support', 'simulator', 'switchyard', 'connected', 'running')`,
    [otherEngine, lane.workspaceId, lane.userId],
  );
  await query('insert into engine_lanes (engine_id) values ($1)', [otherEngine]);
  await query(
    `insert into conversations (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, status)
     values ($1, $2, $3, $4, $5, now() - interval '1 day', 'text', 'Earlier', false, 'resolved')`,
    [otherId, lane.workspaceId, otherEngine, ANN, newId()],
  );
  const get = async (id: string) => (await call<Conversation>('GET', `/conversations/${id}`)).body;
  const rows = async () => {
    const { body } = await call<{ data: Conversation[] }>('GET', '/conversations');
    return body.data.flatMap((conversation) => (conversation.chat === ANN ? [conversation._id] : []));
  };
  type Related = { data: { _id: string; engineName: string; isMerged: boolean; version: number }[] };
  const related = async (id: string) => (await call<Related>('GET', `/conversations/${id}/related`)).body.data;
  expect(await related(ann._id)).toMatchObject([
    { _id: ann._id, isMerged: true },
    { _id: otherId, engineName: 'Support', isMerged: false },
  ]);
  expect(await rows()).toEqual([ann._id, otherId]);

  const strangers = await act('merge', ann, { otherId: ben._id });
  expect(strangers).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'otherId' }] } } });
  const merged = await act('merge', ann, { otherId });
  expect(merged.body).toMatchObject({ _id: ann._id, rowId: ann._id, mergedChats: 2, status: 'open' });
  expect(await rows()).toEqual([ann._id]);
  const counts = await call('GET', '/conversations/counts');
  expect(counts.body).toMatchObject({ all: { open: 2, resolved: 0 } });
  expect((await act('merge', ann, { otherId })).status).toBe(409);

  // The assignee of the row has all its chats.
  await act('assign', merged.body, { userId: ana.userId });
  expect(await get(otherId)).toMatchObject({ rowId: ann._id, assignee: { userId: ana.userId } });
  await call('POST', `/conversations/${ann._id}/notes`, { text: 'Prefers mornings' });

  // The chat with the latest message becomes the row, with the work done there.
  const reply = await call('POST', `/conversations/${otherId}/reply`, { message: 'From support', seenUpTo: null });
  expect(reply.status).toBe(201);
  expect(await rows()).toEqual([otherId]);
  expect(await get(otherId)).toMatchObject({
    ...{ rowId: otherId, mergedChats: 2, status: 'open', assignee: { userId: ana.userId } },
    latest: { text: 'From support' },
  });
  const timeline = await call<{ data: TimelineEntry[] }>('GET', `/conversations/${otherId}/timeline`);
  expect(timeline.body.data.map(({ text }) => text)).toContain('Prefers mornings');

  await act('resolve', await get(otherId));
  expect(await get(ann._id)).toMatchObject({ status: 'resolved' });
  await recordPresence(ana.userId);
  await receive({ text: 'One more thing', atMs: Date.now() + 60_000 });
  expect(await rows()).toEqual([ann._id]);
  expect(await get(ann._id)).toMatchObject({ status: 'open', assignee: { userId: ana.userId } });

  expect((await act('separate', await get(otherId))).status).toBe(200);
  expect((await rows()).toSorted()).toEqual([ann._id, otherId].toSorted());
  expect(await get(ann._id)).toMatchObject({ mergedChats: 1, assignee: { userId: ana.userId } });
});

test('a team has its conversations, with correct counts in its filter and in a saved view', async () => {
  await receive({ text: 'One' }, { chat: BEN, from: BEN, text: 'Two' });
  const { body: team } = await call<{ _id: string; members: object[] }>('POST', '/inbox/teams', {
    name: 'Sales',
    memberIds: [ana.userId],
  });
  expect(team.members).toEqual([{ userId: ana.userId, name: 'Ana' }]);
  const { body: all } = await call<{ data: Conversation[] }>('GET', '/conversations');
  const ben = all.data.find(({ chat }) => chat === BEN) as Conversation;
  const { body: given } = await call<Conversation>('POST', `/conversations/${ben._id}/team`, {
    version: ben.version,
    teamId: team._id,
  });
  expect(given).toMatchObject({ team: { teamId: team._id, name: 'Sales' }, version: ben.version + 1 });
  const nowhere = await call('POST', `/conversations/${ben._id}/team`, { version: given.version, teamId: newId() });
  expect(nowhere.status).toBe(422);
  const listed = await call<{ data: Conversation[] }>('GET', `/conversations?teamId=${team._id}`);
  expect(listed.body.data.map(({ chat }) => chat)).toEqual([BEN]);
  expect((await call('GET', '/conversations/counts')).body).toMatchObject({
    all: { open: 2 },
    teams: [{ teamId: team._id, open: 1 }],
  });
  const filter = { view: 'unassigned', status: 'open', teamId: team._id };
  const { body: view } = await call<{ _id: string }>('POST', '/inbox/views', { name: 'Sales, nobody’s', filter });
  expect(view).toMatchObject({ filter, count: 1 });
  expect((await call('GET', '/inbox/views', undefined, ana)).body).toEqual({ data: [], total: 0 });
  await call('DELETE', `/inbox/teams/${team._id}`);
  expect((await call('GET', '/inbox/views')).body).toMatchObject({ data: [{ _id: view._id, count: 0 }] });
  const { body: after } = await call<Conversation>('GET', `/conversations/${ben._id}`);
  expect(after).toMatchObject({ team: null, status: 'open' });
});

test('several conversations are changed at once; those that do not allow it are left alone and reported', async () => {
  await receive({ text: 'One' }, { chat: BEN, from: BEN, text: 'Two' });
  const { body } = await call<{ data: Conversation[] }>('GET', '/conversations');
  const [one, other] = body.data as [Conversation, Conversation];
  await call('POST', `/conversations/${one._id}/resolve`, { version: one.version });
  const done = await call('POST', '/conversations/bulk', {
    ids: [one._id, other._id, newId()],
    act: { kind: 'resolve' },
  });
  expect(done.body).toMatchObject({ changed: [other._id], unchanged: [one._id, expect.any(String)] });
  const ids = [one._id, other._id];
  await call('POST', '/conversations/bulk', { ids, act: { kind: 'prioritize', priority: 'urgent' } });
  await call('POST', '/conversations/bulk', { ids, act: { kind: 'reopen' } });
  const { body: after } = await call<{ data: Conversation[] }>('GET', '/conversations?status=open&priority=urgent');
  expect(after.data.map(({ _id }) => _id).sort()).toEqual(ids.sort());
  const refused = await call('POST', '/conversations/bulk', { ids, act: { kind: 'assign', userId: newId() } });
  expect(refused.status).toBe(422);
});

const settings = { assignsItself: false, capacity: 20, replyWithinMinutes: null, hours: null };

test('an answer is due within the configured time, warned of once, and no longer due once given', async () => {
  const { db } = server.database;
  const cameMs = Math.floor(Date.now() / 1_000) * 1_000;
  await receive({ atMs: cameMs }, { chat: BEN, from: BEN, atMs: cameMs - 600_000 });
  await setDue(db);
  expect((await only2()).map(({ dueAt }) => dueAt)).toEqual([null, null]);
  await call('PUT', '/inbox/settings', { ...settings, replyWithinMinutes: 60 });
  await setDue(db);
  const due = await call<{ data: Conversation[] }>('GET', '/conversations?order=due');
  expect(due.body.data.map(({ chat, dueAt }) => [chat, dueAt])).toEqual([
    [BEN, new Date(cameMs + 3_000_000).toISOString()],
    [ANN, new Date(cameMs + 3_600_000).toISOString()],
  ]);
  const [ben] = due.body.data as [Conversation];
  await act('assign', ben, { userId: ana.userId });
  const warned = async () =>
    query<{ user_id: string }>(
      `select user_id from notifications where workspace_id = $1 and kind = 'conversation-due'`,
      [lane.workspaceId],
    );
  // Three quarters of the hour after Ben's message.
  await warnOfDue(db, new Date(cameMs + 2_099_000));
  expect(await warned()).toEqual([]);
  await warnOfDue(db, new Date(cameMs + 2_100_000));
  await warnOfDue(db, new Date(cameMs + 2_200_000));
  expect(await warned()).toEqual([{ user_id: ana.userId }]);
  await call('POST', `/conversations/${ben._id}/reply`, { message: 'Yes', seenUpTo: null });
  expect((await call<Conversation>('GET', `/conversations/${ben._id}`)).body.dueAt).toBeNull();
});
const only2 = async () => (await call<{ data: Conversation[] }>('GET', '/conversations')).body.data;

test('waiting conversations go to people present, longest wait first, up to their capacity', async () => {
  const { db } = server.database;
  await receive({ atMs: Date.now() - 60_000 }, { chat: BEN, from: BEN, atMs: Date.now() - 120_000 });
  await call('PUT', '/inbox/settings', { ...settings, assignsItself: true, capacity: 1 });
  const why = async (chat: string) => {
    const row = (await only2()).find((conversation) => conversation.chat === chat) as Conversation;
    return (await call<{ because: string }>('GET', `/conversations/${row._id}/why-unassigned`)).body.because;
  };
  await assignWaiting(db, new Date());
  expect(await why(ANN)).toBe('nobodyHere');
  await call('POST', '/inbox/presence', { isAway: false }, ana);
  expect(await why(ANN)).toBe('soon');
  await Promise.all([assignWaiting(db, new Date()), assignWaiting(db, new Date())]);
  expect((await only2()).map(({ chat, assignee }) => [chat, assignee?.name ?? null])).toEqual([
    [ANN, null],
    [BEN, 'Ana'],
  ]);
  expect(await why(ANN)).toBe('allFull');
  const ben = (await only2()).find(({ chat }) => chat === BEN) as Conversation;
  await act('resolve', ben);
  await call('POST', '/inbox/presence', { isAway: true }, ana);
  expect(await why(ANN)).toBe('nobodyHere');
  await call('POST', '/inbox/presence', { isAway: false }, ana);
  await assignWaiting(db, new Date());
  expect((await only2())[0]).toMatchObject({ chat: ANN, assignee: { userId: ana.userId } });
});

test('a team without anybody present does not block other teams’ conversations', async () => {
  await call('PUT', '/inbox/settings', { ...settings, assignsItself: true, capacity: 5 });
  await call('POST', '/inbox/presence', { isAway: false }, ana);
  const team = await call<{ _id: string }>('POST', '/inbox/teams', { name: 'Nobody', memberIds: [] });
  expect(team.status).toBe(201);
  await query(
    `insert into conversations (id, workspace_id, engine_id, chat, last_id, last_at, last_kind, preview, is_last_ours, status, team_id, waiting_since)
     select gen_random_uuid(), $1, $2, '+4477008' || lpad(n::text, 5, '0'), gen_random_uuid(), now(), 'text', 'Hello', false, 'open', $3, now() - interval '1 day'
     from generate_series(1, 300) n`,
    [lane.workspaceId, lane.engineId, team.body._id],
  );
  await receive({ atMs: Date.now() - 60_000 });
  await assignWaiting(server.database.db, new Date());
  const given = await query<{ chat: string }>(
    'select chat from conversations where workspace_id = $1 and assignee_id is not null',
    [lane.workspaceId],
  );
  expect(given).toEqual([{ chat: ANN }]);
});

const DAYS = () => {
  const today = new Date().toISOString().slice(0, 10);
  return `from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}&to=${today}&zone=UTC`;
};
const report = async (who?: typeof ana) =>
  (await call<InboxReport>('GET', `/inbox/report?${DAYS()}`, undefined, who)).body;
const reportRows = async (more: string) =>
  (await call<{ data: ReportRow[]; total: number }>('GET', `/inbox/report/rows?${DAYS()}&${more}`)).body;

test('reports count events in business time, by person and team, each figure with its rows', async () => {
  const { db } = server.database;
  const HOUR_MS = 3_600_000;
  await receive({ atMs: Date.now() - HOUR_MS }, { chat: BEN, from: BEN, atMs: Date.now() - 2 * HOUR_MS });
  const team = await call<{ _id: string }>('POST', '/inbox/teams', { name: 'Sales', memberIds: [] });
  const [ann, ben] = [ANN, BEN];
  const found = async (chat: string) => (await only2()).find((row) => row.chat === chat) as Conversation;
  await act('team', await found(ben), { teamId: team.body._id });
  for (const message of ['One moment', 'Here it is']) {
    const { _id } = await found(ann);
    await call('POST', `/conversations/${_id}/reply`, { message, seenUpTo: null, sendAnyway: true }, ana);
  }
  await call('POST', `/conversations/${(await found(ben))._id}/reply`, { message: 'Yes', seenUpTo: null });
  // An answer after a later wait is not another first answer.
  await receive({});
  await call(
    'POST',
    `/conversations/${(await found(ann))._id}/reply`,
    { message: 'Again', seenUpTo: null, sendAnyway: true },
    ana,
  );
  await act('resolve', await found(ben));
  expect((await report()).totals).toMatchObject({ answered: 3, firstResponse: { count: 0, medianMs: null } });
  await Promise.all([measureEvents(db), measureEvents(db)]);

  const { totals, people, teams, days } = await report();
  expect(totals).toMatchObject({ opened: 2, incoming: 3, answered: 3, resolved: 1 });
  expect(totals.firstResponse).toMatchObject({ count: 2 });
  expect(totals.firstResponse.medianMs).toBeGreaterThanOrEqual(1.5 * HOUR_MS);
  expect(totals.firstResponse.medianMs).toBeLessThan(1.6 * HOUR_MS);
  expect(totals.resolution.count).toBe(1);
  expect(people.map(({ userId, answered, resolved }) => [userId, answered, resolved])).toEqual([
    [ana.userId, 2, 0],
    [lane.userId, 1, 1],
  ]);
  expect(teams.map(({ name, answered, resolved }) => [name, answered, resolved])).toEqual([
    [null, 2, 0],
    ['Sales', 1, 1],
  ]);
  expect(days).toHaveLength(2);
  expect(days.reduce((sum, { opened }) => sum + opened, 0)).toBe(2);

  for (const [figure, count] of [
    ['opened', 2],
    ['incoming', 3],
    ['answered', 3],
    ['resolved', 1],
    ['firstResponse', 2],
    ['resolution', 1],
  ] as const) {
    const { data, total } = await reportRows(`figure=${figure}`);
    expect([figure, data.length, total]).toEqual([figure, count, count]);
  }
  const anas = await reportRows(`figure=firstResponse&userId=${ana.userId}`);
  expect(anas.data).toMatchObject([{ chat: ann, by: 'Ana', team: null }]);
  expect((await reportRows(`figure=resolved&teamId=${team.body._id}`)).data).toMatchObject([
    { chat: ben, team: 'Sales' },
  ]);
  // Answers feed the figures, not the timeline.
  expect((await events(await found(ann))).map(({ kind }) => kind)).toEqual(['opened']);
});

test('no time passes outside business hours; dates must be in order and within a year', async () => {
  await receive({ atMs: Date.now() - 60_000 });
  // The day after tomorrow.
  const day = ((new Date().getUTCDay() + 1) % 7) + 1;
  const hours = { zone: 'UTC', week: [{ day, from: '00:00', to: '24:00' }], holidays: [] };
  await call('PUT', '/inbox/settings', { ...settings, hours });
  await call('POST', `/conversations/${(await only())._id}/reply`, { message: 'Yes', seenUpTo: null });
  await measureEvents(server.database.db);
  expect((await report()).totals.firstResponse).toEqual({ count: 1, medianMs: 0, p90Ms: 0 });

  for (const days of ['from=2026-02-01&to=2026-01-01', 'from=2025-01-01&to=2026-01-02']) {
    const refused = await call('GET', `/inbox/report?${days}`);
    expect(refused, days).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'to' }] } } });
  }
});

test('a macro runs all its actions at once with one audit entry, and returns the text it inserts', async () => {
  await receive({});
  const opened = await only();
  const team = await call<{ _id: string }>('POST', '/inbox/teams', { name: 'Sales', memberIds: [] });
  const quick = await call<QuickReply>('POST', '/quick-replies', { title: 'Bye', text: 'Goodbye!', isShared: true });
  const created = await call<Macro>('POST', '/inbox/macros', {
    name: 'Close',
    isShared: true,
    actions: [
      { kind: 'assign', userId: 'me' },
      { kind: 'assignTeam', teamId: team.body._id },
      { kind: 'addLabels', labels: ['Done', 'Order'] },
      { kind: 'prioritize', priority: 'low' },
      { kind: 'insertReply', quickReplyId: quick.body._id },
      { kind: 'resolve' },
    ],
  });
  expect(created).toMatchObject({ status: 201, body: { name: 'Close', isMine: true } });
  const run = (of: Conversation, who = ana) =>
    call<{ conversation: Conversation; text: string | null }>(
      'POST',
      `/conversations/${of._id}/macro`,
      { version: of.version, macroId: created.body._id },
      who,
    );
  const done = await run(opened);
  expect(done.body.text).toBe('Goodbye!');
  expect(done.body.conversation).toMatchObject({
    status: 'resolved',
    assignee: { userId: ana.userId },
    team: { name: 'Sales' },
    labels: ['Done', 'Order'],
    priority: 'low',
  });
  expect((await events(opened)).map(({ kind }) => kind)).toEqual([
    'opened',
    'assigned',
    'team-assigned',
    'labelled',
    'prioritized',
    'resolved',
  ]);
  const audited = async () =>
    query<{ action: string }>(
      `select action from audit_entries where workspace_id = $1 and subject = $2 order by created_at`,
      [lane.workspaceId, opened._id],
    );
  expect(await audited()).toEqual([{ action: 'conversation.macro' }]);
  // Nothing was sent, and its other actions were done.
  expect(await query('select from messages where workspace_id = $1', [lane.workspaceId])).toEqual([]);
  const again = await run(done.body.conversation);
  expect(again.body.conversation.version).toBe(done.body.conversation.version);
  // In the version that was read before.
  expect((await run(opened)).status).toBe(409);
});

test('a macro is all or nothing; a private one is available to its author only', async () => {
  await receive({});
  const opened = await only();
  const fields = { name: 'Later', isShared: false, actions: [{ kind: 'snooze', days: 1, at: '09:00' }] };
  const created = await call<Macro>('POST', '/inbox/macros', fields);
  const run = (id: string, who?: typeof ana) =>
    call<{ conversation: Conversation }>(
      'POST',
      `/conversations/${opened._id}/macro`,
      { version: opened.version, macroId: id },
      who,
    );
  const { _id: id } = created.body;
  expect((await run(id, ana)).status).toBe(404);
  expect((await call('PUT', `/inbox/macros/${id}`, fields, ana)).status).toBe(404);
  expect((await call('DELETE', `/inbox/macros/${id}`, undefined, ana)).status).toBe(404);
  expect((await call<{ total: number }>('GET', '/inbox/macros', undefined, ana)).body.total).toBe(0);

  const twice = await call<Macro>('POST', '/inbox/macros', {
    name: 'Impossible',
    isShared: false,
    actions: [{ kind: 'prioritize', priority: 'high' }, { kind: 'resolve' }, { kind: 'snooze', days: 1, at: '09:00' }],
  });
  expect((await run(twice.body._id)).status).toBe(409);
  expect(await only()).toEqual(opened);
  const stranger = await call('POST', '/inbox/macros', {
    ...fields,
    actions: [{ kind: 'assign', userId: newId() }],
  });
  expect(stranger).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'actions.0.userId' }] } } });

  const snoozed = await run(id);
  expect(snoozed.body.conversation.status).toBe('snoozed');
  expect(new Date(snoozed.body.conversation.snoozedUntil ?? 0).getTime()).toBeGreaterThan(Date.now());
});

const polls = (chat = ANN) =>
  query<{ wa_message_id: string; body: string; options: string[] }>(
    `select wa_message_id, body, attachment->'options' as options from messages where workspace_id = $1 and recipient = $2 and attachment->>'kind' = 'poll'`,
    [lane.workspaceId, chat],
  );
const vote = (quotedId: string | undefined, choices: string[]) =>
  receive({ kind: 'vote', text: choices.join(', '), quotedId, choices });

test('resolving asks for a rating by poll, once a week; the choice is stored and reopens nothing', async () => {
  await receive({});
  await act('resolve', await only());
  // Off by default.
  expect(await polls()).toEqual([]);
  await receive({});
  await call('PUT', '/inbox/settings', { ...settings, ratingQuestion: 'How was it?' });
  await act('resolve', await only());
  const asked = await polls();
  expect(asked).toMatchObject([{ body: 'How was it?', options: ['1', '2', '3', '4', '5'] }]);
  const resolved = await only();
  expect(resolved).toMatchObject({ status: 'resolved', rating: null });

  await vote(asked[0]?.wa_message_id, ['4']);
  expect(await only()).toMatchObject({ status: 'resolved', rating: 4, version: resolved.version });
  expect((await only()).latest.at).toBe(resolved.latest.at);
  expect((await events(resolved)).slice(-1)).toMatchObject([{ kind: 'rated', name: '4' }]);
  const { totals, people } = await report();
  expect(totals.rating).toEqual({ count: 1, average: 4 });
  expect(people).toMatchObject([{ userId: lane.userId, resolved: 2, rating: { count: 1, average: 4 } }]);
  expect((await reportRows('figure=rated')).data).toMatchObject([{ chat: ANN, score: 4 }]);

  // A vote in another poll counts as an ordinary message; within a week nobody is asked again.
  await vote('another poll', ['5']);
  expect(await only()).toMatchObject({ status: 'open', rating: 4 });
  await act('resolve', await only());
  expect(await polls()).toHaveLength(1);
  await query(`update conversations set rating_asked_at = now() - interval '8 days' where workspace_id = $1`, [
    lane.workspaceId,
  ]);
  await receive({});
  await act('resolve', await only());
  expect(await polls()).toHaveLength(2);
  expect((await report()).totals.rating.count).toBe(1);
});

test('groups and opted-out customers are not asked for a rating, and are resolved all the same', async () => {
  await call('PUT', '/inbox/settings', { ...settings, ratingQuestion: 'How was it?' });
  const group = '120363000000000001@g.us';
  await receive({ chat: group });
  await act('resolve', await only());
  expect(await polls(group)).toEqual([]);
  await query(`delete from conversations where workspace_id = $1`, [lane.workspaceId]);
  await query(`insert into suppressions (id, workspace_id, mobile, cause) values (uuidv7(), $1, $2, 'stop-word')`, [
    lane.workspaceId,
    ANN,
  ]);
  await receive({});
  await act('resolve', await only());
  expect(await polls()).toEqual([]);
  expect((await only()).status).toBe('resolved');
});
