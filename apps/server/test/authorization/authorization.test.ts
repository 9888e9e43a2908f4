import { request as httpRequest } from 'node:http';
import type { OperationMeta } from '@switchyard/contracts/operation';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '../../src/platform/mqtt/rights.ts';
import { ask, type ReceivedResponse, type SentRequest, wordFor } from './ask.ts';
import { CALLERS, type Caller, PEOPLE, STRANGERS } from './columns.ts';
import {
  CLUSTER_API,
  CLUSTER_CALLERS,
  givenShare,
  OPERATIONS,
  REGISTERED_BEFORE_THE_DOMAINS,
  ROUTES,
  type Row,
  SHARE_ID,
  SHARE_TOKEN,
  TOPICS,
  UPGRADES,
  V1_OPERATIONS,
} from './expectations.ts';
import { headersOf } from './fixture.ts';
import { operations, requestOf } from './operations.ts';
import type { Checksums } from './traces.ts';
import { createWorld, type World } from './world.ts';

// The table is in expectations.ts; this file evaluates it.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  // A write that went unnoticed would have passed every test and would still be there.
  const changed = await world?.saved.changedAtAll();
  await world?.stop();
  expect(changed, 'tables that changed and were not noted').toEqual([]);
});

const split = <Name extends string>(names: readonly Name[], words: string) => {
  const list = words.trim().split(/\s+/);
  expect(list, words).toHaveLength(names.length);
  return Object.fromEntries(names.map((name, at) => [name, list[at]])) as Record<Name, string>;
};
const wordsOf = ({ strangers, people }: Row<object>) => split(CALLERS, `${strangers} ${people}`);

/** The outcome of one caller's request. */
interface Outcome {
  word: string;
  /** Changed tables. */
  changed: string[];
  /** New audit entries. */
  audit: { action: string; actor_id: string | null; on_behalf_of: string | null }[];
}

/** Sends the request as every caller. Those expected to be refused are sent together, since they change nothing. */
async function askAll(row: Row<object>, requestFor: () => SentRequest): Promise<Record<Caller, Outcome>> {
  const { pool } = world.server.database;
  const expected = wordsOf(row);
  const isRefused = (caller: Caller) => /^[45]/.test(expected[caller]);
  const outcomes: Partial<Record<Caller, Outcome>> = {};
  const askAs = (caller: Caller, request: SentRequest) =>
    ask(world.server.url, { ...request, headers: { ...request.headers, ...headersOf(world.fixture, caller) } });
  const prepare = async () => {
    if (!row.given) return undefined;
    await pool.query(row.given(world.fixture));
    return world.saved.read();
  };
  const note = async (
    before: Checksums | undefined,
    answers: { caller: Caller; asked: SentRequest; answered: ReceivedResponse }[],
  ) => {
    const changed = await world.saved.changedSince(before);
    const { rows: audit } = await pool.query('select action, actor_id, on_behalf_of from audit_entries');
    for (const { caller, asked, answered } of answers) {
      const word = wordFor(asked, answered, changed, world.marks);
      outcomes[caller] = { word, changed: changed.all, audit };
    }
    // Also reverts what the example needed.
    await world.saved.restore(before ? undefined : changed.all);
  };

  const together = await prepare();
  const refused = CALLERS.filter(isRefused).map(async (caller) => {
    const request = requestFor();
    return { caller, asked: request, answered: await askAs(caller, request) };
  });
  await note(together, await Promise.all(refused));
  for (const caller of CALLERS.filter((candidate) => !isRefused(candidate))) {
    const before = await prepare();
    const request = requestFor();
    await note(before, [{ caller, asked: request, answered: await askAs(caller, request) }]);
  }
  return outcomes as Record<Caller, Outcome>;
}

const wordsIn = (outcomes: Record<Caller, Outcome>) =>
  Object.fromEntries(CALLERS.map((caller) => [caller, outcomes[caller].word]));

/** Whether the outcomes agree with the operation's metadata. */
function agrees(outcomes: Record<Caller, Outcome>, { guard, effect, sees }: OperationMeta): void {
  const isRefused = (caller: Caller) => /^[45]/.test(outcomes[caller].word);
  if (effect === 'read') {
    for (const caller of CALLERS) {
      expect(
        outcomes[caller].changed.filter((table) => table !== 'audit_entries'),
        `read by ${caller}`,
      ).toEqual([]);
    }
  } else {
    expect(outcomes.support.word, 'support mode changes nothing').toBe('403');
  }
  for (const caller of STRANGERS) {
    if (guard === 'public') expect(isRefused(caller), caller).toBe(false);
    else expect(outcomes[caller].word, caller).toBe('401');
  }
  if (guard === 'member' && effect === 'read') expect(isRefused('support'), 'support mode reads').toBe(false);
  if (guard === 'workspace-admin') expect(outcomes.member.word, 'a mere member').toBe('403');
  if (guard === 'admin') {
    for (const caller of PEOPLE) if (caller !== 'admin') expect(outcomes[caller].word, caller).toBe('403');
  }
  if (sees === 'others') {
    const look = { action: 'support.view', actor_id: world.fixture.admin.userId, on_behalf_of: null };
    expect(outcomes.admin.audit, 'what a look at others leaves in the audit log').toEqual([look]);
  }
  const view = {
    action: 'support.view',
    actor_id: world.fixture.admin.userId,
    on_behalf_of: world.fixture.ours.ownerId,
  };
  const isView = guard !== 'public' && !isRefused('support');
  expect(outcomes.support.audit, 'what support mode leaves in the audit log').toEqual(isView ? [view] : []);
}

