import { readFileSync } from 'node:fs';
import { NODE_EVENT_TYPES, PROCESS_TYPES } from '@switchyard/contracts/bots/bot-events';
import type { Bot } from '@switchyard/contracts/bots/operations';
import type { BotSessionSummary } from '@switchyard/contracts/bots/sessions';
import type { AllStats } from '@switchyard/contracts/bots/statistics';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { type BotRig, createBotRig, flowOf, onAny } from '../../../../test/bot-rig.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import type { Domain } from '../../../platform/domain.ts';
import { depsOf } from '../../../platform/perform.ts';
import { chatsDomain } from '../../chats/index.ts';
import { contactsDomain } from '../../contacts/index.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../../messages/index.ts';
import { purgeWorkspaces } from '../../workspaces/index.ts';
import { botsDomain } from '../index.ts';
import { countEarlierPairs } from './count-pairs.ts';
import { foldStatistics } from './fold.ts';

let server: TestServer;
let first: BotRig;
let second: BotRig;
/** A platform admin in another user's workspace. */
const admins: Domain = {
  name: 'admins',
  resolveActor: async (headers) =>
    headers.get('authorization') === 'Bearer admin' ? { ...memberOf(second.lane), role: 'admin' } : null,
};
const asAdmin = <Body>(method: string, path: string, body?: unknown) =>
  server.call<Body>(method, path, body, { token: 'admin' });

// Figures count everything, so each test has its own server.
beforeEach(async () => {
  server = await startTestServer({
    domains: [admins, actorByHeader, enginesDomain, contactsDomain, messagesDomain, chatsDomain, botsDomain],
  });
  const flow = flowOf([
    onAny,
    { id: 'ask', kind: 'ask', text: 'Well?', answer: 'number', retries: 0, saveAs: 'n' },
    { id: 'e', kind: 'end' },
  ]);
  first = await createBotRig(server, flow);
  second = await createBotRig(server, flowOf([onAny, { id: 'if', kind: 'condition', expression: 'vars.gone > 1' }]));
  for (const words of ['hi', '1', 'hi', 'no number']) await first.write(words);
  await second.write('hi');
});
afterEach(() => server.stop());

/** The figures computed by a scan of every event. */
async function scanEvents() {
  const { pool } = server.database;
  const { rows } = await pool.query<{ kind: string; type: string; count: number }>(
    `select case when event_type is null then 'process' else 'event' end as kind, coalesce(event_type, process_type) as type, count(*)::int as count
     from bot_node_events group by 1, 2`,
  );
  const errors = await pool.query<{ count: number }>(
    'select count(*)::int as count from bot_node_events where is_error',
  );
  const of = (kind: string) =>
    Object.fromEntries(rows.flatMap((row) => (row.kind === kind ? [[row.type, row.count]] : [])));
  return { eventsByType: of('event'), processTypeDistribution: of('process'), totalErrors: errors.rows[0]?.count };
}
const all = async () => (await asAdmin<AllStats>('POST', '/api/bot-statistics/all', {})).body;

test('an event counts once committed; folded partly or fully, the figures equal a full scan', async () => {
  const expected = await scanEvents();
  expect((await all()).nodeEventStats).toMatchObject(expected);
  expect(await foldStatistics(server.database.db)).toBeGreaterThan(0);
  await first.write('hi');
  expect((await all()).nodeEventStats).toMatchObject(await scanEvents());
  await foldStatistics(server.database.db);
  const { rows } = await server.database.pool.query('select count(*)::int as left from bot_statistics_news');
  expect(rows).toEqual([{ left: 0 }]);
  expect((await all()).nodeEventStats).toMatchObject(await scanEvents());
});

test('spec 000 §3: the overview, the node kinds and the features, under their names', async () => {
  const { overviewStats, nodeTypeDistribution, advancedFeatureAdoption, kbAdoption, ranges } = await all();
  expect(overviewStats).toEqual({
    totalAgents: 2,
    deployedAgents: 2,
    draftAgents: 0,
    activeAgents: 2,
    totalSessions: expect.any(Number),
    averageNodesPerAgent: 2.5,
    botUsageGrowth: null,
  });
  expect(nodeTypeDistribution).toContainEqual({ name: 'trigger', value: 2, color: 'teal.6' });
  expect(advancedFeatureAdoption).toContainEqual({ name: 'Conditions', value: 50 });
  expect(Object.keys(kbAdoption)).toEqual(['totalKBs', 'totalDocuments', 'agentsUsingKB', 'percentAgentsUsingKB']);
  expect(Object.keys(ranges).sort()).toEqual(['30d', '7d', '90d', 'all', 'ytd']);
});

