import type { PlainOperation } from '@switchyard/contracts/operation';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { memberOf } from '../../../test/act.ts';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { type Action, systemClock } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import { callTool } from '../../platform/call-tool.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Domain } from '../../platform/domain.ts';
import { admitRequest } from '../../platform/http/operations.ts';
import { perform } from '../../platform/perform.ts';
import { faultsOf, invalid, Refusal } from '../../platform/refusal.ts';
import { auditDomain } from '../audit/index.ts';
import { enginesDomain } from '../engines/index.ts';
import { cancelMessage } from './change/cancel-message.ts';
import { messagesDomain } from './index.ts';
import { presentMessage } from './messages.present.ts';
import { scheduleMessage } from './write/schedule-messages.ts';

// One action, called with a database alone, as a tool, over the web API and over a plain route, has the same result,
// refusal, audit entry and events.

const PLAIN: PlainOperation = { name: 'test.plain', guard: 'member', effect: 'change', scope: null };
const plainInput = z.object({ id: z.uuid(), version: z.int().optional() });
/** Plain routes over the same actions. */
const plainRoutes: Domain = {
  name: 'plain routes',
  http(server, platform) {
    server.post('/test/schedule', async (request) => {
      const actor = await admitRequest(request, platform, PLAIN);
      return presentMessage(await perform(platform, scheduleMessage, actor, request.body as never), actor);
    });
    server.post('/test/cancel', async (request) => {
      const actor = await admitRequest(request, platform, PLAIN);
      const parsed = plainInput.safeParse(request.body);
      if (!parsed.success) throw invalid(faultsOf(parsed.error.issues));
      return presentMessage(await perform(platform, cancelMessage, actor, parsed.data), actor);
    });
  },
};

let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, plainRoutes, auditDomain, enginesDomain, messagesDomain],
    config: { rateLimitPerMinute: 0 },
  });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database, 'Europe/London');
});
afterAll(() => server.stop());

/** The outcome of a call on any surface. */
interface Outcome {
  result?: unknown;
  refusal?: { code: string; data: unknown; message: string };
  events: string[];
  audit: unknown[];
}

interface ActionUnderTest {
  action: Action<never, Parameters<typeof presentMessage>[0]>;
  tool: string;
  web: (input: Record<string, unknown>) => [method: string, path: string];
  plain: string;
}

const SCHEDULE: ActionUnderTest = {
  action: scheduleMessage,
  tool: 'schedule_message',
  web: () => ['POST', '/api/messages'],
  plain: '/test/schedule',
};
const CANCEL: ActionUnderTest = {
  action: cancelMessage,
  tool: 'cancel_message',
  web: ({ id }) => ['POST', `/api/messages/${String(id)}/cancel`],
  plain: '/test/cancel',
};

type Surface = (
  tested: ActionUnderTest,
  actor: Actor,
  input: Record<string, unknown>,
) => Promise<Omit<Outcome, 'audit'>>;

/** Collects the events handed to the server's dispatcher meanwhile. */
async function withEvents(call: () => Promise<Omit<Outcome, 'audit' | 'events'>>): Promise<Omit<Outcome, 'audit'>> {
  const dispatch = vi.spyOn(server.platform.events, 'dispatch');
  try {
    const outcome = await call();
    return { ...outcome, events: dispatch.mock.calls.flatMap(([events]) => events.map(({ name }) => name)) };
  } finally {
    dispatch.mockRestore();
  }
}

async function overHttp([method, path]: [string, string], actor: Actor, body: unknown) {
  const headers = asActor(actor, actor.onBehalfOf ? '.support' : '');
  const answer = await server.call(method, path, body, { headers });
  if (answer.status < 400) return { result: answer.body };
  const { code, data, message } = answer.body as { code: string; data: unknown; message: string };
  return { refusal: { code, data, message } };
}

const SURFACES: Record<string, Surface> = {
  async 'a database alone'({ action }, actor, input) {
    try {
      const { result, events } = await action({ db: server.database.db, clock: systemClock }, actor, input as never);
      // The same presenter makes the wire format.
      return { result: presentMessage(result, actor), events: events.map(({ name }) => name) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refusal: { code: error.code, data: error.data, message: error.message }, events: [] };
    }
  },
  'a tool': ({ tool }, actor, input) =>
    withEvents(async () => {
      // It accepts fewer fields than the web API.
      const takes = server.platform.tools.get(tool)?.input;
      const shape = takes instanceof z.ZodObject ? takes.shape : {};
      const taken = Object.fromEntries(Object.entries(input).filter(([field]) => field in shape));
      const answer = await callTool(server.platform, actor, tool, taken);
      if (answer.ok) return { result: answer.result };
      return { refusal: { data: undefined, ...answer.refusal } };
    }),
  'the web API': ({ web }, actor, input) => withEvents(() => overHttp(web(input), actor, input)),
  'a plain route': ({ plain }, actor, input) => withEvents(() => overHttp(['POST', plain], actor, input)),
};