/** Strangers get 401 whatever they send: they must not learn what is wrong with an input. */
async function refusesNonsense(row: Row<object>, { method, path }: SentRequest): Promise<void> {
  const expected = wordsOf(row);
  for (const caller of STRANGERS.filter((stranger) => expected[stranger] === '401')) {
    const request = { method, path, ...(method === 'GET' ? {} : { body: { nonsense: [1] } }) };
    const { status } = await ask(world.server.url, { ...request, headers: headersOf(world.fixture, caller) });
    expect(status, `nonsense of ${caller}`).toBe(401);
  }
}

test('every operation of the contract has a row, and every row an operation', () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual([...operations.keys()].sort());
});

test('every route outside the contract has a row, and every row a route', () => {
  const rows = new Set(ROUTES.map((row) => row.route));
  for (const name of REGISTERED_BEFORE_THE_DOMAINS) expect(rows.delete(name), name).toBe(true);
  expect([...rows].sort()).toEqual([...world.registered].sort());
});

test('every operation of the API for programs has a row', () => {
  const rows = ROUTES.flatMap(({ route, asks }) => (route === '* /v1/*' && asks ? [asks] : []));
  expect(rows.sort()).toEqual([...V1_OPERATIONS.keys()].sort());
});

test.each(Object.entries(OPERATIONS))('%s', async (name, row) => {
  const meta = operations.get(name)?.meta;
  if (!meta) throw new Error('no such operation');
  const request = () => requestOf(name, row.example(world.fixture));
  const outcomes = await askAll(row, request);
  expect(wordsIn(outcomes)).toEqual(wordsOf(row));
  agrees(outcomes, meta);
  await refusesNonsense(row, request());
});

test.each(ROUTES.map((row) => [`${row.route} ${row.asks ?? ''}`, row] as const))('%s', async (_name, row) => {
  const given = row.route.split(' ')[0] ?? '';
  const request = (): SentRequest => {
    const { method = given, ...asked } = row.example(world.fixture);
    return { method, ...asked };
  };
  const outcomes = await askAll(row, request);
  expect(wordsIn(outcomes)).toEqual(wordsOf(row));
  if (row.operation) agrees(outcomes, row.operation);
  if (row.operation || row.route.startsWith('POST /engine')) await refusesNonsense(row, request());
});

test('support mode is for admins, whatever they request', async () => {
  const pretends = { ...headersOf(world.fixture, 'support'), ...headersOf(world.fixture, 'member') };
  for (const [name, row] of Object.entries(OPERATIONS)) {
    const { status } = await ask(world.server.url, {
      ...requestOf(name, row.example(world.fixture)),
      headers: pretends,
    });
    expect(status, name).toBe(403);
  }
  expect((await world.saved.changedSince()).all).toEqual([]);
});

test('every WebSocket path has a row, and every row a path', () => {
  expect(world.upgrades().sort()).toEqual([...UPGRADES].sort());
});

describe('the link of a share', () => {
  const OWN = { table: ['shares.readTable', 'shares.liveTicket'], form: ['shares.readForm', 'shares.answerForm'] };

  test.each(Object.entries(OWN))('of a %s opens what it is for and no other operation', async (kind, own) => {
    await world.server.database.pool.query(givenShare(kind as 'table' | 'form')(world.fixture));
    const before = await world.saved.read();
    const carried = [{ authorization: `Bearer ${SHARE_TOKEN}` }, { cookie: `switchyard_session=${SHARE_TOKEN}` }];
    for (const [name, row] of Object.entries(OPERATIONS)) {
      const isPublic = operations.get(name)?.meta.guard === 'public';
      // Public operations have rows of their own.
      if (isPublic && !name.startsWith('shares.')) continue;
      const request = requestOf(name, row.example(world.fixture));
      for (const headers of carried) {
        const { status } = await ask(world.server.url, { ...request, headers });
        expect(status, name).toBe(own.includes(name) ? 200 : isPublic ? 404 : 401);
      }
    }
    const { all } = await world.saved.changedSince(before);
    expect(all).toEqual(kind === 'form' ? expect.arrayContaining(['board_items']) : []);
    await world.saved.restore();
  });

  test('of a table receives its own topic and no other, until it is revoked', async () => {
    const { server, fixture } = world;
    await server.database.pool.query(givenShare('table')(fixture));
    const response = await ask(server.url, {
      method: 'POST',
      path: '/api/shared-tables/live',
      body: { token: SHARE_TOKEN },
    });
    const ticket: Credentials = JSON.parse(response.text);
    const connect = (credentials: Credentials) =>
      connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, { ...credentials, reconnectPeriod: 0 }, false);
    const client = await connect({ username: ticket.username, password: ticket.password });
    for (const [name, row] of Object.entries(TOPICS)) {
      const [granted] = await client.subscribeAsync(row.topic(fixture)).catch(() => []);
      expect(granted !== undefined && granted.qos < 128, name).toBe(name === 'shareLive');
    }
    await client.endAsync(true);
    const forged = { ...ticket, username: ticket.username.replace(SHARE_ID, fixture.ours.boardId) };
    await expect(connect({ username: forged.username, password: forged.password })).rejects.toThrow();
    await server.database.pool.query('update shares set revoked_at = now()');
    await expect(connect({ username: ticket.username, password: ticket.password })).rejects.toThrow();
    await world.saved.restore();
  });
});

