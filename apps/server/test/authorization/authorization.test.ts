import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '@switchyard/contracts';
import { podLogPath } from '@switchyard/contracts/cluster';
import { topics } from '@switchyard/contracts/mqtt-topics';
import type { OperationMeta } from '@switchyard/contracts/operation';
import { type LocalCluster, startLocalCluster } from '@switchyard/local-cluster';
import type { FastifyInstance } from 'fastify';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { domains } from '../../src/app.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { type Answered, type Asked, ask, marksOf, wordFor } from './ask.ts';
import { CALLERS, type Caller, PEOPLE, STRANGERS } from './columns.ts';
import { OPERATIONS, REGISTERED_BEFORE_THE_DOMAINS, ROUTES, type Row } from './expectations.ts';
import { createFixture, type Fixture, headersOf, LOGGED, MARK } from './fixture.ts';
import { type Checksums, type Saved, saveTables } from './traces.ts';

let cluster: LocalCluster;
let server: TestServer;
let fixture: Fixture;
let saved: Saved;
let engine: MqttClient;
let marks: string[];
/** `METHOD /path` of every route that the domains registered; `*` for every method. */
const registered = new Set<string>();
const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-authorization-'));

beforeAll(async () => {
  cluster = await startLocalCluster({
    port: 0,
    directory: join(dataDir, 'cluster'),
    allowedOrigins: [],
    images: { sleeper: { command: ['/bin/sh', '-c', `echo ${LOGGED}; exec sleep 1000`] } },
    namespaces: ['switchyard-gateways'],
  });
  const watchRoutes = (http: FastifyInstance) => {
    http.addHook('onRoute', ({ method, url }) => {
      if (method !== 'HEAD') registered.add(`${Array.isArray(method) ? '*' : method} ${url}`);
    });
  };
  server = await startTestServer({
    domains: [{ name: 'watch routes', http: watchRoutes }, ...domains],
    config: {
      dataDir,
      demo: true,
      cluster: 'local',
      localClusterPort: Number(new URL(cluster.url).port),
      rateLimitPerMinute: 0,
      signInLimitPerMinute: 1_000,
    },
    // Mail goes nowhere: it would be written after the answer.
    mailer: { send: async () => undefined },
  });
  fixture = await createFixture(server);
  engine = await answerCommands();
  await createPods();
  marks = marksOf(fixture);
  saved = await saveTables(server.database, marks);
});
afterAll(async () => {
  await engine?.endAsync(true);
  await server?.stop();
  await cluster?.stop(0);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

/** Our engine's process, as far as commands go. */
async function answerCommands(): Promise<MqttClient> {
  const { engineId } = fixture.ours;
  const client = await connectAsync(server.platform.broker.engineUrl, {
    username: engineId,
    password: fixture.engineToken,
  });
  client.on('message', (_topic, payload) => {
    const { id } = JSON.parse(String(payload)) as { id: string };
    client.publish(topics.engineReply(engineId), JSON.stringify({ id, ok: true, data: { code: MARK } }));
  });
  await client.subscribeAsync(topics.engineCommand(engineId));
  return client;
}

/** Pods of ours that run and are on the console. */
async function createPods(): Promise<void> {
  for (const name of fixture.ours.podNames) {
    const created = await fetch(`${cluster.url}/api/v1/namespaces/switchyard-gateways/pods`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cluster.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, labels: { 'app.kubernetes.io/name': 'switchyard-engine' } },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'main', image: 'sleeper' }] },
      }),
    });
    expect(created.status).toBe(201);
  }
  await vi.waitFor(
    async () => {
      const { text } = await ask(server.url, {
        method: 'GET',
        path: podLogPath('switchyard-gateways', fixture.ours.podName),
        headers: headersOf(fixture, 'admin'),
      });
      expect(text).toContain(LOGGED);
    },
    { timeout: 20_000 },
  );
}

type Procedure = { '~orpc': { meta: OperationMeta; route: { method?: string; path?: string } } };
/** Every operation of the contract by its name. */
const operations = new Map(
  Object.entries(contract).flatMap(([domain, procedures]) =>
    Object.entries(procedures as Record<string, Procedure>).map(([name, procedure]) => [
      `${domain}.${name}`,
      procedure['~orpc'],
    ]),
  ),
);

/** An operation's example as a request: what the path does not take goes into the query of a GET, or else into the body. */
function requestOf(name: string, input: object): Asked {
  const { method = 'POST', path = '' } = operations.get(name)?.route ?? {};
  const left = new Map(Object.entries(input));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(left.get(field));
    left.delete(field);
    return encodeURIComponent(value);
  });
  const rest = Object.fromEntries(left);
  if (method !== 'GET') return { method, path: `/api${filled}`, body: rest };
  return { method, path: `/api${filled}?${new URLSearchParams(rest as Record<string, string>)}` };
}

const wordsOf = ({ strangers, people }: Row<object>): Record<Caller, string> => {
  const words = [...strangers.trim().split(/\s+/), ...people.trim().split(/\s+/)];
  return Object.fromEntries(CALLERS.map((caller, at) => [caller, words[at] ?? '(no word)'])) as Record<Caller, string>;
};