test('growth compares with the preceding range of the same length; older events are in no shorter range', async () => {
  const { pool } = server.database;
  await foldStatistics(server.database.db);
  const before = (await all()).ranges;
  await pool.query(
    `insert into bot_statistics (day, name, count) values ((now() at time zone 'UTC')::date - 10, 'sessions', 2), ((now() at time zone 'UTC')::date - 10, 'event:message_sent', 7)`,
  );
  const after = (await all()).ranges;
  const sessions = before['7d'].totalSessions;
  expect(after['7d']).toEqual({ ...before['7d'], botUsageGrowth: Math.round(((sessions - 2) / 2) * 1_000) / 10 });
  expect(after['30d'].totalEvents).toBe(before['30d'].totalEvents + 7);
  await pool.query(`delete from bot_statistics where day = (now() at time zone 'UTC')::date - 10`);
});

test('the admins’ event list contains conversation events with a matching total; access is audited', async () => {
  const { pool } = server.database;
  const test = await first.call<{ _id: string }>('POST', `/bots/${first.bot._id}/test`, { text: 'hi' });
  expect(test.status).toBe(201);
  await pool.query(
    `insert into bot_statistics (day, name, count) values ((now() at time zone 'UTC')::date - 200, 'event:message_sent', 7)`,
  );
  const { body } = await asAdmin<{ data: { sessionId: string }[]; total: number }>(
    'GET',
    '/api/admin/node-events?limit=100',
  );
  await pool.query(`delete from bot_statistics where day = (now() at time zone 'UTC')::date - 200`);
  await pool.query('delete from bot_sessions where id = $1', [test.body._id]);
  expect(body.data.map(({ sessionId }) => sessionId)).not.toContain(test.body._id);
  const { rows } = await pool.query('select count(*)::int as count from bot_node_events');
  expect([{ count: body.total }, { count: body.data.length }]).toEqual([rows[0], rows[0]]);
});

test('the funnel counts how often conversations reached each node, folded or not', async () => {
  const scan = await server.database.pool.query(
    `select node_id as "nodeId", count(*)::int as entered from bot_node_events where bot_id = $1 and event_type = 'node_entered' group by 1 order by 2 desc, 1`,
    [first.bot._id],
  );
  const funnel = async () => (await first.call('GET', `/bots/${first.bot._id}/funnel`)).body;
  expect(await funnel()).toEqual(scan.rows);
  await foldStatistics(server.database.db);
  expect(await funnel()).toEqual(scan.rows);
});

test('the answers have one row per conversation, with the flow’s variables', async () => {
  const { body } = await first.call<{ variables: string[]; data: { values: object }[]; total: number }>(
    'GET',
    `/bots/${first.bot._id}/answers`,
  );
  expect(body.variables).toEqual(['n']);
  expect(body.data.map(({ values }) => values)).toContainEqual({ n: 1 });
  expect(body.total).toBe(body.data.length);
});

test('the four separate calls return the same, with null dates', async () => {
  const everything = await all();
  for (const [path, part] of [
    ['overview', everything.overviewStats],
    ['node-types', everything.nodeTypeDistribution],
    ['features', everything.advancedFeatureAdoption],
    ['knowledge', everything.kbAdoption],
  ] as const) {
    const { body } = await asAdmin('POST', `/api/bot-statistics/${path}`, { startDate: null, endDate: null });
    expect(body, path).toEqual(part);
  }
});