describe.each(['TCP', 'WebSocket'])('the broker over %s', (transport) => {
  const credentials = new Map<Caller, Credentials>();
  beforeAll(async () => {
    const { fixture, server } = world;
    const ticketOf = async (caller: Caller) =>
      JSON.parse(
        (
          await ask(server.url, {
            method: 'POST',
            path: '/api/live/ticket',
            body: {},
            headers: headersOf(fixture, caller),
          })
        ).text,
      );
    credentials.set('anonymous', { username: '', password: '' });
    credentials.set('signedOut', fixture.earlierTicket);
    credentials.set('engine', { username: fixture.ours.engineId, password: fixture.engineToken });
    credentials.set('rival', { username: fixture.rival.engineId, password: fixture.rival.token });
    credentials.set('host', { username: fixture.ours.podName, password: fixture.hostToken });
    for (const caller of PEOPLE) credentials.set(caller, await ticketOf(caller));
    await world.saved.restore();
  });

  const connect = (caller: Caller): Promise<MqttClient | null> => {
    const { username = '', password = '' } = credentials.get(caller) ?? {};
    const { server } = world;
    const url = transport === 'TCP' ? server.platform.broker.engineUrl : `${server.url.replace('http', 'ws')}/mqtt`;
    return connectAsync(url, { username, password, reconnectPeriod: 0 }, false).catch(() => null);
  };

  test.each(Object.entries(TOPICS))('%s', async (_name, row) => {
    const topic = row.topic(world.fixture);
    const received = new Set<string>();
    const end = world.server.platform.broker.subscribe(topic, (_topic, payload) => received.add(payload));
    const tried = CALLERS.map(async (caller) => {
      const client = await connect(caller);
      if (!client) return { caller, subscribe: '401', publish: '401' };
      const granted = await client.subscribeAsync(topic).catch(() => null);
      // A client that may not publish is disconnected.
      const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
      await Promise.race([client.publishAsync(topic, `by ${caller}`, { qos: 1 }), closed]).catch(() => null);
      await client.endAsync(true);
      return { caller, subscribe: granted ? 'ok' : 'no', publish: received.has(`by ${caller}`) ? 'ok' : 'no' };
    });
    const found = await Promise.all(tried);
    end();
    for (const act of ['subscribe', 'publish'] as const) {
      const words = Object.fromEntries(found.map((result) => [result.caller, result[act]]));
      expect(words, act).toEqual(split(CALLERS, row[act]));
    }
    expect((await world.saved.changedSince()).all).toEqual([]);
  });
});

describe('the API of the local cluster', () => {
  const headersFor = (caller: (typeof CLUSTER_CALLERS)[number]): Record<string, string> => {
    const { fixture, cluster, ourOrigin } = world;
    return {
      program: {},
      member: { authorization: `Bearer ${fixture.member.token}` },
      ourPage: { origin: ourOrigin },
      foreignPage: { origin: 'https://evil.example' },
      foreignName: { host: 'evil.example' },
      owner: { authorization: `Bearer ${cluster.token}` },
    }[caller];
  };
  /** `fetch` can neither omit the origin nor send another host name. */
  const statusOf = (method: string, path: string, headers: Record<string, string>, body: unknown) =>
    new Promise<number>((resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const request = httpRequest(world.cluster.url + path, { method, headers: { ...json, ...headers } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      request.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });

  test.each(CLUSTER_API)('%s', async (_what, { method, path, body }, words) => {
    const found: Record<string, string> = {};
    for (const caller of CLUSTER_CALLERS) {
      found[caller] = String(await statusOf(method, path, headersFor(caller), body));
    }
    expect(found).toEqual(split(CLUSTER_CALLERS, words));
  });
});