/** What one caller's request came to. */
interface Outcome {
  word: string;
  /** Tables that changed. */
  changed: string[];
  /** Entries that it left in the audit log. */
  audit: { action: string; actor_id: string | null; on_behalf_of: string | null }[];
}

/** Asks as every caller. Those who are to be refused ask together, since nothing may come of it. */
async function askAll(row: Row<object>, requestFor: () => Asked): Promise<Record<Caller, Outcome>> {
  const { pool } = server.database;
  const expected = wordsOf(row);
  const isRefused = (caller: Caller) => /^[45]/.test(expected[caller]);
  const outcomes: Partial<Record<Caller, Outcome>> = {};
  const askAs = (caller: Caller, asked: Asked) =>
    ask(server.url, { ...asked, headers: { ...asked.headers, ...headersOf(fixture, caller) } });
  const prepare = async () => {
    if (!row.given) return undefined;
    await pool.query(row.given(fixture));
    return saved.read();
  };
  const note = async (
    before: Checksums | undefined,
    answers: { caller: Caller; asked: Asked; answered: Answered }[],
  ) => {
    const changed = await saved.changedSince(before);
    const { rows: audit } = await pool.query('select action, actor_id, on_behalf_of from audit_entries');
    for (const { caller, asked, answered } of answers) {
      const word = wordFor(asked, answered, changed, marks);
      outcomes[caller] = { word, changed: changed.all, audit };
    }
    if (before || changed.all.length > 0) await saved.restore();
  };

  const together = await prepare();
  const refused = CALLERS.filter(isRefused).map(async (caller) => {
    const asked = requestFor();
    return { caller, asked, answered: await askAs(caller, asked) };
  });
  await note(together, await Promise.all(refused));
  for (const caller of CALLERS.filter((one) => !isRefused(one))) {
    const before = await prepare();
    const asked = requestFor();
    await note(before, [{ caller, asked, answered: await askAs(caller, asked) }]);
  }
  return outcomes as Record<Caller, Outcome>;
}

const wordsIn = (outcomes: Record<Caller, Outcome>) =>
  Object.fromEntries(CALLERS.map((caller) => [caller, outcomes[caller].word]));

/** Whether what came of it agrees with what the operation says of itself. */
function agrees(outcomes: Record<Caller, Outcome>, { guard, effect }: OperationMeta): void {
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
  const view = { action: 'support.view', actor_id: fixture.admin.userId, on_behalf_of: fixture.ours.ownerId };
  const isView = guard !== 'public' && !isRefused('support');
  expect(outcomes.support.audit, 'what support mode leaves in the audit log').toEqual(isView ? [view] : []);
}

/** A stranger is told so, whatever they send: what is wrong with an input is no stranger's to know. */
async function refusesNonsense(row: Row<object>, { method, path }: Asked): Promise<void> {
  const expected = wordsOf(row);
  for (const caller of STRANGERS.filter((one) => expected[one] === '401')) {
    const asked = { method, path, ...(method === 'GET' ? {} : { body: { nonsense: [1] } }) };
    const { status } = await ask(server.url, { ...asked, headers: headersOf(fixture, caller) });
    expect(status, `nonsense of ${caller}`).toBe(401);
  }
}

test('every operation of the contract has a row, and every row an operation', () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual([...operations.keys()].sort());
});

test('every route beside the contract has a row, and every row a route', () => {
  const rows = new Set(ROUTES.map((one) => one.route));
  for (const name of REGISTERED_BEFORE_THE_DOMAINS) expect(rows.delete(name), name).toBe(true);
  expect([...rows].sort()).toEqual([...registered].sort());
});

test.each(Object.entries(OPERATIONS))('%s', async (name, row) => {
  const meta = operations.get(name)?.meta;
  if (!meta) throw new Error('no such operation');
  const request = () => requestOf(name, row.example(fixture));
  const outcomes = await askAll(row, request);
  expect(wordsIn(outcomes)).toEqual(wordsOf(row));
  agrees(outcomes, meta);
  await refusesNonsense(row, request());
});

test.each(ROUTES.map((row) => [`${row.route} ${row.asks ?? ''}`, row] as const))('%s', async (_name, row) => {
  const given = row.route.split(' ')[0] ?? '';
  const request = (): Asked => {
    const { method = given, ...asked } = row.example(fixture);
    return { method, ...asked };
  };
  const outcomes = await askAll(row, request);
  expect(wordsIn(outcomes)).toEqual(wordsOf(row));
  if (row.operation) agrees(outcomes, row.operation);
  if (row.operation || row.route.startsWith('POST /engine')) await refusesNonsense(row, request());
});

test('support mode is for admins, whatever is asked', async () => {
  const pretends = { ...headersOf(fixture, 'support'), ...headersOf(fixture, 'member') };
  for (const [name, row] of Object.entries(OPERATIONS)) {
    const { status } = await ask(server.url, { ...requestOf(name, row.example(fixture)), headers: pretends });
    expect(status, name).toBe(403);
  }
  expect((await saved.changedSince()).all).toEqual([]);
});