const auditOf = async (workspaceId: string) =>
  (
    await server.database.pool.query(
      'select id, action, actor_id, actor_name, on_behalf_of, details from audit_entries where workspace_id = $1 order by id',
      [workspaceId],
    )
  ).rows;

/** Makes the same call on each surface, in a workspace of its own. @returns the outcomes, without ids and times */
async function onEachSurface(
  tested: ActionUnderTest,
  prepare: (lane: LaneFixture) => Promise<Record<string, unknown>>,
  { support = false, schema = false } = {},
): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const [name, face] of Object.entries(SURFACES)) {
    // The compiler checks the shape of an action's input.
    if (schema && name === 'a database alone') continue;
    const own = await createLaneFixture(server.database, 'Europe/London');
    const input = await prepare(own);
    const customer = { userId: own.userId, email: 'a@customer.test', fullName: 'A customer', role: 'user' as const };
    const actor = { ...memberOf(own), onBehalfOf: support ? customer : null };
    const outcome = await face(tested, actor, input);
    const audit = (await auditOf(own.workspaceId)).map(({ id: _, ...entry }) => entry);
    outcomes[name] = JSON.parse(
      JSON.stringify({ ...outcome, audit }, (key, value: unknown) => (/^(_id|.*At)$/.test(key) ? key : value))
        // A program's request is marked as such.
        .replaceAll('"origin":"agent"', '"origin":"web"')
        .replaceAll(own.userId, 'the user')
        .replaceAll(own.engineId, 'the engine'),
    );
  }
  return outcomes;
}

const LETTER = {
  message: 'Hello',
  contactList: [{ mobile: '07700 900123' }],
  contactName: 'Ann',
  dueDate: '2030-06-01T09:30',
  // Defaults that the web API fills in, for calling the action without it.
  pastDue: 'refuse',
  status: 'pending',
  verifyContact: false,
  isRecurring: false,
  sentWith: 'whatsapp',
  retryCount: 0,
};
/** SQL expression. */
const FAR_AHEAD = `timestamptz '2030-01-01'`;
const pending = async (own: LaneFixture) => ({ id: await own.add({ due: FAR_AHEAD }), version: 1 });
const sent = async (own: LaneFixture) => {
  const id = await own.add();
  await server.database.pool.query(`update messages set status = 'sent', version = 3 where id = $1`, [id]);
  return { id, version: 3 };
};
const nobodys = async () => ({ id: '01920000-0000-7000-8000-000000000000', version: 1 });
const by = { actor_id: 'the user', actor_name: 'Someone', on_behalf_of: null };

describe.each<
  [string, ActionUnderTest, Parameters<typeof onEachSurface>[1], object, { support?: boolean; schema?: boolean }?]
>([
  [
    'scheduling',
    SCHEDULE,
    async () => LETTER,
    {
      result: { contactName: 'Ann', contactList: [{ mobile: '+447700900123' }], status: 'pending', version: 1 },
      events: ['messages.stale', 'lane.due'],
      audit: [{ action: 'message.schedule', details: {}, ...by }],
    },
  ],
  [
    'scheduling what cannot be accepted',
    SCHEDULE,
    async () => ({ ...LETTER, message: ' ', dueDate: 'soon' }),
    {
      refusal: { code: 'INVALID', data: { faults: [{ field: 'message' }, { field: 'dueDate' }] } },
      events: [],
      audit: [],
    },
  ],
  [
    'scheduling in support mode',
    SCHEDULE,
    async () => LETTER,
    { refusal: { code: 'FORBIDDEN' }, events: [], audit: [] },
    { support: true },
  ],
  [
    'cancelling',
    CANCEL,
    pending,
    {
      result: { status: 'cancelled', version: 2 },
      events: ['messages.changed'],
      audit: [{ action: 'message.cancel', details: { columns: ['status', 'holdRule'] }, ...by }],
    },
  ],
  [
    'cancelling what is not an id',
    CANCEL,
    async () => ({ id: 'nonsense', version: 1 }),
    { refusal: { code: 'INVALID', data: { faults: [{ field: 'id' }] } }, events: [], audit: [] },
    { schema: true },
  ],
  [
    'cancelling what was sent',
    CANCEL,
    sent,
    { refusal: { code: 'TOO_LATE', data: { status: 'sent', version: 3 } }, events: [], audit: [] },
  ],
  [
    'cancelling what has changed since',
    CANCEL,
    async (own) => ({ ...(await pending(own)), version: 7 }),
    { refusal: { code: 'TOO_LATE', data: { status: 'pending', version: 1 } }, events: [], audit: [] },
  ],
  ['cancelling what is not there', CANCEL, nobodys, { refusal: { code: 'NOT_FOUND' }, events: [], audit: [] }],
  [
    'cancelling what another workspace has',
    CANCEL,
    () => pending(lane),
    { refusal: { code: 'NOT_FOUND' }, events: [], audit: [] },
  ],
  [
    'cancelling in support mode',
    CANCEL,
    pending,
    { refusal: { code: 'FORBIDDEN' }, events: [], audit: [] },
    { support: true },
  ],
])('%s', (_name, tested, prepare, expected, options = {}) => {
  test('is the same on every surface', async () => {
    const outcomes = await onEachSurface(tested, prepare, options);
    const [[first, reference] = ['', undefined], ...others] = Object.entries(outcomes);
    expect(reference, first).toMatchObject(expected);
    for (const [name, outcome] of others) expect(outcome, `${name} beside ${first}`).toEqual(reference);
  });
});