describe('spec 000 §7: POST /actions', () => {
  interface Answer {
    bots: Bot[];
    total: number;
  }
  const cmd = 'dashboard.getBotsWithLastActivity';
  test('returns bots and their total, latest first, in both shapes', async () => {
    await foldStatistics(server.database.db);
    const plain = await asAdmin<Answer>('POST', '/actions', { cmd, limit: 10, skip: 0, sort: { updatedAt: -1 } });
    expect(plain.body).toMatchObject({ total: 2, bots: [{ _id: second.bot._id }, { _id: first.bot._id }] });
    expect(plain.body.bots[0]?.lastActivity).toEqual({ date: expect.any(String), eventType: 'session_failed' });
    const wrapped = await asAdmin<Answer>('POST', '/actions', {
      service: 'actions',
      entity: { cmd, limit: 1, skip: 1 },
    });
    expect(wrapped.body.bots.map(({ _id }) => _id)).toEqual([first.bot._id]);
  });

  test('finds bots by status and by their workspace’s or owner’s name, and returns both names', async () => {
    await server.database.pool.query(
      `insert into workspace_members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'owner')`,
      [first.lane.workspaceId, first.lane.userId],
    );
    const { body } = await asAdmin<{
      bots: { _id: string; workspaceName: string; ownerName: string }[];
      total: number;
    }>('POST', '/actions', { cmd });
    const found = body.bots.find(({ _id }) => _id === first.bot._id);
    const { rows } = await server.database.pool.query<{ workspace: string; owner: string }>(
      'select w.name as workspace, u.name as owner from workspaces w, users u where w.id = $1 and u.id = $2',
      [first.lane.workspaceId, first.lane.userId],
    );
    expect([found?.workspaceName, found?.ownerName]).toEqual([rows[0]?.workspace, rows[0]?.owner]);
    const ids = async (filter: object) =>
      (await asAdmin<Answer>('POST', '/actions', { cmd, ...filter })).body.bots.map(({ _id }) => _id);
    expect(await ids({ search: rows[0]?.workspace.toUpperCase() })).toContain(first.bot._id);
    expect(await ids({ search: 'nobody is called so' })).toEqual([]);
    const [deployed, draft] = await Promise.all([ids({ status: 'deployed' }), ids({ status: 'draft' })]);
    expect([...deployed, ...draft].toSorted()).toEqual(body.bots.map(({ _id }) => _id).toSorted());
    expect((await asAdmin('POST', '/actions', { cmd, status: 'gone' })).status).toBe(422);
  });

  test('a bot whose creator has left is viewed as the longest-serving owner of its workspace', async () => {
    const { pool } = server.database;
    const owners = async () => {
      const { body } = await asAdmin<Answer>('POST', '/actions', { cmd });
      const listed = await asAdmin<{ botOwner: string | null }>('GET', `/api/bot-sessions/${sessionId}`);
      return [body.bots.find(({ _id }) => _id === first.bot._id)?.owner, listed.body.botOwner];
    };
    const { rows } = await pool.query<{ id: string }>('select id from bot_sessions where bot_id = $1', [first.bot._id]);
    const sessionId = rows[0]?.id;
    const { workspaceId, userId } = first.lane;
    await pool.query('delete from workspace_members where organization_id = $1', [workspaceId]);
    const join = (user: string, role: string) =>
      pool.query('insert into workspace_members (id, organization_id, user_id, role) values (uuidv7(), $1, $2, $3)', [
        workspaceId,
        user,
        role,
      ]);
    await join(second.lane.userId, 'owner');
    expect(await owners()).toEqual([second.lane.userId, second.lane.userId]);
    await join(userId, 'member');
    expect(await owners()).toEqual([userId, userId]);
  });

  test('rejects an unknown command with a fault on its field', async () => {
    expect((await asAdmin('POST', '/actions', { cmd: 'drop' })).status).toBe(422);
  });
});

describe('spec 000 §2.4: sessions by type', () => {
  const list = async (query: string) =>
    (await asAdmin<{ data: BotSessionSummary[]; total: number }>('GET', `/api/bot-sessions?${query}`)).body;

  test('lists each session once, newest first, also from the end of the list', async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      `select distinct session_id as id from bot_node_events where process_type = 'session_started' order by 1 desc`,
    );
    const ids = rows.map(({ id }) => id);
    const everything = await list('processType=session_started&limit=100');
    expect(everything.data.map(({ _id }) => _id)).toEqual(ids);
    expect(everything.total).toBe(ids.length);
    for (const [skip, id] of ids.entries()) {
      expect((await list(`processType=session_started&limit=1&skip=${skip}`)).data.map(({ _id }) => _id)).toEqual([id]);
    }
    expect((await list(`processType=session_started&limit=5&skip=${ids.length}`)).data).toEqual([]);
  });

  test('filters by an event of one session; the admin sees no names or numbers of other workspaces', async () => {
    const found = await list('eventType=answer_received');
    expect(found).toMatchObject({
      total: 1,
      data: [{ botId: first.bot._id, status: 'completed', chat: null, contactName: null }],
    });
    expect(await list('eventType=of_a_later_version')).toEqual({ data: [], total: 0 });
  });

  test('combines both filters completely, from both ends; sessions of earlier servers are counted once', async () => {
    const { pool } = server.database;
    const { rows } = await pool.query<{ id: string }>(
      `select session_id as id from bot_node_events group by 1
       having bool_or(event_type = 'question_asked') and bool_or(process_type = 'session_started') order by 1 desc`,
    );
    const both = 'eventType=question_asked&processType=session_started';
    const expected = { total: rows.length, data: rows.map(({ id }) => expect.objectContaining({ _id: id })) };
    expect(rows.length).toBeGreaterThan(0);
    expect(await list(both)).toEqual(expected);
    expect((await list(`${both}&limit=1&skip=${rows.length - 1}`)).data[0]?._id).toBe(rows.at(-1)?.id);
    expect((await list('eventType=question_asked&processType=session_failed')).total).toBe(0);
    while ((await foldStatistics(server.database.db)) > 0);
    await pool.query(`delete from bot_statistics where name like '%+%'`);
    await countEarlierPairs(server.platform);
    await countEarlierPairs(server.platform);
    expect(await list(both)).toEqual(expected);
  });

  test('any filter finds what a scan finds, using session bits that earlier servers and the migration set too', async () => {
    const { pool } = server.database;
    const seen = async () => (await pool.query('select id, seen from bot_sessions order by id')).rows;
    const agree = async () => {
      let found = 0;
      for (const botId of [first.bot._id, second.bot._id, undefined]) {
        for (const status of ['completed', 'failed', undefined]) {
          for (const eventType of ['answer_received', 'node_entered', 'of_a_later_version', undefined]) {
            for (const processType of ['session_started', 'session_failed', undefined]) {
              const filter = { botId, status, eventType, processType };
              const query = new URLSearchParams(
                Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined),
              );
              const { rows } = await pool.query<{ id: string }>(
                `select id from bot_sessions one where test_flow is null and ($1::uuid is null or bot_id = $1) and ($2::text is null or status = $2)
                   and ($3::text is null or exists (select from bot_node_events where session_id = one.id and event_type = $3))
                   and ($4::text is null or exists (select from bot_node_events where session_id = one.id and process_type = $4)) order by id desc`,
                [botId, status, eventType, processType],
              );
              const { total, data } = await list(`${query}&limit=100`);
              expect({ total, ids: data.map(({ _id }) => _id) }, `${query}`).toEqual({
                total: rows.length,
                ids: rows.map(({ id }) => id),
              });
              found += rows.length > 0 ? 1 : 0;
            }
          }
        }
      }
      return found;
    };
    const found = await agree();
    expect(found).toBeGreaterThan(20);
    const before = await seen();
    await pool.query('update bot_sessions set seen = 0');
    const migration = readFileSync(
      new URL('../../../../migrations/0039_sessions-know-what-they-saw.sql', import.meta.url),
      'utf8',
    );
    await pool.query(
      migration.split('--> statement-breakpoint').find((statement) => statement.includes('\nUPDATE "bot_sessions"')) ??
        '',
    );
    expect(await seen()).toEqual(before);
    await pool.query('update bot_sessions set seen = 0');
    await pool.query(
      'with gone as (delete from bot_session_types returning *) select * into temporary table told from gone; insert into bot_session_types select * from told',
    );
    expect(await seen()).toEqual(before);
    expect(await agree()).toBe(found);
  });

  test('each type has its own bit, in the order of names that are never reused', async () => {
    const types = [
      ...NODE_EVENT_TYPES.map((type) => `event:${type}`),
      ...PROCESS_TYPES.map((type) => `process:${type}`),
    ];
    const { rows } = await server.database.pool.query<{ type: string; place: number | null }>(
      'select type, log(2, bot_type_bit(type)::numeric)::int as place from unnest($1::text[]) type',
      [types],
    );
    const places = rows.map(({ place }) => place);
    expect(rows.filter(({ place }) => place === null || place > 52)).toEqual([]);
    expect(new Set(places).size).toBe(types.length);
  });

  test('without a filter every session counts, started or not, except tests', async () => {
    const { pool } = server.database;
    const third = await createBotRig(server, flowOf([onAny, { id: 'e', kind: 'end' }]), { gatherSeconds: 60 });
    await third.write('hi');
    const { rows } = await pool.query<{ step: number }>('select step from bot_sessions where bot_id = $1', [
      third.bot._id,
    ]);
    expect(rows).toEqual([{ step: 0 }]);
    await third.call('POST', `/bots/${third.bot._id}/test`, { text: 'hi' });
    const { total, data } = await list('limit=100');
    expect(total).toBe(data.length);
    expect(data).toContainEqual(expect.objectContaining({ botId: third.bot._id }));
  });

  test('deleting a workspace removes its sessions from the lists, but keeps the figures of its days', async () => {
    const { pool, db } = server.database;
    const deletedRig = await createBotRig(server, flowOf([onAny, { id: 'e', kind: 'end' }]));
    await deletedRig.write('hi');
    await foldStatistics(db);
    await deletedRig.write('hi again');
    const before = (await all()).nodeEventStats;
    await pool.query(`update workspaces set delete_after = now() - interval '1 second' where id = $1`, [
      deletedRig.lane.workspaceId,
    ]);
    expect(await purgeWorkspaces(depsOf(server.platform))).toBe(1);
    for (const query of [
      '',
      'processType=session_started&',
      'eventType=node_entered&',
      'eventType=node_entered&processType=session_started&',
    ]) {
      const { total, data } = await list(`${query}limit=100`);
      expect(data.length, query).toBeGreaterThan(0);
      expect(total, query).toBe(data.length);
    }
    expect((await all()).nodeEventStats).toEqual(before);
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from bot_node_events event join bot_sessions one on one.id = session_id where test_flow is null',
    );
    expect((await asAdmin<{ total: number }>('GET', '/api/admin/node-events?limit=1')).body.total).toBe(rows[0]?.count);
  });

  test('an admin sees the steps of another workspace’s session, but not its text or values', async () => {
    const [session] = (await list('eventType=answer_received')).data;
    const detail = await asAdmin<{ lines: unknown; variables: unknown; abilities: object }>(
      'GET',
      `/api/bot-sessions/${session?._id}`,
    );
    expect(detail.body).toMatchObject({ lines: null, variables: null, abilities: { pause: false, end: false } });
    const steps = await asAdmin('GET', `/api/bot-sessions/${session?._id}/events`);
    expect(JSON.stringify(steps.body)).toContain('answer_received');
    expect(JSON.stringify(steps.body)).not.toContain('+4477');
  });
});