describe('a tool', () => {
  const call = (name: string, args: unknown, extra: Partial<Actor> = {}) =>
    callTool(server.platform, { ...memberOf(lane), ...extra }, name, args);
  const customer = () => ({
    userId: lane.userId,
    email: 'a@customer.test',
    fullName: 'A customer',
    role: 'user' as const,
  });

  test('reschedules, lists and shows the workspace’s messages', async () => {
    const id = await lane.add({ due: FAR_AHEAD });
    expect(await call('reschedule_message', { id, dueDate: '2031-02-03T04:05' })).toMatchObject({
      ok: true,
      result: { _id: id, dueLocal: '2031-02-03T04:05', version: 2 },
    });
    expect(await call('get_scheduled_messages', { search: 'hello' })).toMatchObject({
      result: { total: 1, data: [{ id }] },
    });
    expect(await call('get_message', { id })).toMatchObject({
      result: { _id: id, holds: [{ rule: 'engine_offline' }, { rule: 'not_due' }] },
    });
  });

  test('that reads works in support mode, and leaves one entry', async () => {
    await lane.add();
    const answer = await call('get_scheduled_messages', {}, { role: 'admin', onBehalfOf: customer() });
    expect(answer).toMatchObject({ ok: true, result: { total: 1 } });
    expect(await auditOf(lane.workspaceId)).toMatchObject([
      { action: 'support.view', on_behalf_of: lane.userId, details: { operation: 'get_scheduled_messages' } },
    ]);
  });

  test('that does not exist is refused', async () => {
    expect(await call('send_everything', {})).toEqual({
      ok: false,
      refusal: { code: 'NOT_FOUND', message: 'There is no tool named send_everything.' },
    });
  });

  test('that fails unexpectedly reveals nothing internal', async () => {
    const answer = await call('get_scheduled_messages', {}, { workspaceId: 'no id at all' });
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'INTERNAL_SERVER_ERROR' } });
    expect(JSON.stringify(answer)).not.toMatch(/uuid|select|syntax/);
  });

  test.each(messagesDomain.tools?.map((tool) => [tool.name, tool] as const) ?? [])(
    '%s says in JSON Schema what it takes, each field with a description or limits',
    (_name, exposedTool) => {
      const schema = z.toJSONSchema(exposedTool.input, { io: 'input' }) as { properties: Record<string, object> };
      expect(Object.keys(schema.properties).length).toBeGreaterThan(0);
      for (const [field, has] of Object.entries(schema.properties)) {
        expect('description' in has || 'minimum' in has, field).toBe(true);
      }
    },
  );
});

test('a rolled-back caller leaves neither message nor audit entry, and a refusal leaves the caller’s own', async () => {
  const { db, pool } = server.database;
  const actor = memberOf(lane);
  const count = async () =>
    (
      await pool.query(
        `select (select count(*)::int from messages where workspace_id = $1) as messages,
          (select count(*)::int from audit_entries where workspace_id = $1) as entries`,
        [lane.workspaceId],
      )
    ).rows[0];
  const schedule = (tx: Db, letter: object) => scheduleMessage({ db: tx, clock: systemClock }, actor, letter as never);

  await expect(
    db.transaction(async (tx) => {
      const { result } = await schedule(tx, LETTER);
      await cancelMessage({ db: tx, clock: systemClock }, actor, { id: result.id });
      expect(await count()).toEqual({ messages: 0, entries: 0 });
      throw new Error('the caller changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  expect(await count()).toEqual({ messages: 0, entries: 0 });

  await db.transaction(async (tx) => {
    await schedule(tx, LETTER);
    await expect(schedule(tx, { ...LETTER, message: '' })).rejects.toMatchObject({ code: 'INVALID' });
  });
  expect(await count()).toEqual({ messages: 1, entries: 1 });
});