test('a step counts in the funnel of the bot that owns the flow, whichever bot came there, also after a wait', async () => {
  const ask = { id: 'ask', kind: 'ask', text: 'Well?', saveAs: 'n' };
  const never = { ...onAny, on: 'keyword', keywords: ['never'] };
  const other = await createBotRig(server, flowOf([never, ask, { id: 'e', kind: 'end' }]));
  const go = { id: 'go', kind: 'flow', botId: other.bot._id };
  const rig = await createBotRig(server, flowOf([onAny, ask, go]), {}, { other: other.lane });
  const active = (await all()).overviewStats.activeAgents;
  for (const words of ['hi', 'well', 'well again']) await rig.write(words);
  const funnel = async (botId: string) => (await rig.call('GET', `/bots/${botId}/funnel`)).body;
  const steps = (...ids: string[]) => ids.map((nodeId) => ({ nodeId, entered: 1 }));
  for (const isFolded of [false, true]) {
    if (isFolded) while ((await foldStatistics(server.database.db)) > 0);
    expect(await funnel(rig.bot._id)).toEqual(steps('ask', 'go', 'trigger'));
    expect(await funnel(other.bot._id)).toEqual(steps('ask', 'e', 'trigger'));
    // None of the events count as the other bot's activity.
    expect((await all()).overviewStats.activeAgents).toBe(active + 1);
    expect((await rig.call<Bot>('GET', `/bots/${other.bot._id}`)).body.lastActivity).toBeNull();
  }
});
